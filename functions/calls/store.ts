import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { dueAt, type EarlierItem } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import {
  agentsOnPhones,
  type Call,
  type CallDirection,
  type CallStatus,
  call,
  isActiveCall,
} from '#shared/model/call.ts';
import { exchangeLimits } from '#shared/model/exchange.ts';

/** A call as it is stored. */
const Calls = entity('call', {
  fields: z.object({ callId: z.string(), call: z.custom<Call>(), version: z.number() }),
  key: { partition: ['callId'], sort: [] },
  due: true,
});

/**
 * What calls are found by: an entry in each bucket that a call belongs to (all, an agent, a lead, a number, a
 * status, a direction, those that go on), sorted by when it began. It holds what the other filters ask about, so
 * that a list reads no call that it does not show. Written in the transaction of the call itself, and only where
 * something of it changes.
 */
const Entries = entity('callEntry', {
  fields: call.pick({ status: true, direction: true, leadId: true }).extend({
    bucket: z.string(),
    entry: z.string(),
    callId: z.string(),
    agents: z.array(z.string()),
    /** Whose phones it rings, or who is spoken with before a transfer. */
    onPhones: z.array(z.string()).optional(),
  }),
  key: { partition: ['bucket'], sort: ['entry'] },
});
export type CallEntry = Stored<typeof Entries>;

const agentsOf = (call: Call) => [...new Set(call.legs.map(({ agentId }) => agentId))];
const entryOf = ({ startedAt, id }: Call) => `${startedAt}#${id}`;

export const buckets = {
  all: 'all',
  active: 'active',
  agent: (id: string) => `agent:${id}`,
  lead: (id: string) => `lead:${id}`,
  number: (phone: string) => `number:${phone}`,
  status: (status: CallStatus) => `status:${status}`,
  direction: (direction: CallDirection) => `direction:${direction}`,
} as const;

/** Calls that go on are so few that their statuses need no lists of their own. */
const bucketsOf = (call: Call): string[] => [
  buckets.all,
  buckets.direction(call.direction),
  isActiveCall(call.status) ? buckets.active : buckets.status(call.status),
  ...(call.phone ? [buckets.number(call.phone)] : []),
  ...(call.leadId ? [buckets.lead(call.leadId)] : []),
  ...agentsOf(call).map(buckets.agent),
];

/**
 * The entries of a call, in every bucket that it belongs to. How far a call is that goes on says only the list of those
 * that do; the others would be written again with each ring and say no more than that it goes on.
 */
function entriesOf(call: Call) {
  const { id: callId, direction, leadId } = call;
  const agents = agentsOf(call);
  // A call that nobody has is seen by all, and who has a part in it sees it anyway.
  const onPhones = agents.length === 0 ? [] : agentsOnPhones(call).filter((id) => !agents.includes(id));
  return bucketsOf(call).map((bucket) => {
    const status: CallStatus =
      isActiveCall(call.status) && bucket !== buckets.active ? 'queued' : call.status;
    return { bucket, entry: entryOf(call), callId, status, direction, leadId, agents, onPhones };
  });
}

export async function findCall(callId: string): Promise<Call | undefined> {
  return (await Calls.find({ callId }))?.call;
}

/** Many calls, in the order of their ids as given. */
export async function findAll(callIds: readonly string[]): Promise<Call[]> {
  const items = await Calls.findMany(callIds.map((callId) => ({ callId })));
  const found = new Map(items.map(({ callId, call }) => [callId, call]));
  return callIds.flatMap((callId) => found.get(callId) ?? []);
}

/** Somebody else was quicker with this call. */
export class CallChanged extends AppError {
  constructor(version: number) {
    super(409, 'conflict', 'Somebody has changed this call since you opened it. Reload it and try again.', {
      details: { version },
    });
  }
}
export const isOvertaken = (error: unknown) => error instanceof CallChanged;

/** A call that the exchange makes, and whose end it tells. */
export const isOnExchange = ({ origin, status }: Call): boolean => Boolean(origin) && isActiveCall(status);

/** When nothing has been heard of a call for so long that the exchange is asked; ms since 1970. */
export const quietAt = ({ updatedAt }: Call): number => Date.parse(updatedAt) + exchangeLimits.ring * 1000;

/**
 * The instant at which each agent who talks in a call began to: also whom a colleague speaks with before a transfer, who
 * has no part in it yet.
 */
