import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { connection, keys, model, ofTenant, orElse } from '#functions/kernel/table.ts';
import type { WebhookFields } from '#shared/model/webhook.ts';

const { primary } = keys;

const Webhooks = new Entity(
  {
    model: model('webhook'),
    attributes: {
      tenantId: { type: 'number', required: true },
      webhookId: { type: 'string', required: true },
      /** What the contract takes; only whole ones are read and written. */
      fields: { type: 'any', required: true },
      sealedToken: { type: 'string' },
      sealedSigning: { type: 'string' },
      createdAt: { type: 'string', required: true },
      createdBy: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      ofTenant: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        // Its random part tells small letters from capitals.
        sk: { ...primary.sk, composite: ['webhookId'], casing: 'none' },
      },
    },
  },
  connection,
);

export type WebhookRecord = Omit<EntityItem<typeof Webhooks>, 'tenantId' | 'fields'> & {
  fields: WebhookFields;
};

const own = (webhookId: string) => ({ tenantId: tenantOf(), webhookId });

export async function findWebhook(webhookId: string): Promise<WebhookRecord | undefined> {
  const { data } = await Webhooks.get(own(webhookId)).go({ consistent: true });
  return data ? ofTenant<WebhookRecord>(data) : undefined;
}

export async function allWebhooks(): Promise<WebhookRecord[]> {
  const { data } = await Webhooks.query
    .ofTenant({ tenantId: tenantOf() })
    .go({ pages: 'all', consistent: true });
  return data.map(ofTenant<WebhookRecord>);
}

const changedSince = () =>
  conflict('Somebody has changed this webhook since you opened it. Reload it and try again.');

export const insertWebhook = (record: WebhookRecord) =>
  Webhooks.create({ tenantId: tenantOf(), ...record }).params();

/** Replaces a webhook that still has the version before. */
export const replaceWebhook = (record: WebhookRecord) =>
  orElse(
    Webhooks.put({ tenantId: tenantOf(), ...record })
      .where(({ version }, { eq }) => eq(version, record.version - 1))
      .params(),
    changedSince(),
  );

export const deleteWebhook = (webhookId: string): object => Webhooks.delete(own(webhookId)).params();

/** Counts of one webhook and one day in UTC; the list shows the last of them. */
const Days = new Entity(
  {
    model: model('webhookDay'),
    attributes: {
      tenantId: { type: 'number', required: true },
      webhookId: { type: 'string', required: true },
      day: { type: 'string', required: true },
      deliveries: { type: 'number' },
      succeeded: { type: 'number' },
      failed: { type: 'number' },
      rejected: { type: 'number' },
      lastAt: { type: 'string' },
      expiresAt: { type: 'number' },
    },
    indexes: {
      ofWebhook: {
        pk: { ...primary.pk, composite: ['tenantId', 'webhookId'] },
        sk: { ...primary.sk, composite: ['day'] },
      },
    },
  },
  connection,
);

export interface DayCounts {
  deliveries?: number;
  succeeded?: number;
  failed?: number;
  rejected?: number;
}

const daySeconds = 86_400;
const keptDays = 100;

/** Adds to today's counts of a webhook; no part of a transaction, where those of a burst would refuse each other. */
export async function countToday(webhookId: string, counts: DayCounts, lastAt?: string): Promise<void> {
  await Days.upsert({ tenantId: tenantOf(), webhookId, day: clock.iso().slice(0, 10) })
    .add(counts)
    .set({
      expiresAt: clock.seconds() + keptDays * daySeconds,
      ...(lastAt ? { lastAt } : {}),
    })
    .go();
}

/** The days of a webhook from `from` on, the newest first. */
export async function daysOf(webhookId: string, from: string) {
  const { data } = await Days.query
    .ofWebhook({ tenantId: tenantOf(), webhookId })
    .gte({ day: from })
    .go({ order: 'desc', pages: 'all' });
  return data;
}

/** The newest day that anything came in on. */
export async function lastDay(webhookId: string) {
  const { data } = await Days.query
    .ofWebhook({ tenantId: tenantOf(), webhookId })
    .go({ order: 'desc', limit: 1 });
  return data[0];
}
