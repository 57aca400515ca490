import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, type EarlierItem } from '#functions/kernel/due.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { connection, keys, model, ofTenant, orElse } from '#functions/kernel/table.ts';
import { type Call, type CallDirection, type CallStatus, isActiveCall } from '#shared/model/call.ts';
import { exchangeLimits } from '#shared/model/exchange.ts';

/** A call as it is stored. */
const Calls = new Entity(
  {
    model: model('call'),
    attributes: {
      tenantId: { type: 'number', required: true },
      callId: { type: 'string', required: true },
      call: { type: 'any', required: true },
      version: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      byId: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'callId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

/**
 * What calls are found by: an entry in each bucket that a call belongs to (all, an agent, a lead, a number, a
 * status, a direction, those that go on), sorted by when it began. It holds what the other filters ask about, so
 * that a list reads no call that it does not show. Written in the transaction of the call itself.
 */
const Entries = new Entity(
  {
    model: model('callEntry'),
    attributes: {
      tenantId: { type: 'number', required: true },
      bucket: { type: 'string', required: true },
      entry: { type: 'string', required: true },
      callId: { type: 'string', required: true },
      status: { type: 'string', required: true },
      direction: { type: 'string', required: true },
      leadId: { type: 'string' },
      agents: { type: 'any', required: true },
    },
    indexes: {
      inBucket: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'bucket'] },
        sk: { ...keys.primary.sk, composite: ['entry'] },
      },
    },
  },
  connection,
);

export interface CallEntry {
  entry: string;
  callId: string;
  status: CallStatus;
  direction: CallDirection;
  leadId?: string;
  agents: string[];
}

const own = (callId: string) => ({ tenantId: tenantOf(), callId });
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

const bucketsOf = (call: Call): string[] => [
  buckets.all,
  buckets.status(call.status),
  buckets.direction(call.direction),
  ...(isActiveCall(call.status) ? [buckets.active] : []),
  ...(call.phone ? [buckets.number(call.phone)] : []),
  ...(call.leadId ? [buckets.lead(call.leadId)] : []),
  ...agentsOf(call).map(buckets.agent),
];

export async function findCall(callId: string): Promise<Call | undefined> {
  const { data } = await Calls.get(own(callId)).go({ consistent: true });
  return data ? (data.call as Call) : undefined;
}

/** Many calls, in the order of their ids as given. */
export async function findAll(callIds: readonly string[]): Promise<Call[]> {
  if (callIds.length === 0) return [];
  const { data } = await Calls.get(callIds.map(own)).go({ concurrency: 4, consistent: true });
  const found = new Map(data.map((item) => [item.callId, ofTenant<{ call: Call }>(item).call]));
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

/** The writes that bring a call, new or there already, to a state, its entries with it. */
export function callWrites(before: Call | undefined, after: Call): object[] {
  const item = {
    ...own(after.id),
    call: after,
    version: after.version,
    ...(isOnExchange(after) ? dueAt('call', after.id, quietAt(after)) : {}),
  };
  const write = before
    ? orElse(
        Calls.put(item)
          .where(({ version }, { eq }) => eq(version, before.version))
          .params(),
        new CallChanged(before.version),
      )
    : Calls.create(item).params();
  const has = bucketsOf(after);
  const key = (bucket: string, call: Call) => ({ tenantId: tenantOf(), bucket, entry: entryOf(call) });
  const gone = (before ? bucketsOf(before) : []).filter((bucket) => !has.includes(bucket));
  return [
    write,
    ...gone.map((bucket) => Entries.delete(key(bucket, before!)).params()),
    ...has.map((bucket) =>
      Entries.put({
        ...key(bucket, after),
        callId: after.id,
        status: after.status,
        direction: after.direction,
        leadId: after.leadId ?? undefined,
        agents: agentsOf(after),
      }).params(),
    ),
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
  const { data } = await Entries.query
    .inBucket({ tenantId: tenantOf(), bucket })
    .between({ entry: from }, { entry: before })
    .go({ order: 'desc', limit: limit + 1, consistent: true });
  return data
    .map(ofTenant<CallEntry>)
    .filter(({ entry }) => entry < before)
    .slice(0, limit);
}

/** Calls that go on, as a version before the index of what is due wrote them. */
export async function earlierCalls(): Promise<EarlierItem[]> {
  const { data } = await Entries.query
    .inBucket({ tenantId: tenantOf(), bucket: buckets.active })
    .go({ pages: 'all' });
  return data.map(({ callId }) => {
    const { Key } = Calls.get(own(callId)).params() as { Key: EarlierItem['key'] };
    return { key: Key, id: callId };
  });
}
