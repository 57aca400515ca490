import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { FrameRange } from './plan.ts';

/** One part of a video: a range of frames that one renderer at a time works on. */
const Parts = new Entity(
  {
    model: model('exportpart'),
    attributes: {
      tenantId: { type: 'number', required: true },
      exportId: { type: 'string', required: true },
      /** Its place, from 0. */
      n: { type: 'number', required: true },
      /** The range of frames: `from` up to, but without, `to`. */
      from: { type: 'number', required: true },
      to: { type: 'number', required: true },
      status: { type: ['waiting', 'done'] as const, required: true },
      /** Frames that the renderer at work has encoded. */
      drawn: { type: 'number', required: true },
      leaseUntil: { type: 'number', required: true },
      attempts: { type: 'number', required: true },
      /** When its message was put on the queue last (milliseconds since 1970); 0 before. */
      sentAt: { type: 'number', required: true },
      /** How often its message was put there; absent before, and in parts of earlier versions. */
      sends: { type: 'number' },
      /** Seconds since 1970; for parts that outlive their work. */
      expiresAt: { type: 'number' },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'exportId'] },
        sk: { ...keys.primary.sk, composite: ['n'] },
      },
    },
  },
  connection,
);

export interface StoredPart extends FrameRange {
  exportId: string;
  n: number;
  status: 'waiting' | 'done';
  drawn: number;
  leaseUntil: number;
  attempts: number;
  sentAt: number;
  sends: number;
}

const own = (exportId: string, n: number) => ({ tenantId: tenantOf(), exportId, n });

const part = (stored: unknown): StoredPart => ({ sends: 1, ...ofTenant<Omit<StoredPart, 'sends'>>(stored) });

export async function findPart(exportId: string, n: number): Promise<StoredPart | undefined> {
  const { data } = await Parts.get(own(exportId, n)).go({ consistent: true });
  return data ? part(data) : undefined;
}

/** An export's parts in their order. */
export async function partsOf(exportId: string): Promise<StoredPart[]> {
  const { data } = await Parts.query
    .one({ tenantId: tenantOf(), exportId })
    .go({ pages: 'all', consistent: true });
  return data.map(part).sort((a, b) => a.n - b.n);
}

export const insertPart = (
  exportId: string,
  n: number,
  { from, to }: FrameRange,
  more: { expiresAt?: number } = {},
) =>
  Parts.create({
    ...own(exportId, n),
    ...more,
    from,
    to,
    status: 'waiting',
    drawn: 0,
    leaseUntil: 0,
    attempts: 0,
    sentAt: 0,
  }).params();

/** Takes a part for one renderer; refused while another holds it or when it is done. */
export const takePart = (exportId: string, n: number, now: number, leaseUntil: number) =>
  Parts.patch(own(exportId, n))
    .set({ leaseUntil, drawn: 0 })
    .add({ attempts: 1 })
    .where((at, op) => `${op.eq(at.status, 'waiting')} AND ${op.lt(at.leaseUntil, now)}`)
    .params();

/** Tells how far a part is and keeps its lease; refused once it is done or removed. */
export const notePart = (
  exportId: string,
  n: number,
  note: Partial<Pick<StoredPart, 'drawn' | 'leaseUntil'>>,
) =>
  Parts.patch(own(exportId, n))
    .set(note)
    .where((at, op) => op.eq(at.status, 'waiting'))
    .params();

/** Notes that its message was put on the queue; refused once it is done or removed. */
export const noteSent = (exportId: string, n: number, sentAt: number) =>
  Parts.patch(own(exportId, n))
    .set({ sentAt })
    .add({ sends: 1 })
    .where((at, op) => op.eq(at.status, 'waiting'))
    .params();

/** Ends a part, once. */
export const finishPart = (exportId: string, n: number, drawn: number) =>
  Parts.patch(own(exportId, n))
    .set({ status: 'done', drawn, leaseUntil: 0 })
    .where((at, op) => op.eq(at.status, 'waiting'))
    .params();

/** Lets a part be done once more. */
export const reopenPart = (exportId: string, n: number) =>
  Parts.patch(own(exportId, n))
    .set({ status: 'waiting', drawn: 0, leaseUntil: 0, attempts: 0, sentAt: 0 })
    .remove(['sends'])
    .params();

export const deletePart = (exportId: string, n: number) => Parts.delete(own(exportId, n)).params();
