import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, earlierItems } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import type { JobRange } from '#functions/kernel/job-list.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import type { Role } from '#shared/api/contract.ts';
import type { AutoReply, CampaignSchedule, FollowUpWho } from '#shared/model/campaign.ts';
import type { CampaignTest, Verdict } from '#shared/model/campaign-test.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import type { BlastStatus } from '#shared/model/message.ts';

/** How many leads lie in one chunk; some 15 KB. */
export const chunkSize = 200;

/** Chunks serve while a blast runs, and for the table of its leads afterwards; seconds. */
export const chunkSeconds = 400 * 24 * 3600;

/** What a campaign has besides a blast. Items of earlier versions have none of it, and are blasts that started at once. */
interface CampaignFields {
  kind?: 'blast' | 'campaign';
  poolId?: string | null;
  schedule?: CampaignSchedule;
  autoReply?: AutoReply;
  onceWithinHours?: number;
  /** What it goes on with when its pause ends; left out where it has not started. */
  pausedFrom?: 'gathering' | 'sending';
  /** How often its pace was changed: each pace has a bucket of its own, so that it holds at once. */
  paces?: number;
  /** Its leads have items of their own, and are counted by them. */
  counted?: true;
  /** Of those found, rows and ids that are no lead. */
  unusable?: number;
  startedAt?: string | null;
  /** Links of its text become short ones, so that clicks are counted. */
  shortLinks?: boolean;
  /** Several texts of which the best is found out; `message` is the first of them. */
  test?: CampaignTest | null;
  /** How many have had their first turn, be it that they were texted, left out or put off. */
  turned?: number;
  /** When the last of those had their turn who get the variants, where the others wait for the winner. */
  testedAt?: string | null;
  /** What was called then: the others get the winner, or go on to get the variants where there is none. */
  called?: Verdict & { at: string };
}

export interface BlastRecord extends CampaignFields {
  id: string;
  name: string;
  status: BlastStatus;
  message: string;
  templateId: string | null;
  from: string | null;
  ratePerMinute: number;
  by: { userId: string; role: Role; username: string };
  /** Whom it is for, and how far they have been found: a filter, or a file of the bucket. */
  audience: {
    filter?: LeadFilter | undefined;
    expected?: number | undefined;
    file?: string | undefined;
    /** Another campaign, whom of it this one is for. */
    followUp?: { campaignId: string; who: FollowUpWho } | undefined;
    filename?: string | undefined;
    /** Rows of the file, or leads that were chosen one by one. */
    leads?: number | undefined;
    cursor?: string;
    row?: number;
  };
  /** Leads found, in chunks. */
  found: number;
  chunks: number;
  /** The next lead to be sent to: a chunk, or of those that were put off the one that is worked, and a place in it. */
  chunk: number;
  later: LaterKey | null;
  done: number;
  sent: number;
  refused: number;
  failed: number;
  /** People whose hours are waited for. */
  deferred: number;
  outsideHours: 'wait' | 'skip';
  /** code → how often, and a sentence. */
  reasons: Record<string, { count: number; text: string }>;
  nextAt: string | null;
  why: string | null;
  /** Who works it has it until then, ms since 1970. */
  token: string;
  leaseUntil: number;
  /** Times in a row that the provider was down. */
  downs: number;
  createdAt: string;
  endedAt: string | null;
  version: number;
}

