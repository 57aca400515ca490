import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems } from '#functions/kernel/due.ts';
import { newId } from '#functions/kernel/ids.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';
import type { Queued } from '../send/manual-send.ts';

const { primary, gsi3 } = keys;

/*
 * Messages that a limit holds back stand in lines: one for mails, one for texts, and one for texts of each number that
 * was asked for. A line is one item with the time at which its first message may be tried; the messages lie behind it
 * in the order in which they came. A message stands in no line twice, because its key lies beside it.
 */
const Lines = new Entity(
  {
    model: model('messageLine'),
    attributes: {
      tenantId: { type: 'number', required: true },
      line: { type: 'string', required: true },
      /** ISO 8601; while a worker is at the line, when it would be thought dead. */
      dueAt: { type: 'string', required: true },
      /** Times in a row that the first message met a provider that was down. */
      downs: { type: 'number', required: true },
      /** Grows with each message that joins, so that a line is not removed with somebody in it. */
      joined: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'line'] },
        sk: { ...primary.sk, composite: [] },
      },
      whenDue: {
        index: gsi3.index,
        // Lines of earlier versions alone lie in it.
        condition: () => false,
        pk: { ...gsi3.pk, composite: ['tenantId'] },
        sk: { ...gsi3.sk, composite: ['dueAt', 'line'], casing: 'none' },
      },
    },
  },
  connection,
);

const Waiting = new Entity(
  {
    model: model('messageWaiting'),
    attributes: {
      tenantId: { type: 'number', required: true },
      line: { type: 'string', required: true },
      /** Grows with time. */
      place: { type: 'string', required: true },
      queued: { type: 'any', required: true },
    },
    indexes: {
      inLine: {
        pk: { ...primary.pk, composite: ['tenantId', 'line'] },
        sk: { ...primary.sk, composite: ['place'], casing: 'none' },
      },
    },
  },
  connection,
);

const WaitingKeys = new Entity(
  {
    model: model('messageWaitingKey'),
    attributes: {
      tenantId: { type: 'number', required: true },
      key: { type: 'string', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        // A caller's keys are told apart by their case too.
        sk: { ...primary.sk, composite: ['key'], casing: 'none' },
      },
    },
  },
  connection,
);

export interface Line {
  line: string;
  dueAt: string;
  downs: number;
  joined: number;
}

export interface WaitingMessage {
  line: string;
  place: string;
  queued: Queued;
}

const lineDue = (line: string, at: string) => dueAt('messageLine', line, at);
const own = (line: string) => ({ tenantId: tenantOf(), line });
const ownKey = (key: string) => ({ tenantId: tenantOf(), key });

export async function findLine(line: string): Promise<Line | undefined> {
  const { data } = await Lines.get(own(line)).go({ consistent: true });
  return data ?? undefined;
}

export async function isWaiting(key: string): Promise<boolean> {
  const { data } = await WaitingKeys.get(ownKey(key)).go({ consistent: true });
  return data !== null;
}

/** The writes that put a message at the end of a line, which begins with it where there is none. */
export function joining(line: string, found: Line | undefined, queued: Queued, dueAt: string): object[] {
  return [
    WaitingKeys.create(ownKey(queued.outgoing.key)).params(),
    Waiting.create({ ...own(line), place: newId('wait'), queued }).params(),
    found
      ? Lines.patch(own(line)).add({ joined: 1 }).params()
      : Lines.create({ ...own(line), dueAt, downs: 0, joined: 1, ...lineDue(line, dueAt) }).params(),
  ];
}

/** The writes that take a message out of its line. */
export const removalWrites = ({ line, place, queued }: WaitingMessage): object[] => [
  WaitingKeys.delete(ownKey(queued.outgoing.key)).params(),
  Waiting.delete({ ...own(line), place }).params(),
];

/** The write that sets when a line is tried next; refused when somebody else has set it since. */
export const settingDue = ({ line, dueAt }: Line, next: Partial<Pick<Line, 'dueAt' | 'downs'>>): object =>
  Lines.patch(own(line))
    .set({ ...next, ...(next.dueAt ? lineDue(line, next.dueAt) : {}) })
    .where((at, { eq }) => eq(at.dueAt, dueAt))
    .params();

/** The write that removes an empty line; refused when somebody has joined it since. */
export const removingLine = ({ line, dueAt, joined }: Line): object =>
  Lines.delete(own(line))
    .where((at, { eq }) => `${eq(at.dueAt, dueAt)} AND ${eq(at.joined, joined)}`)
    .params();

/** The messages that stand first in a line. */
export async function firstInLine(line: string, limit: number): Promise<WaitingMessage[]> {
  const { data } = await Waiting.query.inLine(own(line)).go({ limit, consistent: true });
  return data.map(({ place, queued }) => ({ line, place, queued: queued as Queued }));
}

export const earlierLines = () => earlierItems(Lines.query.whenDue({ tenantId: tenantOf() }), 'line');