function talkingOf(call: Call | undefined): Map<string, string> {
  if (!call || !isActiveCall(call.status)) return new Map();
  const consulted = call.live?.transfer ? call.live.phones : [];
  return new Map([
    ...consulted.flatMap(({ agentId, state }): [string, string][] =>
      agentId && state === 'talking' ? [[agentId, call.updatedAt]] : [],
    ),
    ...call.legs
      .filter(({ answeredAt, endedAt }) => answeredAt && !endedAt)
      .map(({ agentId, answeredAt }): [string, string] => [agentId, answeredAt!]),
  ]);
}

/** The write that tells of agents who begin to talk in a call, or end to; none where nobody does. */
function agentsEvent(before: Call | undefined, after: Call): object[] {
  const [then, now] = [talkingOf(before), talkingOf(after)];
  const endedAt = (agentId: string) =>
    after.legs.findLast((leg) => leg.agentId === agentId)?.endedAt ?? after.endedAt ?? after.updatedAt;
  const agents = [
    ...[...now]
      .filter(([agentId]) => !then.has(agentId))
      .map(([agentId, at]) => ({ agentId, talking: true, at })),
    ...[...then.keys()]
      .filter((agentId) => !now.has(agentId))
      .map((agentId) => {
        const hadPart = after.legs.some((leg) => leg.agentId === agentId);
        return { agentId, talking: false, at: endedAt(agentId), ...(hadPart ? {} : { wrapsUp: false }) };
      }),
  ];
  return agents.length > 0 ? [event('call.agents', after.id, { agents })] : [];
}

/** The writes that bring a call, new or there already, to a state, its entries with it. */
export function callWrites(before: Call | undefined, after: Call): object[] {
  const { id: callId, version } = after;
  const isOpen = isOnExchange(after);
  const item = { callId, call: after, version, ...(isOpen ? dueAt('call', callId, quietAt(after)) : {}) };
  const had = new Map((before ? entriesOf(before) : []).map((entry) => [entry.bucket, entry]));
  const has = entriesOf(after);
  const kept = new Set(has.map(({ bucket }) => bucket));
  const gone = [...had.values()].filter(({ bucket }) => !kept.has(bucket));
  return [
    before ? Calls.put(item, ifVersion(before.version, new CallChanged(before.version))) : Calls.insert(item),
    ...gone.map(({ bucket, entry }) => Entries.remove({ bucket, entry })),
    ...has
      .filter((entry) => !isDeepStrictEqual(entry, had.get(entry.bucket)))
      .map((entry) => Entries.put(entry)),
    ...agentsEvent(before, after),
  ];
}

/** Above every entry that begins with the text before it. */
const end = '\uffff';

/** Entries of a bucket, newest first: those that began from `from` on and lie before `before`. */
export async function readBucket(
  bucket: string,
  { from = '', before = end }: { from?: string | undefined; before?: string | undefined },
  limit: number,
): Promise<CallEntry[]> {
  if (from > before) return [];
  const stretch = Entries.query('key', { bucket }).between({ entry: from }, { entry: before });
  const { data } = await stretch.go({ order: 'desc', limit: limit + 1, consistent: true });
  return data.filter(({ entry }) => entry < before).slice(0, limit);
}

/** A page of the calls that began before an instant (ISO 8601), the oldest first. */
export async function callsBefore(before: string, cursor: string | null, limit: number) {
  const stretch = Entries.query('key', { bucket: buckets.all }).between({ entry: '' }, { entry: before });
  const page = await stretch.go({ cursor, limit, consistent: true });
  return { calls: await findAll(page.data.map(({ callId }) => callId)), cursor: page.cursor };
}

/** The last calls with a lead, newest first. */
export async function lastCallsWith(leadId: string, limit: number): Promise<Call[]> {
  const entries = await readBucket(buckets.lead(leadId), {}, limit);
  return findAll(entries.map(({ callId }) => callId));
}

/** The last call with a lead. */
export async function lastCallWith(leadId: string): Promise<Call | undefined> {
  const [entry] = await readBucket(buckets.lead(leadId), {}, 1);
  return entry && findCall(entry.callId);
}

/** Calls that go on, as a version before the index of what is due wrote them. */
export async function earlierCalls(): Promise<EarlierItem[]> {
  const entries = await Entries.all('key', { bucket: buckets.active }, { consistent: false });
  return entries.map(({ callId }) => ({ key: Calls.keyOf({ callId }), id: callId }));
}
