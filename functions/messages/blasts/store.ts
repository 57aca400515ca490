import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems } from '#functions/kernel/due.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';
import type { Role } from '#shared/api/contract.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import type { BlastStatus } from '#shared/model/message.ts';

const { primary, gsi1, gsi2 } = keys;

/** How many leads lie in one chunk; some 15 KB. */
export const chunkSize = 200;

export interface BlastRecord {
  id: string;
  name: string;
  status: BlastStatus;
  message: string;
  templateId: string | null;
  from: string | null;
  ratePerMinute: number;
  by: { userId: string; role: Role; username: string };
  /** Whom it is for, and how far they have been found: a filter, or a file of the bucket. */
  audience: { filter?: LeadFilter; file?: string; cursor?: string; row?: number };
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

const Blasts = new Entity(
  {
    model: model('blast'),
    attributes: {
      tenantId: { type: 'number', required: true },
      blastId: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
      /** 'yes' of blasts of earlier versions that have not ended; else empty. */
      open: { type: 'string', required: true },
      blast: { type: 'any', required: true },
      version: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'blastId'] },
        sk: { ...primary.sk, composite: [] },
      },
      byTime: {
        index: gsi1.index,
        pk: { ...gsi1.pk, composite: ['tenantId'] },
        sk: { ...gsi1.sk, composite: ['createdAt', 'blastId'], casing: 'none' },
      },
      open: {
        index: gsi2.index,
        condition: () => false,
        pk: { ...gsi2.pk, composite: ['tenantId', 'open'] },
        sk: { ...gsi2.sk, composite: ['createdAt', 'blastId'], casing: 'none' },
      },
    },
  },
  connection,
);

const Chunks = new Entity(
  {
    model: model('blastChunk'),
    attributes: {
      tenantId: { type: 'number', required: true },
      blastId: { type: 'string', required: true },
      n: { type: 'number', required: true },
      leadIds: { type: 'any', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'blastId'] },
        sk: { ...primary.sk, composite: ['n'] },
      },
    },
  },
  connection,
);

/** People whose hours are waited for, by when they begin: whoever may be texted first is looked at first. */
const Laters = new Entity(
  {
    model: model('blastLater'),
    attributes: {
      tenantId: { type: 'number', required: true },
      blastId: { type: 'string', required: true },
      /** ISO 8601. */
      notBefore: { type: 'string', required: true },
      n: { type: 'number', required: true },
      leadIds: { type: 'any', required: true },
      pass: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byTime: {
        pk: { ...primary.pk, composite: ['tenantId', 'blastId'] },
        sk: { ...primary.sk, composite: ['notBefore', 'n'] },
      },
    },
  },
  connection,
);

const tenant = () => ({ tenantId: tenantOf() });
const ended: readonly BlastStatus[] = ['completed', 'cancelled', 'failed'];
export const isOver = ({ status }: Pick<BlastRecord, 'status'>): boolean => ended.includes(status);

/** When a blast wants a turn that nobody may be at, ms since 1970. */
export const idleAt = ({ leaseUntil, nextAt, createdAt }: BlastRecord): number =>
  Math.max(leaseUntil, Date.parse(nextAt ?? createdAt));

/** A blast is written with every few messages: its place in the index moves every ten seconds at most. */
const coarse = (at: number): number => Math.ceil(at / 10_000) * 10_000;

const item = (blast: BlastRecord) => ({
  ...tenant(),
  blastId: blast.id,
  createdAt: blast.createdAt,
  open: '',
  blast,
  version: blast.version,
  ...(isOver(blast) ? {} : dueAt('blast', blast.id, coarse(idleAt(blast)))),
});

export async function findBlast(blastId: string): Promise<BlastRecord | undefined> {
  const { data } = await Blasts.get({ ...tenant(), blastId }).go({ consistent: true });
  return data ? (data.blast as BlastRecord) : undefined;
}

/** The write of a new blast; refused when it is there already. */
export const insertBlast = (blast: BlastRecord): object => Blasts.create(item(blast)).params();

/** The write of a change; refused when it has changed since. */
export const changingBlast = (before: BlastRecord, after: BlastRecord): object =>
  Blasts.put(item(after))
    .where(({ version }, { eq }) => eq(version, before.version))
    .params();

export interface LaterKey {
  notBefore: string;
  n: number;
}

/** Leads that are sent to one after another. */
export interface Chunk {
  leadIds: readonly string[];
  /** How often they have been put off. */
  pass: number;
  /** Of those that were put off. */
  later: LaterKey | null;
}

/** The write of a chunk; written twice it is the same. */
export const putChunk = (blastId: string, n: number, leadIds: readonly string[], expiresAt: number): object =>
  Chunks.put({ ...tenant(), blastId, n, leadIds, expiresAt }).params();

export async function chunkOf(blastId: string, n: number): Promise<Chunk> {
  const { data } = await Chunks.get({ ...tenant(), blastId, n }).go({ consistent: true });
  return { leadIds: (data?.leadIds as string[] | undefined) ?? [], pass: 0, later: null };
}

/** The write that puts people off until an instant. `n` tells those of one instant apart. */
export const putLater = (
  blastId: string,
  { notBefore, n }: LaterKey,
  { leadIds, pass }: Pick<Chunk, 'leadIds' | 'pass'>,
  expiresAt: number,
): object => Laters.put({ ...tenant(), blastId, notBefore, n, leadIds, pass, expiresAt }).params();

export const removeLater = (blastId: string, key: LaterKey): object =>
  Laters.delete({ ...tenant(), blastId, ...key }).params();

interface StoredLater extends LaterKey {
  leadIds?: unknown;
  pass: number;
}
const laterChunk = ({ notBefore, n, leadIds, pass }: StoredLater): Chunk => ({
  leadIds: leadIds as string[],
  pass,
  later: { notBefore, n },
});

export async function laterOf(blastId: string, key: LaterKey): Promise<Chunk> {
  const { data } = await Laters.get({ ...tenant(), blastId, ...key }).go({ consistent: true });
  return data ? laterChunk(data) : { leadIds: [], pass: 0, later: key };
}

/** Of the people who were put off those who may be texted first. */
export async function firstLater(blastId: string): Promise<Chunk | undefined> {
  const { data } = await Laters.query.byTime({ ...tenant(), blastId }).go({ limit: 1, consistent: true });
  return data[0] && laterChunk(data[0]);
}

export async function blastsPage(limit: number, cursor?: string) {
  const query = Blasts.query.byTime(tenant());
  const page = await fromCursor((options) => query.go({ ...options, order: 'desc' }), cursor, limit);
  return { blasts: page.data.map(({ blast }) => blast as BlastRecord), nextCursor: page.cursor };
}

export const earlierBlasts = () => earlierItems(Blasts.query.open({ ...tenant(), open: 'yes' }), 'blastId');
