import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened, notFound } from '#functions/kernel/errors.ts';
import {
  callbackLimits,
  callbackListDays,
  isOpenCallback,
  queueCallback,
} from '#shared/model/queue-callback.ts';

/** Somebody who has left a queue and wants to be called back. */
const Callbacks = entity('queueCallback', {
  fields: queueCallback.omit({ id: true, leadName: true, nextAt: true }).extend({
    callbackId: z.string(),
    /** The call in which they asked. */
    askedIn: z.string(),
    /** Not called before then. */
    notBefore: z.string(),
    /** Calls that were begun, with those that no agent took up. */
    rounds: z.number().int(),
    /** Of the call that is being made: the agent's phone. */
    agentPhone: z.string().nullable(),
    isOpen: z.boolean(),
    /** Seconds since 1970; of one that is over. */
    expiresAt: z.number().nullable(),
    version: z.number().int(),
  }),
  key: { partition: [], sort: ['callbackId'], casing: 'none' },
  indexes: {
    byTime: { index: 'gsi3', partition: [], sort: ['askedAt', 'callbackId'], casing: 'none' },
  },
  due: true,
});
export type CallbackRecord = Stored<typeof Callbacks>;

/** That somebody waits for a callback of a queue: the same number has one at most. */
const OpenNumbers = entity('openCallbackNumber', {
  fields: z.object({ queueId: z.string(), phone: z.string(), callbackId: z.string() }),
  key: { partition: ['queueId'], sort: ['phone'], casing: 'none' },
});

export const findCallback = (callbackId: string): Promise<CallbackRecord | undefined> =>
  Callbacks.find({ callbackId });

/** @throws 404 */
export async function callbackOr404(callbackId: string): Promise<CallbackRecord> {
  const callback = await findCallback(callbackId);
  if (!callback) throw notFound('The callback');
  return callback;
}

/** The open callback of a number in a queue. */
export async function openCallbackOf(queueId: string, phone: string): Promise<CallbackRecord | undefined> {
  const open = await OpenNumbers.find({ queueId, phone });
  return open && findCallback(open.callbackId);
}

/**
 * Those of a queue that are not over, the first in line first. Read by the key and not by an index, which would tell of one
 * that has just been asked for too late for the exchange to hear of it.
 */
export async function openCallbacks(queueId: string): Promise<CallbackRecord[]> {
  const open = await OpenNumbers.all('key', { queueId });
  const found = await Callbacks.findMany(open.map(({ callbackId }) => ({ callbackId })));
  return found
    .filter(({ isOpen }) => isOpen)
    .sort((one, other) => (`${one.since} ${one.callbackId}` < `${other.since} ${other.callbackId}` ? -1 : 1));
}

/** Callbacks of all queues, the latest first. */
export async function latestCallbacks(limit: number): Promise<CallbackRecord[]> {
  return (await Callbacks.query('byTime').go({ order: 'desc', limit })).data;
}

export const endOfTerm = ({ askedAt }: Pick<CallbackRecord, 'askedAt'>): string =>
  new Date(Date.parse(askedAt) + callbackLimits.longestMs).toISOString();

/** A call that goes on is looked at again after so long, should its end never be told; ms. */
const callLookMs = 60_000;

/** When the sweeper looks at it: when it may be called again, or has waited too long. */
export function nextLookAt(callback: CallbackRecord): string | undefined {
  if (callback.status === 'calling') return new Date(clock.now() + callLookMs).toISOString();
  if (callback.status !== 'waiting') return undefined;
  const end = endOfTerm(callback);
  return callback.notBefore > clock.iso() && callback.notBefore < end ? callback.notBefore : end;
}

const due = (callback: CallbackRecord) => {
  const at = nextLookAt(callback);
  return at ? dueAt('queueCallback', callback.callbackId, at) : {};
};

/** The writes of a new one; refused where its number has one in this queue already. */
export const callbackInsertion = (callback: CallbackRecord): object[] => {
  const { queueId, phone, callbackId } = callback;
  return [
    Callbacks.insert({ ...callback, ...due(callback) }),
    OpenNumbers.insert({ queueId, phone, callbackId }),
  ];
};

export const changedSince = changedSinceOpened('callback');

/** The writes of a change; refused with `changedSince` when it has changed meanwhile. */
export function callbackChange(before: CallbackRecord, changes: Partial<CallbackRecord>) {
  const after: CallbackRecord = { ...before, ...changes, version: before.version + 1 };
  after.isOpen = isOpenCallback(after);
  if (!after.isOpen) {
    after.endedAt = clock.iso();
    after.expiresAt = clock.seconds() + callbackListDays * 86_400;
  }
  const { queueId, phone } = after;
  const writes = [
    Callbacks.put({ ...after, ...due(after) }, ifVersion(before.version, changedSince)),
    ...(before.isOpen && !after.isOpen ? [OpenNumbers.remove({ queueId, phone })] : []),
  ];
  return { after, writes };
}

/** A page of the callbacks of all queues, the latest first. */
export async function pageOfCallbacks(cursor: string | null, limit: number) {
  const page = await Callbacks.query('byTime').go({ cursor, limit, order: 'desc' });
  return { callbacks: page.data, cursor: page.cursor };
}

/** Takes a callback away, with the place in line of its number where that is still its own. */
export const callbackRemoval = ({ callbackId, queueId, phone, isOpen }: CallbackRecord): object[] => [
  Callbacks.remove({ callbackId }),
  ...(isOpen ? [OpenNumbers.remove({ queueId, phone })] : []),
];
