import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, dueAttributes, earlierItems } from '#functions/kernel/due.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { connection, decisive, keys, model, ofTenant, orElse, readEvery } from '#functions/kernel/table.ts';
import { type Sending, sendingStatuses } from '#shared/model/webhook-endpoint.ts';

const { primary, gsi1, gsi2 } = keys;

const Endpoints = new Entity(
  {
    model: model('webhookEndpoint'),
    attributes: {
      tenantId: { type: 'number', required: true },
      endpointId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      url: { type: 'string', required: true },
      events: { type: 'any', required: true },
      active: { type: 'boolean', required: true },
      sealedSecret: { type: 'string', required: true },
      /** Messages in a row whose every attempt failed. */
      failures: { type: 'number', required: true },
      disabledAt: { type: 'string' },
      disabledReason: { type: 'string' },
      lastAttemptAt: { type: 'string' },
      lastOutcome: { type: ['delivered', 'failed'] as const },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      ofTenant: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['endpointId'] },
      },
    },
  },
  connection,
);

export type EndpointRecord = Omit<EntityItem<typeof Endpoints>, 'tenantId' | 'events'> & { events: string[] };

const own = (endpointId: string) => ({ tenantId: tenantOf(), endpointId });

export async function findEndpoint(endpointId: string): Promise<EndpointRecord | undefined> {
  const { data } = await Endpoints.get(own(endpointId)).go({ consistent: true });
  return data ? ofTenant<EndpointRecord>(data) : undefined;
}

/** Which of these endpoints are there. */
export async function endpointsThere(endpointIds: string[]): Promise<string[]> {
  const found = await readEvery(endpointIds.map(own), (some) => Endpoints.get(some).go(decisive));
  return found.map(({ endpointId }) => endpointId);
}

export async function allEndpoints(): Promise<EndpointRecord[]> {
  const { data } = await Endpoints.query
    .ofTenant({ tenantId: tenantOf() })
    .go({ pages: 'all', consistent: true });
  return data.map(ofTenant<EndpointRecord>);
}

export const insertEndpoint = (record: EndpointRecord) =>
  Endpoints.create({ tenantId: tenantOf(), ...record }).params();

export const replaceEndpoint = (record: EndpointRecord) =>
  orElse(
    Endpoints.put({ tenantId: tenantOf(), ...record })
      .where(({ version }, { eq }) => eq(version, record.version - 1))
      .params(),
    conflict('Somebody has changed this endpoint since you opened it. Reload it and try again.'),
  );

export const deleteEndpoint = (endpointId: string): object => Endpoints.delete(own(endpointId)).params();

/** Notes how an attempt went; it is no change of the endpoint itself, so its version stays. */
export async function noteAttempt(
  endpointId: string,
  outcome: 'delivered' | 'failed',
  inARow: 'reset' | 'add' | 'keep',
) {
  const patch = Endpoints.patch(own(endpointId)).set({
    lastAttemptAt: clock.iso(),
    lastOutcome: outcome,
    ...(inARow === 'reset' ? { failures: 0 } : {}),
  });
  const { data } = await (inARow === 'add' ? patch.add({ failures: 1 }) : patch).go({ response: 'all_new' });
  return data ? ofTenant<EndpointRecord>(data) : undefined;
}

/** Switches an endpoint off that is on; refused where it is off already. */
export const disabling = (endpointId: string, reason: string) =>
  Endpoints.patch(own(endpointId))
    .set({ active: false, disabledAt: clock.iso(), disabledReason: reason, updatedAt: clock.iso() })
    .add({ version: 1 })
    .where(({ active }, { eq }) => eq(active, true))
    .params();

const Sendings = new Entity(
  {
    model: model('webhookSending'),
    attributes: {
      tenantId: { type: 'number', required: true },
      messageId: { type: 'string', required: true },
      endpointId: { type: 'string', required: true },
      type: { type: 'string', required: true },
      status: { type: sendingStatuses, required: true },
      at: { type: 'string', required: true },
      /** What is posted, byte for byte. */
      payload: { type: 'string', required: true },
      attempts: { type: 'any', required: true },
      replayOf: { type: 'string' },
      /** When the next attempt is due; an attempt that is being made holds it ahead of now. */
      nextAt: { type: 'string', required: true },
      /** 'due' while an attempt is to come. */
      due: { type: ['due', 'idle'] as const, required: true },
      version: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      byId: {
        pk: { ...primary.pk, composite: ['tenantId', 'messageId'] },
        sk: { ...primary.sk, composite: [] },
      },
      ofEndpoint: {
        index: gsi1.index,
        pk: { ...gsi1.pk, composite: ['tenantId', 'endpointId'] },
        sk: { ...gsi1.sk, composite: ['at', 'messageId'] },
      },
      whenDue: {
        index: gsi2.index,
        pk: { ...gsi2.pk, composite: ['tenantId', 'due'] },
        sk: { ...gsi2.sk, composite: ['nextAt'] },
        // Messages of earlier versions alone lie in it.
        condition: () => false,
      },
    },
  },
  connection,
);

export type SendingRecord = Omit<EntityItem<typeof Sendings>, 'tenantId' | 'attempts'> & {
  attempts: Sending['attempts'];
};

export async function findSending(messageId: string): Promise<SendingRecord | undefined> {
  const { data } = await Sendings.get({ tenantId: tenantOf(), messageId }).go({ consistent: true });
  return data ? ofTenant<SendingRecord>(data) : undefined;
}

const sendingItem = (record: SendingRecord) => ({
  tenantId: tenantOf(),
  ...record,
  ...(record.due === 'due' ? dueAt('webhookSending', record.messageId, record.nextAt) : {}),
});

/** Refused when there is one of that id already. */
export const insertSending = (record: SendingRecord) => Sendings.create(sendingItem(record)).params();

/** Replaces a message that nobody has moved on since it was read. */
export const replaceSending = (record: SendingRecord) =>
  Sendings.put(sendingItem(record))
    .where(({ version }, { eq }) => eq(version, record.version - 1))
    .params();

/** What went to an endpoint, newest first. @throws 400 for a cursor that is none */
export async function sendingsOf(endpointId: string, limit: number, cursor: string | undefined) {
  const query = Sendings.query.ofEndpoint({ tenantId: tenantOf(), endpointId });
  const page = await fromCursor((options) => query.go({ ...options, order: 'desc' }), cursor, limit);
  return { sendings: page.data.map(ofTenant<SendingRecord>), nextCursor: page.cursor };
}

export const earlierSendings = () =>
  earlierItems(Sendings.query.whenDue({ tenantId: tenantOf(), due: 'due' }), 'messageId');
