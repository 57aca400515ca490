import { clock } from '#functions/kernel/clock.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { type Abandonment, abandonmentRule } from '#shared/model/abandonment.ts';
import type { Call } from '#shared/model/call.ts';
import {
  type Count,
  countedEvents,
  daysSince,
  findCounted,
  type HeardEvent,
  heardOf,
  keepHeard,
  writeCount,
} from './store.ts';

const { days, withinMs } = abandonmentRule;
const dayMs = 86_400_000;
const dayOf = (at: string): string => at.slice(0, 10);

/** The first instant at which an event was told; NaN where it was not. */
const firstOf = (heard: readonly HeardEvent[], event: HeardEvent['event']): number =>
  Date.parse(
    heard
      .filter((one) => one.event === event)
      .map(({ at }) => at)
      .sort()[0] ?? '',
  );

/**
 * How a call counts by what was told of it; undefined while that is open, or nobody answered. The exchange tells
 * `answered` when the greeting is over where it listens for machines, and at the pick-up else, which is the stricter
 * reading. Who hangs up before an agent is there counts as abandoned, too.
 */
export function countOf(heard: readonly HeardEvent[]): Count | undefined {
  const answered = heard.find(({ event, by }) => event === 'answered' && by !== 'machine');
  if (!answered) return undefined;
  const agentAt = firstOf(heard, 'agent-answered');
  const isOver = heard.some(({ event }) => event === 'ended' || event === 'abandoned');
  if (Number.isNaN(agentAt) && !isOver) return undefined;
  const isConnected = agentAt <= Date.parse(answered.at) + withinMs;
  return { day: dayOf(answered.at), isAbandoned: !isConnected };
}

const isCounted = (event: string): event is HeardEvent['event'] =>
  (countedEvents as readonly string[]).includes(event);

/**
 * Hears what an exchange tells of a call that a list had made, and counts the call anew. Events may come twice, late and
 * in any order: the figures follow from all that were told alone.
 */
export async function hearDialled({ id: callId, origin }: Call, told: ExchangeEvent): Promise<void> {
  const { event, seq, at, by = null } = told;
  const listId = origin?.listId;
  if (!listId || seq === undefined || !isCounted(event)) return;
  // How a call ends says something only of one that somebody took up.
  if (event === 'ended' && told.result !== 'answered' && told.result !== 'failed') return;
  await keepHeard({ callId, seq, listId, event, at, by });
  await retryOnConflict(async () => {
    const after = countOf(await heardOf(callId));
    const before = await findCounted(callId);
    if (!after || (before?.day === after.day && before.isAbandoned === after.isAbandoned)) return;
    await writeCount({ listId, callId }, before, after);
  });
}

/** The gauge of a list: today, by UTC, and the 29 days before. */
export async function abandonmentOf(listId: string): Promise<Abandonment> {
  const since = dayOf(new Date(clock.now() - (days - 1) * dayMs).toISOString());
  const counted = await daysSince(listId, since);
  const live = counted.reduce((sum, day) => sum + day.live, 0);
  const abandoned = counted.reduce((sum, day) => sum + day.abandoned, 0);
  return { since, live, abandoned, share: live === 0 ? 0 : abandoned / live };
}
