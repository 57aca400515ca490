import { createHash } from 'node:crypto';
import { z } from 'zod';
import { entity, ifThere, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { type EnrolmentStatus, enrolmentStatuses } from '#shared/model/journey/journey.ts';
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

const Enrolments = entity('enrolment', {
  fields: z.object({
    enrolmentId: z.string(),
    journeyId: z.string(),
    leadId: z.string(),
    /** In the index of what is due while it is active; else empty. */
    shard: z.string().optional(),
    /** When the finder looks again: `dueAt`, or later while its message is on the queue. */
    queueAt: z.string(),
    status: z.enum(enrolmentStatuses),
    enteredAt: z.string(),
    version: z.number(),
    body: z.custom<Body>(),
  }),
  key: { partition: ['enrolmentId'], sort: [] },
  indexes: {
    due: {
      index: 'gsi1',
      partition: ['shard'],
      sort: ['queueAt', 'enrolmentId'],
      casing: 'none',
      onlyWith: 'shard',
    },
    ofLead: { index: 'gsi2', partition: ['leadId'], sort: ['enteredAt', 'enrolmentId'], casing: 'none' },
    ofJourney: {
      index: 'gsi3',
      partition: ['journeyId'],
      sort: ['status', 'enteredAt', 'enrolmentId'],
      casing: 'none',
    },
  },
});
type StoredEnrolment = Stored<typeof Enrolments>;

/** What no index asks about. */
interface Body {
  leadName: string;
  journeyVersion: number;
  /** The step that comes next, or that waits; none at the end. */
  stepId: string | null;
  /** Counts the steps that were begun: with the id it names an execution, the same whoever runs it. */
  seq: number;
  dueAt: string;
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
  enteredBy: string;
  /** How many journeys put the lead into each other before this one; none in enrolments from before it was counted. */
  depth?: number;
  endedAt?: string | null;
}

export type EnrolmentRecord = Omit<StoredEnrolment, 'shard' | 'body'> & Body;

export const shardOf = (id: string): string => String(createHash('sha1').update(id).digest()[0]! % dueShards);

const toItem = (record: EnrolmentRecord): StoredEnrolment => {
  const { enrolmentId, journeyId, leadId, queueAt, status, enteredAt, version, ...body } = record;
  const isDue = status === 'active' || (status === 'paused' && record.pausedUntil);
  const shard = isDue ? shardOf(enrolmentId) : '';
  return { enrolmentId, journeyId, leadId, queueAt, status, enteredAt, version, body, shard };
};

const toRecord = ({ body, shard: _, ...item }: StoredEnrolment): EnrolmentRecord => ({ ...body, ...item });

export async function findEnrolment(enrolmentId: string): Promise<EnrolmentRecord | undefined> {
  const stored = await Enrolments.find({ enrolmentId });
  return stored && toRecord(stored);
}

export const insertEnrolment = (record: EnrolmentRecord) => Enrolments.insert(toItem(record));

/** Writes an enrolment again where nobody has changed it since it was read; its version counts on. */
export const replaceEnrolment = (record: EnrolmentRecord) =>
  Enrolments.put(toItem({ ...record, version: record.version + 1 }), ifVersion(record.version));

export const deleteEnrolment = (enrolmentId: string) => Enrolments.remove({ enrolmentId }, ifThere());

/** What is due in one shard, the longest due first. */
export async function dueIn(
  shard: number,
  until: string,
  limit: number,
  cursor: string | null = null,
): Promise<{ items: EnrolmentRecord[]; cursor: string | null }> {
  const page = await Enrolments.query('due', { shard: String(shard) })
    // An id too, or what is due at this very millisecond would sort behind it.
    .lte({ queueAt: until, enrolmentId: 'z' })
    .go({ limit, cursor });
  return { items: page.data.map(toRecord), cursor: page.cursor };
}

/** What comes soonest, over all shards. @param from cursor: the place after which it goes on */
export async function soonest(limit: number, from?: { queueAt: string; enrolmentId: string }) {
  const pages = await Promise.all(
    Array.from({ length: dueShards }, async (_, shard) => {
      const query = Enrolments.query('due', { shard: String(shard) });
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
  const { enrolmentId, version } = record;
  const later = Enrolments.patch({ enrolmentId })
    .set({ queueAt: until })
    .composite({ shard: shardOf(enrolmentId) })
    .where((at, { eq }) => eq(at.version, version));
  await writeOne(later.params());
}

export async function enrolmentsOfLead(leadId: string): Promise<EnrolmentRecord[]> {
  return (await Enrolments.all('ofLead', { leadId }, { order: 'desc' })).map(toRecord);
}

/** Of one journey by status, then by time; with `status` only those. */
export async function enrolmentsOfJourney(
  journeyId: string,
  { status, limit, cursor }: { status?: EnrolmentStatus | undefined; limit: number; cursor: string | null },
): Promise<{ data: EnrolmentRecord[]; cursor: string | null }> {
  const query = Enrolments.query('ofJourney', { journeyId, ...(status ? { status } : {}) });
  const page = await fromCursor((options) => query.go(options), cursor, limit);
  return { data: page.data.map(toRecord), cursor: page.cursor };
}

/** Enrolments of one journey in one status that entered from one instant on and before another, oldest first. */
export async function enteredBetween(
  of: { journeyId: string; status: EnrolmentStatus },
  { from, before }: { from: string; before: string },
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<{ data: EnrolmentRecord[]; cursor: string | null }> {
  const query = Enrolments.query('ofJourney', of).between({ enteredAt: from }, { enteredAt: before });
  const page = await fromCursor((options) => query.go(options), cursor, limit);
  const data = page.data.map(toRecord).filter(({ enteredAt }) => enteredAt < before);
  return { data, cursor: page.cursor };
}
