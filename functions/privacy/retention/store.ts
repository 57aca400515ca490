import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import type { RetentionResult, SpareReason, Term } from '#shared/model/retention.ts';
import type { PersonOfLead } from '../person.ts';

/** The kind of the job that works a run. */
export const jobKind = 'privacy.retention';

const daySeconds = 86_400;
/** A run proves what was erased; as long as a claim may be brought and proofs are kept; seconds. */
const runSeconds = 5 * 366 * daySeconds;
/** What a run planned page by page serves while it is worked; seconds. */
const chunkSeconds = 30 * daySeconds;

export interface Rule {
  term: Term;
  isPaused: boolean;
  /** Nothing goes by it before; ISO 8601. */
  startsAt: string;
  setBy: string;
}

/** The rules of a tenant, by the kind of data: one item. */
const Rules = entity('retentionRules', {
  fields: z.object({ rules: z.custom<Readonly<Record<string, Rule>>>(), version: z.number() }),
  key: { partition: [], sort: [] },
});
export type RulesRecord = Stored<typeof Rules>;

export const changedSince = changedSinceOpened('rule');
export const readRules = async (): Promise<RulesRecord> =>
  (await Rules.find({})) ?? { rules: {}, version: 0 };
/** The write of other rules; refused with `changedSince` where they are not as they were read. */
export const rulesWrite = ({ version }: RulesRecord, rules: RulesRecord['rules']): object =>
  Rules.put({ rules, version: version + 1 }, ifVersion(version, changedSince));

/** Where a kind's last run stopped that had more to look at than a run takes. */
export interface StoppedAt {
  cursor: string;
  /** The cutoff of that run: a place lies within it. */
  before: string;
}

/** When a tenant's next run begins, which the sweeper looks for, and where it goes on: one item. */
const Turns = entity('retentionTurn', {
  fields: z.object({
    nextAt: z.string().nullable(),
    lastRunId: z.string().nullable(),
    stopped: z.custom<Readonly<Record<string, StoppedAt>>>(),
    version: z.number(),
  }),
  key: { partition: [], sort: [] },
  due: true,
});
export type TurnRecord = Stored<typeof Turns>;

export const readTurn = async (): Promise<TurnRecord> =>
  (await Turns.find({})) ?? { nextAt: null, lastRunId: null, stopped: {}, version: 0 };
/** The write of a turn; refused where it has changed since it was read. */
export function turnWrite(before: TurnRecord, changes: Partial<TurnRecord>): object {
  const after = { ...before, ...changes, version: before.version + 1 };
  const due = after.nextAt === null ? {} : dueAt('retention', 'turn', after.nextAt);
  return Turns.put({ ...after, ...due }, ifVersion(before.version));
}

/** A rule as it stood when a run began. */
export interface TermOfRun {
  kind: string;
  title: string;
  term: Term;
  before: string;
  /** Where the run before stopped. */
  from: string | null;
}

/** A run: what it was to take, and at its end what became of it. */
const Runs = entity('retentionRun', {
  fields: z.object({
    runId: z.string(),
    jobId: z.string(),
    startedAt: z.string(),
    terms: z.custom<readonly TermOfRun[]>(),
    /** Places at which kinds stopped, for there was more than a run takes. */
    stopped: z.custom<Readonly<Record<string, StoppedAt>>>(),
    endedAt: z.string().nullable(),
    results: z.custom<readonly RetentionResult[]>().nullable(),
    expiresAt: z.number(),
    version: z.number(),
  }),
  // Its id sorts by time.
  key: { partition: [], sort: ['runId'], casing: 'none' },
});
export type RunRecord = Stored<typeof Runs>;

export const findRun = (runId: string): Promise<RunRecord | undefined> => Runs.find({ runId });
export const runInsertion = (run: Omit<RunRecord, 'expiresAt' | 'version'>): object =>
  Runs.insert({ ...run, expiresAt: clock.seconds() + runSeconds, version: 1 });
export const runWrite = (before: RunRecord, changes: Partial<RunRecord>): object =>
  Runs.put({ ...before, ...changes, version: before.version + 1 }, ifVersion(before.version));

/** A page of runs, the newest first. */
export async function runsPage(limit: number, cursor: string | null | undefined) {
  const query = Runs.query('key');
  const page = await fromCursor(
    (options) => query.go({ ...options, order: 'desc', consistent: true }),
    cursor,
    limit,
  );
  return { runs: page.data, cursor: page.cursor };
}

export interface PlannedItem {
  id: string;
  leadId: string | null;
}

/**
 * One page of a kind in a run. It is written before anything of it is erased, and says all that is erased: a page that
 * is worked again, after a kill or by a message given twice, erases the same and counts the same.
 */
const Chunks = entity('retentionChunk', {
  fields: z.object({
    runId: z.string(),
    kind: z.string(),
    n: z.number(),
    items: z.custom<readonly PlannedItem[]>(),
    /** Of leads: who they are, until they are erased. */
    persons: z.custom<readonly PersonOfLead[]>().nullable(),
    spared: z.custom<Readonly<Partial<Record<SpareReason, number>>>>(),
    failed: z.number(),
    oldest: z.string().nullable(),
    /** Where the page after it begins; null at the end. */
    next: z.string().nullable(),
    isDone: z.boolean(),
    expiresAt: z.number(),
    version: z.number(),
  }),
  key: { partition: ['runId'], sort: ['kind', 'n'], casing: 'none' },
  padded: { n: 6 },
});
export type ChunkRecord = Stored<typeof Chunks>;

export const findChunk = (runId: string, kind: string, n: number): Promise<ChunkRecord | undefined> =>
  Chunks.find({ runId, kind, n });
export const chunksOf = (runId: string): Promise<ChunkRecord[]> => Chunks.all('key', { runId });
export const newChunk = (planned: Omit<ChunkRecord, 'failed' | 'expiresAt' | 'version'>): ChunkRecord => ({
  ...planned,
  failed: 0,
  expiresAt: clock.seconds() + chunkSeconds,
  version: 1,
});
export const chunkInsertion = (chunk: ChunkRecord): object => Chunks.insert(chunk);
/** The change of a chunk, and the write of it; refused where it has changed since it was read. */
export function chunkChange(before: ChunkRecord, changes: Partial<ChunkRecord>) {
  const after: ChunkRecord = { ...before, ...changes, version: before.version + 1 };
  return { after, write: Chunks.put(after, ifVersion(before.version)) };
}
