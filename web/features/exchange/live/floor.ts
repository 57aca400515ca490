import type { FloorAgent } from '#shared/model/agent-status.ts';
import type { Call } from '#shared/model/call.ts';
import { type FloorState, floorStateNames, floorStateOf } from '#shared/model/floor-states.ts';

/** How many are in each state. */
export function countsOf(agents: readonly FloorAgent[]): Record<FloorState, number> {
  const counts = Object.fromEntries(floorStateNames.map((state) => [state, 0])) as Record<FloorState, number>;
  for (const agent of agents) counts[floorStateOf(agent)]++;
  return counts;
}

interface FloorFilter {
  search: string;
  state?: FloorState | undefined;
  /** A queue's id. */
  queue?: string | undefined;
}

/** The agents that fit, those who need a look first, and in each state the longest first. */
export function floorRows(
  agents: readonly FloorAgent[],
  { search, state, queue }: FloorFilter,
): FloorAgent[] {
  const text = search.toLowerCase();
  const placeOf = (agent: FloorAgent) => floorStateNames.indexOf(floorStateOf(agent));
  return agents
    .filter((agent) => !state || floorStateOf(agent) === state)
    .filter(({ queues }) => !queue || queues.some(({ id }) => id === queue))
    .filter(({ name, extension }) => name.toLowerCase().includes(text) || extension?.includes(text))
    .sort(
      (one, other) =>
        placeOf(one) - placeOf(other) ||
        (one.signedIn ? one.since.localeCompare(other.since) : 0) ||
        one.name.localeCompare(other.name),
    );
}

/** How many callers wait in each queue that has any, by its id. */
export function waitingIn(calls: readonly Pick<Call, 'live'>[]): Record<string, number> {
  const waiting: Record<string, number> = {};
  for (const { live } of calls) if (live?.queueId) waiting[live.queueId] = (waiting[live.queueId] ?? 0) + 1;
  return waiting;
}
