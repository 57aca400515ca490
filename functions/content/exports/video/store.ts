import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import type { Guard } from '#functions/kernel/entity-types.ts';
import type { FrameRange } from '#shared/model/export-encoding.ts';

/** One part of a video: a range of frames that one renderer at a time works on. */
const Parts = entity('exportpart', {
  fields: z.object({
    exportId: z.string(),
    /** Its place, from 0. */
    n: z.number(),
    /** The range of frames: `from` up to, but without, `to`. */
    from: z.number(),
    to: z.number(),
    status: z.enum(['waiting', 'done']),
    /** Frames that the renderer at work has encoded. */
    drawn: z.number(),
    leaseUntil: z.number(),
    attempts: z.number(),
    /** When its message was put on the queue last (milliseconds since 1970); 0 before. */
    sentAt: z.number(),
    /** How often its message was put there; absent before, and in parts of earlier versions. */
    sends: z.number().optional(),
    /** Seconds since 1970; for parts that outlive their work. */
    expiresAt: z.number().optional(),
  }),
  key: { partition: ['exportId'], sort: ['n'] },
});
export type StoredPart = Stored<typeof Parts>;

const whileWaiting: Guard<StoredPart> = { where: ({ status }, { eq }) => eq(status, 'waiting') };

export const findPart = (exportId: string, n: number): Promise<StoredPart | undefined> =>
  Parts.find({ exportId, n });

/** An export's parts in their order. */
export const partsOf = async (exportId: string): Promise<StoredPart[]> =>
  (await Parts.all('key', { exportId })).sort((a, b) => a.n - b.n);

export const insertPart = (
  exportId: string,
  n: number,
  { from, to }: FrameRange,
  more: { expiresAt?: number } = {},
) =>
  Parts.insert({
    exportId,
    n,
    ...more,
    from,
    to,
    status: 'waiting',
    drawn: 0,
    leaseUntil: 0,
    attempts: 0,
    sentAt: 0,
  });

/** Takes a part for one renderer; refused while another holds it or when it is done. */
export const takePart = (exportId: string, n: number, now: number, leaseUntil: number) =>
  Parts.patch({ exportId, n })
    .set({ leaseUntil, drawn: 0 })
    .add({ attempts: 1 })
    .where((at, op) => `${op.eq(at.status, 'waiting')} AND ${op.lt(at.leaseUntil, now)}`)
    .params();

/** Tells how far a part is and keeps its lease; refused once it is done or removed. */
export const notePart = (
  exportId: string,
  n: number,
  note: Partial<Pick<StoredPart, 'drawn' | 'leaseUntil'>>,
) => Parts.patch({ exportId, n }).set(note).params(whileWaiting);

/** Notes that its message was put on the queue; refused once it is done or removed. */
export const noteSent = (exportId: string, n: number, sentAt: number) =>
  Parts.patch({ exportId, n }).set({ sentAt }).add({ sends: 1 }).params(whileWaiting);

/** Ends a part, once. */
export const finishPart = (exportId: string, n: number, drawn: number) =>
  Parts.patch({ exportId, n }).set({ status: 'done', drawn, leaseUntil: 0 }).params(whileWaiting);

/** Lets a part be done once more. */
export const reopenPart = (exportId: string, n: number) =>
  Parts.patch({ exportId, n })
    .set({ status: 'waiting', drawn: 0, leaseUntil: 0, attempts: 0, sentAt: 0 })
    .remove(['sends'])
    .params();

export const deletePart = (exportId: string, n: number) => Parts.remove({ exportId, n });