const Blasts = entity('blast', {
  fields: z.object({
    blastId: z.string(),
    createdAt: z.string(),
    /** 'yes' of blasts of earlier versions that have not ended; else empty. */
    open: z.string(),
    blast: z.custom<BlastRecord>(),
    version: z.number(),
  }),
  key: { partition: ['blastId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'blastId'], casing: 'none' },
    open: {
      index: 'gsi2',
      partition: ['open'],
      sort: ['createdAt', 'blastId'],
      casing: 'none',
      retired: true,
    },
  },
  due: true,
});

const Chunks = entity('blastChunk', {
  fields: z.object({
    blastId: z.string(),
    n: z.number(),
    leadIds: z.array(z.string()),
    expiresAt: z.number(),
  }),
  key: { partition: ['blastId'], sort: ['n'] },
});

/** People whose hours are waited for, by when they begin: whoever may be texted first is looked at first. */
const Laters = entity('blastLater', {
  fields: z.object({
    blastId: z.string(),
    /** ISO 8601. */
    notBefore: z.string(),
    n: z.number(),
    leadIds: z.array(z.string()),
    pass: z.number(),
    /** What they wait for, where that is not their hours. */
    why: z.string().optional(),
    expiresAt: z.number(),
  }),
  key: { partition: ['blastId'], sort: ['notBefore', 'n'] },
});
type StoredLater = Stored<typeof Laters>;

/** The code of a reason for which a text failed, which is told once however often it comes. */
export const failedAs = (error: string): string => `failed: ${error.slice(0, 80)}`;

const ended: readonly BlastStatus[] = ['completed', 'cancelled', 'failed'];
/** Nobody works it before somebody starts it. */
export const isIdle = ({ status }: Pick<BlastRecord, 'status'>): boolean =>
  status === 'draft' || status === 'paused';
export const isOver = ({ status }: Pick<BlastRecord, 'status'>): boolean => ended.includes(status);

/** When a blast wants a turn that nobody may be at, ms since 1970. */
export const idleAt = ({ leaseUntil, nextAt, createdAt }: BlastRecord): number =>
  Math.max(leaseUntil, Date.parse(nextAt ?? createdAt));

/** A blast is written with every few messages: its place in the index moves every ten seconds at most. */
const coarse = (at: number): number => Math.ceil(at / 10_000) * 10_000;

const item = (blast: BlastRecord) => ({
  blastId: blast.id,
  createdAt: blast.createdAt,
  open: '',
  blast,
  version: blast.version,
  ...(isOver(blast) || isIdle(blast) ? {} : dueAt('blast', blast.id, coarse(idleAt(blast)))),
});

export async function findBlast(blastId: string): Promise<BlastRecord | undefined> {
  return (await Blasts.find({ blastId }))?.blast;
}

/** The write of a new blast; refused when it is there already. */
export const insertBlast = (blast: BlastRecord): object => Blasts.insert(item(blast));

/** The write of a change; refused when it has changed since. */
export const replaceBlast = (before: BlastRecord, after: BlastRecord): object =>
  Blasts.put(item(after), ifVersion(before.version));

export type LaterKey = Pick<StoredLater, 'notBefore' | 'n'>;

/** Leads that are sent to one after another. */
export interface Chunk {
  leadIds: readonly string[];
  /** How often they have been put off. */
  pass: number;
  /** Of those that were put off. */
  later: LaterKey | null;
  /** What those who were put off wait for, where that is not their hours. */
  why?: string | undefined;
  /** Of those that were put off: others whose people are among these, and who are written as one with the next step. */
  joined?: readonly LaterKey[];
}

/** The write of a chunk; written twice it is the same. */
export const putChunk = (blastId: string, n: number, leadIds: readonly string[]): object =>
  Chunks.put({ blastId, n, leadIds: [...leadIds], expiresAt: clock.seconds() + chunkSeconds });

/** Leads as they are written, so many in each chunk. */
export const inChunks = (leadIds: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(leadIds.length / chunkSize) }, (_, n) =>
    leadIds.slice(n * chunkSize, (n + 1) * chunkSize),
  );

export const chunkWrites = (blastId: string, chunks: readonly string[][]): object[] =>
  chunks.map((leadIds, n) => putChunk(blastId, n, leadIds));

export async function chunkOf(blastId: string, n: number): Promise<Chunk> {
  const chunk = await Chunks.find({ blastId, n });
  return { leadIds: chunk?.leadIds ?? [], pass: 0, later: null };
}

/** The write that puts people off until an instant. `n` tells those of one instant apart. */
export const putLater = (
  blastId: string,
  { notBefore, n }: LaterKey,
  { leadIds, pass, why }: Pick<Chunk, 'leadIds' | 'pass' | 'why'>,
  expiresAt: number,
): object => Laters.put({ blastId, notBefore, n, leadIds: [...leadIds], pass, why, expiresAt });

