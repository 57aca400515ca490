import { z } from 'zod';
import { dueAt, earlierItems } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { newId } from '#functions/kernel/ids.ts';
import type { Queued } from '../send/manual-send.ts';

/*
 * Messages that a limit holds back stand in lines: one for mails, one for texts, and one for texts of each number that
 * was asked for. A line is one item with the time at which its first message may be tried; the messages lie behind it
 * in the order in which they came. A message stands in no line twice, because its key lies beside it.
 */
const Lines = entity('messageLine', {
  fields: z.object({
    line: z.string(),
    /** ISO 8601; while a worker is at the line, when it would be thought dead. */
    dueAt: z.string(),
    /** Times in a row that the first message met a provider that was down. */
    downs: z.number(),
    /** Grows with each message that joins, so that a line is not removed with somebody in it. */
    joined: z.number(),
  }),
  key: { partition: ['line'], sort: [] },
  indexes: {
    whenDue: { index: 'gsi3', partition: [], sort: ['dueAt', 'line'], casing: 'none', retired: true },
  },
  due: true,
});
export type Line = Stored<typeof Lines>;

const Waiting = entity('messageWaiting', {
  fields: z.object({
    line: z.string(),
    /** Grows with time. */
    place: z.string(),
    queued: z.custom<Queued>(),
  }),
  key: { partition: ['line'], sort: ['place'], casing: 'none' },
});
export type WaitingMessage = Stored<typeof Waiting>;

const WaitingKeys = entity('messageWaitingKey', {
  fields: z.object({ key: z.string() }),
  // A caller's keys are told apart by their case too.
  key: { partition: [], sort: ['key'], casing: 'none' },
});

const lineDue = (line: string, at: string) => dueAt('messageLine', line, at);

export const findLine = (line: string) => Lines.find({ line });

export async function isWaiting(key: string): Promise<boolean> {
  return (await WaitingKeys.find({ key })) !== undefined;
}

/** The writes that put a message at the end of a line, which begins with it where there is none. */
export const joinLine = (line: string, found: Line | undefined, queued: Queued, dueAt: string): object[] => [
  WaitingKeys.insert({ key: queued.outgoing.key }),
  Waiting.insert({ line, place: newId('wait'), queued }),
  found
    ? Lines.patch({ line }).add({ joined: 1 }).params()
    : Lines.insert({ line, dueAt, downs: 0, joined: 1, ...lineDue(line, dueAt) }),
];

/** The writes that take a message out of its line. */
export const removalWrites = ({ line, place, queued }: WaitingMessage): object[] => [
  WaitingKeys.remove({ key: queued.outgoing.key }),
  Waiting.remove({ line, place }),
];

/** The write that sets when a line is tried next; refused when somebody else has set it since. */
export const setLineDue = ({ line, dueAt }: Line, next: Partial<Pick<Line, 'dueAt' | 'downs'>>): object =>
  Lines.patch({ line })
    .set({ ...next, ...(next.dueAt ? lineDue(line, next.dueAt) : {}) })
    .where((at, { eq }) => eq(at.dueAt, dueAt))
    .params();

/** The write that removes an empty line; refused when somebody has joined it since. */
export const removeLine = ({ line, dueAt, joined }: Line): object =>
  Lines.remove({ line }, { where: (at, { eq }) => `${eq(at.dueAt, dueAt)} AND ${eq(at.joined, joined)}` });

/** The messages that stand first in a line. */
export async function firstInLine(line: string, limit: number): Promise<WaitingMessage[]> {
  return (await Waiting.query('key', { line }).go({ limit, consistent: true })).data;
}

/** A page of those that stand in a line. */
export async function pageOfLine(line: string, cursor: string | null, limit: number) {
  const page = await Waiting.query('key', { line }).go({ cursor, limit, consistent: true });
  return { waiting: page.data, cursor: page.cursor };
}

export const earlierLines = () => earlierItems(Lines.query('whenDue'), 'line');
