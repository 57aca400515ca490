import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, earlierItems } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { endpoint, sending } from '#shared/model/webhook-endpoint.ts';

export const Endpoints = entity('webhookEndpoint', {
  fields: endpoint.omit({ id: true }).extend({
    endpointId: z.string(),
    sealedSecret: z.string(),
  }),
  key: { partition: [], sort: ['endpointId'] },
});
export type EndpointRecord = Stored<typeof Endpoints>;

/** Those of these endpoints that are there. */
export const findEndpoints = (endpointIds: readonly string[]): Promise<EndpointRecord[]> =>
  Endpoints.findMany(endpointIds.map((endpointId) => ({ endpointId })));

/** Which of these endpoints are there. */
export const endpointsThere = async (endpointIds: string[]): Promise<string[]> =>
  (await findEndpoints(endpointIds)).map(({ endpointId }) => endpointId);

export const replaceEndpoint = (record: EndpointRecord) =>
  Endpoints.put(record, ifVersion(record.version - 1, changedSinceOpened('endpoint')));

/** Notes how an attempt went; it is no change of the endpoint itself, so its version stays. */
export async function noteAttempt(
  endpointId: string,
  outcome: 'delivered' | 'failed',
  inARow: 'reset' | 'add' | 'keep',
): Promise<EndpointRecord> {
  const patch = Endpoints.patch({ endpointId }).set({
    lastAttemptAt: clock.iso(),
    lastOutcome: outcome,
    ...(inARow === 'reset' ? { failures: 0 } : {}),
  });
  const { data } = await (inARow === 'add' ? patch.add({ failures: 1 }) : patch).go({ response: 'all_new' });
  return data;
}

/** Switches an endpoint off that is on; refused where it is off already. */
export const disableEndpoint = (endpointId: string, reason: string) =>
  Endpoints.patch({ endpointId })
    .set({ active: false, disabledAt: clock.iso(), disabledReason: reason, updatedAt: clock.iso() })
    .add({ version: 1 })
    .where(({ active }, { eq }) => eq(active, true))
    .params();

const Sendings = entity('webhookSending', {
  fields: sending.omit({ id: true, hidden: true }).extend({
    messageId: z.string(),
    /** When the next attempt is due; an attempt that is being made holds it ahead of now. */
    nextAt: z.string(),
    /** 'due' while an attempt is to come. */
    due: z.enum(['due', 'idle']),
    version: z.number(),
    expiresAt: z.number(),
  }),
  key: { partition: ['messageId'], sort: [] },
  indexes: {
    ofEndpoint: { index: 'gsi1', partition: ['endpointId'], sort: ['at', 'messageId'] },
    whenDue: { index: 'gsi2', partition: ['due'], sort: ['nextAt'], retired: true },
  },
  due: true,
});
export type SendingRecord = Stored<typeof Sendings>;

export const findSending = (messageId: string) => Sendings.find({ messageId });

const sendingItem = (record: SendingRecord) => ({
  ...record,
  ...(record.due === 'due' ? dueAt('webhookSending', record.messageId, record.nextAt) : {}),
});

/** Refused when there is one of that id already. */
export const insertSending = (record: SendingRecord) => Sendings.insert(sendingItem(record));

/** Replaces a message that nobody has moved on since it was read. */
export const replaceSending = (record: SendingRecord) =>
  Sendings.put(sendingItem(record), ifVersion(record.version - 1));

/** What went to an endpoint, newest first. @throws 400 for a cursor that is none */
export async function sendingsOf(endpointId: string, limit: number, cursor: string | undefined) {
  const query = Sendings.query('ofEndpoint', { endpointId });
  const page = await fromCursor((options) => query.go({ ...options, order: 'desc' }), cursor, limit);
  return { sendings: page.data, nextCursor: page.cursor };
}

export const earlierSendings = () => earlierItems(Sendings.query('whenDue', { due: 'due' }), 'messageId');

/** A page of all that went to an endpoint. */
export async function pageOfSendings(endpointId: string, cursor: string | null, limit: number) {
  const page = await Sendings.query('ofEndpoint', { endpointId }).go({ cursor, limit });
  return { sendings: page.data, cursor: page.cursor };
}

export const allEndpoints = (): Promise<EndpointRecord[]> => Endpoints.all('key');

export const removeSendings = (messageIds: readonly string[]): Promise<void> =>
  Sendings.removeEvery(messageIds.map((messageId) => ({ messageId })));