export const removeLater = (blastId: string, key: LaterKey): object => Laters.remove({ blastId, ...key });

const laterChunk = ({ notBefore, n, leadIds, pass, why }: StoredLater): Chunk => ({
  leadIds,
  pass,
  why,
  later: { notBefore, n },
});

export async function laterOf(blastId: string, key: LaterKey): Promise<Chunk> {
  const later = await Laters.find({ blastId, ...key });
  return later ? laterChunk(later) : { leadIds: [], pass: 0, later: key };
}

/** Items of people who were put off that are joined at most: they are written in one transaction with a step. */
const mostJoined = 24;

/**
 * Of the people who were put off those who may be texted first, together with others who may be texted by now: each step
 * puts off a few, and a step is made for many.
 */
export async function firstLater(blastId: string): Promise<Chunk | undefined> {
  const { data } = await Laters.query('key', { blastId }).go({ limit: mostJoined, consistent: true });
  const [first, ...others] = data.map(laterChunk);
  if (!first) return undefined;
  const now = clock.iso();
  const leadIds = [...first.leadIds];
  const joined: LaterKey[] = [];
  for (const other of others) {
    const isJoined =
      other.later!.notBefore <= now &&
      other.pass === first.pass &&
      leadIds.length + other.leadIds.length <= chunkSize;
    if (!isJoined) break;
    leadIds.push(...other.leadIds);
    joined.push(other.later!);
  }
  return { ...first, leadIds, joined };
}

/** The writes that make one of those who were read as one. */
export function joinLaters(blastId: string, { leadIds, pass, why, later, joined = [] }: Chunk): object[] {
  if (!later || joined.length === 0) return [];
  const expiresAt = clock.seconds() + chunkSeconds;
  return [
    putLater(blastId, later, { leadIds, pass, why }, expiresAt),
    ...joined.map((key) => removeLater(blastId, key)),
  ];
}

/** The people of a blast who were put off, by when they may be texted. */
export async function* latersOf(blastId: string): AsyncGenerator<Chunk> {
  const query = Laters.query('key', { blastId });
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof query.go>> = await fromCursor(
      (options) => query.go(options),
      cursor,
      25,
    );
    for (const later of page.data) yield laterChunk(later);
    cursor = page.cursor;
  } while (cursor);
}

export async function blastsPage(limit: number, cursor?: string) {
  const query = Blasts.query('byTime');
  const page = await fromCursor((options) => query.go({ ...options, order: 'desc' }), cursor, limit);
  return { blasts: page.data.map(({ blast }) => blast), nextCursor: page.cursor };
}

/** Blasts that began in a stretch of time. */
export function blastsIn({ from, before }: JobRange) {
  const query = Blasts.query('byTime');
  return query.between({ createdAt: from }, { createdAt: before.at, blastId: before.id });
}

/** The newest blasts and campaigns, at most so many. */
export async function newestBlasts(most: number): Promise<BlastRecord[]> {
  const { data } = await Blasts.query('byTime').go({ pages: 'all', count: most, order: 'desc' });
  return data.map(({ blast }) => blast);
}

/** The write that takes a blast away; refused when it has changed since. */
export const removeBlast = ({ id, version }: BlastRecord): object =>
  Blasts.remove({ blastId: id }, ifVersion(version));

/** Chunks that are read at once; some 400 KB. */
const chunksAtOnce = 25;

/** The leads of a blast in their order, chunk by chunk, those of chunk `from` first. */
export async function* chunksOf(
  blastId: string,
  chunks: number,
  from = 0,
): AsyncGenerator<{ n: number; leadIds: string[] }> {
  for (let at = from; at < chunks; at += chunksAtOnce) {
    const keys = Array.from({ length: Math.min(chunksAtOnce, chunks - at) }, (_, n) => ({
      blastId,
      n: at + n,
    }));
    // Their keys are sorted as texts, so that a query would answer chunk 10 before chunk 2.
    const found = await Chunks.findMany(keys);
    yield* found.sort((one, other) => one.n - other.n);
  }
}

export const earlierBlasts = () => earlierItems(Blasts.query('open', { open: 'yes' }), 'blastId');
