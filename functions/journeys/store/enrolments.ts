import { createHash } from 'node:crypto';
import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { EnrolmentStatus } from '#shared/model/journey/journey.ts';
import type { AwaitedEvent } from '#shared/model/journey/steps/wait.ts';

/*
 * An enrolment is one item: the lead, the version of the journey that it is pinned to, the step that comes next, and
 * when. What is due is found by one index, sorted by time, in a few shards of a tenant: what is not due costs nothing.
 */

/** Two finders, and the index itself, share a tenant's due items among so many partitions. */
export const dueShards = 8;

/** What an enrolment waits for besides its time. */
export interface Awaited {
  event?: AwaitedEvent;
  /** The status or tag; any when empty. */
  value?: string;
  /** When it began to wait for the event: what happened before is not meant. */
  since?: string;
  /** The key of the call whose result it waits for. */
  call?: string;
}

export interface EnrolmentRecord {
  enrolmentId: string;
  journeyId: string;
  leadId: string;
  leadName: string;
  journeyVersion: number;
  status: EnrolmentStatus;
  /** The step that comes next, or that waits; none at the end. */
  stepId: string | null;
  /** Counts the steps that were begun: with the id it names an execution, the same whoever runs it. */
  seq: number;
  dueAt: string;
  /** When the finder looks again: `dueAt`, or later while its message is on the queue. */
  queueAt: string;
  waiting: Awaited | null;
  /** Tries of the step that failed by a provider's fault. */
  attempts: number;
  /** Calls of the step that nobody answered. */
  calls?: number;
  /** What has happened so far, for branches. */
  happened: string[];
  note: string;
  /** Of a paused lead: when it goes on by itself. */
  pausedUntil?: string | null;
  enteredAt: string;
  enteredBy: string;
  /** How many journeys put the lead into each other before this one; none in enrolments from before it was counted. */
  depth?: number;
  endedAt?: string | null;
  version: number;
}

const Enrolments = new Entity(
  {
    model: model('enrolment'),
    attributes: {
      tenantId: { type: 'number', required: true },
      enrolmentId: { type: 'string', required: true },
      journeyId: { type: 'string', required: true },
      leadId: { type: 'string', required: true },
      /** In the index of what is due while it is active; else empty. */
      shard: { type: 'string' },
      queueAt: { type: 'string', required: true },
      status: { type: 'string', required: true },
      enteredAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
      body: { type: 'any', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'enrolmentId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      due: {
        index: keys.gsi1.index,
        condition: ({ shard }: { shard?: string }) => Boolean(shard),
        pk: { ...keys.gsi1.pk, composite: ['tenantId', 'shard'] },
        sk: { ...keys.gsi1.sk, composite: ['queueAt', 'enrolmentId'], casing: 'none' },
      },
      ofLead: {
        index: keys.gsi2.index,
        pk: { ...keys.gsi2.pk, composite: ['tenantId', 'leadId'] },
        sk: { ...keys.gsi2.sk, composite: ['enteredAt', 'enrolmentId'], casing: 'none' },
      },
      ofJourney: {
        index: keys.gsi3.index,
        pk: { ...keys.gsi3.pk, composite: ['tenantId', 'journeyId'] },
        sk: { ...keys.gsi3.sk, composite: ['status', 'enteredAt', 'enrolmentId'], casing: 'none' },
      },
    },
  },
  connection,
);

export const shardOf = (id: string): string => String(createHash('sha1').update(id).digest()[0]! % dueShards);

const toItem = (record: EnrolmentRecord) => {
  const { enrolmentId, journeyId, leadId, queueAt, status, enteredAt, version, ...body } = record;
  return {
    tenantId: tenantOf(),
    enrolmentId,
    journeyId,
    leadId,
    queueAt,
    status,
    enteredAt,
    version,
    body,
    shard: status === 'active' || (status === 'paused' && record.pausedUntil) ? shardOf(enrolmentId) : '',
  };
};

type Stored = Omit<ReturnType<typeof toItem>, 'tenantId'>;
const toRecord = (stored: unknown): EnrolmentRecord => {
  const { body, shard: _shard, ...item } = ofTenant<Stored & { shard?: string }>(stored);
  return { ...body, ...item, status: item.status as EnrolmentStatus };
};

export async function findEnrolment(enrolmentId: string): Promise<EnrolmentRecord | undefined> {
  const { data } = await Enrolments.get({ tenantId: tenantOf(), enrolmentId }).go({ consistent: true });
  return data ? toRecord(data) : undefined;
}

export const insertEnrolment = (record: EnrolmentRecord) => Enrolments.create(toItem(record)).params();

/** Writes an enrolment again where nobody has changed it since it was read; its version counts on. */
export const replaceEnrolment = (record: EnrolmentRecord) =>
  Enrolments.put(toItem({ ...record, version: record.version + 1 }))
    .where((at, op) => op.eq(at.version, record.version))
    .params();

export const deleteEnrolment = (enrolmentId: string) =>
  Enrolments.remove({ tenantId: tenantOf(), enrolmentId }).params();

/** What is due in one shard, the longest due first. */
export async function dueIn(
  shard: number,
  until: string,
  limit: number,
  cursor: string | null = null,
): Promise<{ items: EnrolmentRecord[]; cursor: string | null }> {
  const page = await Enrolments.query
    .due({ tenantId: tenantOf(), shard: String(shard) })
    // An id too, or what is due at this very millisecond would sort behind it.
    .lte({ queueAt: until, enrolmentId: 'z' })
    .go({ limit, cursor });
  return { items: page.data.map(toRecord), cursor: page.cursor };
}

/** What comes soonest, over all shards. @param from cursor: the place after which it goes on */
export async function soonest(limit: number, from?: { queueAt: string; enrolmentId: string }) {
  const pages = await Promise.all(
    Array.from({ length: dueShards }, async (_, shard) => {
      const query = Enrolments.query.due({ tenantId: tenantOf(), shard: String(shard) });
      const { data } = await (from ? query.gt(from) : query).go({ limit });
      return data.map(toRecord);
    }),
  );
  return pages
    .flat()
    .sort((a, b) => (`${a.queueAt}${a.enrolmentId}` < `${b.queueAt}${b.enrolmentId}` ? -1 : 1))
    .slice(0, limit);
}

/** Has the finder look at an enrolment later, because its message is under way. */
export async function lease(record: EnrolmentRecord, until: string): Promise<void> {
  await Enrolments.patch({ tenantId: tenantOf(), enrolmentId: record.enrolmentId })
    .set({ queueAt: until })
    .composite({ shard: shardOf(record.enrolmentId) } as never)
    .where((at, op) => op.eq(at.version, record.version))
    .go();
}

export async function enrolmentsOfLead(leadId: string): Promise<EnrolmentRecord[]> {
  const { data } = await Enrolments.query
    .ofLead({ tenantId: tenantOf(), leadId })
    .go({ pages: 'all', order: 'desc' });
  return data.map(toRecord);
}

/** Of one journey by status, then by time; with `status` only those. */
export async function enrolmentsOfJourney(
  journeyId: string,
  { status, limit, cursor }: { status?: EnrolmentStatus | undefined; limit: number; cursor: string | null },
): Promise<{ data: EnrolmentRecord[]; cursor: string | null }> {
  const query = Enrolments.query.ofJourney({
    tenantId: tenantOf(),
    journeyId,
    ...(status ? { status } : {}),
  });
  const page = await fromCursor((options) => query.go(options), cursor, limit);
  return { data: page.data.map(toRecord), cursor: page.cursor };
}
