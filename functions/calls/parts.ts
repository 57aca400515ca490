import { buckets, findAll, readBucket } from './store.ts';

/** A call that began so long before a time may have been answered in it; ms. */
const longestRingMs = 4 * 3_600_000;
/** Calls of one agent that are looked at, at most. */
const most = 2_000;

/** An agent's own part of a call; `talkSeconds` is 0 while it goes on. */
export interface AnsweredPart {
  callId: string;
  answeredAt: string;
  talkSeconds: number;
}

/** The parts of calls that an agent answered between two instants. */
export async function partsOfAgent(agentId: string, from: string, to: string): Promise<AnsweredPart[]> {
  const since = new Date(Date.parse(from) - longestRingMs).toISOString();
  const entries = await readBucket(buckets.agent(agentId), { from: since, before: `${to}~` }, most);
  const calls = await findAll(entries.map(({ callId }) => callId));
  return calls.flatMap(({ id, legs }) =>
    legs.flatMap(({ agentId: own, answeredAt, talkSeconds }) =>
      own === agentId && answeredAt && answeredAt >= from && answeredAt <= to
        ? [{ callId: id, answeredAt, talkSeconds }]
        : [],
    ),
  );
}

/** Whether an agent has a part that goes on in a call; who has handed theirs over has none. */
export async function isOnCall(agentId: string): Promise<boolean> {
  const entries = await readBucket(buckets.active, {}, most);
  const theirs = entries.filter(({ agents }) => agents.includes(agentId));
  const calls = await findAll(theirs.map(({ callId }) => callId));
  return calls.some(({ legs }) => legs.some((leg) => leg.agentId === agentId && !leg.endedAt));
}
