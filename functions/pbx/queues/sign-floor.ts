import { floor } from '#functions/agentStatus/api.ts';
import { everyActiveCall } from '#functions/calls/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { FloorAgent } from '#shared/model/agent-status.ts';
import { floorStateOf } from '#shared/model/floor-states.ts';
import {
  type FloorParts,
  mostOnSign,
  type SignFloor,
  type SignState,
  signStateNames,
} from '#shared/model/sign-floor.ts';
import { queueEventsSince } from './event-store.ts';
import { queueFigures } from './figures.ts';
import { everyQueue, type QueueRecord } from './store.ts';

const dayMs = 86_400_000;
/** A caller may be told late to have left; seconds, as the figures allow. */
const graceSeconds = 60;
/** A day of callers is read so seldom, ms: many displays ask every few seconds. */
const levelMs = 60_000;

const figuresOf = async ({ queueId, maxWaitTime }: QueueRecord, lookBackMs: number) => {
  const now = clock.now();
  const since = new Date(now - lookBackMs).toISOString();
  return queueFigures(await queueEventsSince(queueId, since), { since, now, maxWaitTime });
};

/** Who waits now, over all queues. */
async function waitingNow(queues: readonly QueueRecord[]): Promise<NonNullable<SignFloor['waiting']>> {
  const all = await Promise.all(
    queues.map((queue) => figuresOf(queue, (queue.maxWaitTime + graceSeconds) * 1000)),
  );
  const times = all.flatMap(({ waiting }) => waiting.map(({ since }) => since)).sort();
  return { count: times.length, since: times[0] ?? null };
}

async function levelOf(queues: readonly QueueRecord[]): Promise<number | null> {
  const all = await Promise.all(queues.map((queue) => figuresOf(queue, dayMs)));
  let left = 0;
  let inTime = 0;
  for (const { offered, waiting, serviceLevel } of all) {
    const gone = offered - waiting.length;
    left += gone;
    inTime += (serviceLevel ?? 0) * gone;
  }
  return left === 0 ? null : inTime / left;
}

/** Workspaces whose level is kept at once. */
const mostKept = 500;
const levels = new Map<number, { at: number; level: Promise<number | null> }>();

/** The share of all callers of the last 24 hours who were answered in time, as it was a minute ago at most. */
function serviceLevel(queues: readonly QueueRecord[]): Promise<number | null> {
  const tenantId = tenantOf();
  const found = levels.get(tenantId);
  if (found && clock.now() - found.at < levelMs) return found.level;
  if (levels.size > mostKept) levels.clear();
  const level = levelOf(queues);
  levels.set(tenantId, { at: clock.now(), level });
  // What failed is not kept for a minute.
  level.catch(() => levels.delete(tenantId));
  return level;
}

interface OnSign {
  state: SignState;
  agent: FloorAgent;
}

function signedIn(agents: readonly FloorAgent[]): OnSign[] {
  return agents
    .flatMap((agent): OnSign[] => {
      const state = floorStateOf(agent);
      if (state === 'offline') return [];
      return [{ agent, state: state === 'overdue' ? 'away' : state }];
    })
    .sort(
      (one, other) =>
        signStateNames.indexOf(one.state) - signStateNames.indexOf(other.state) ||
        one.agent.since.localeCompare(other.agent.since),
    );
}

const countsOf = (agents: readonly OnSign[]): NonNullable<SignFloor['states']> =>
  signStateNames.map((state) => {
    const inIt = agents.filter((one) => one.state === state);
    return { state, count: inIt.length, since: inIt[0]?.agent.since ?? null };
  });

/** The floor as it is now, with what a sign shows of it and nothing else. */
export async function signFloorNow(parts: FloorParts): Promise<SignFloor> {
  const [{ at, agents }, queues, calls] = await Promise.all([
    floor(),
    parts.waiting || parts.serviceLevel ? everyQueue() : [],
    parts.calls ? everyActiveCall() : [],
  ]);
  const [waiting, level] = await Promise.all([
    parts.waiting ? waitingNow(queues) : undefined,
    parts.serviceLevel ? serviceLevel(queues) : undefined,
  ]);
  const shown = signedIn(agents);
  return {
    at,
    signedIn: shown.length,
    ...(parts.states && { states: countsOf(shown) }),
    ...(parts.agents && {
      agents: shown.slice(0, mostOnSign).map(({ state, agent: { label, color, since, name } }) => ({
        state,
        label,
        color,
        since,
        ...(parts.names && { name }),
      })),
    }),
    ...(parts.calls && { calls: calls.length }),
    ...(waiting && { waiting }),
    ...(level !== undefined && { serviceLevel: level }),
  };
}
