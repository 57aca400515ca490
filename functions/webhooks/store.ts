import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { writeOne } from '#functions/kernel/table.ts';
import type { WebhookFields } from '#shared/model/webhook.ts';

export const Webhooks = entity('webhook', {
  fields: z.object({
    webhookId: z.string(),
    /** What the contract takes; only whole ones are read and written. */
    fields: z.custom<WebhookFields>(),
    sealedToken: z.string().optional(),
    sealedSigning: z.string().optional(),
    createdAt: z.string(),
    createdBy: z.string(),
    updatedAt: z.string(),
    version: z.number(),
  }),
  // The id's random part tells small letters from capitals.
  key: { partition: [], sort: ['webhookId'], casing: 'none' },
});
export type WebhookRecord = Stored<typeof Webhooks>;

export const findWebhook = (webhookId: string) => Webhooks.find({ webhookId });
export const allWebhooks = () => Webhooks.all('key');

/** Replaces a webhook that still has the version before. */
export const replaceWebhook = (record: WebhookRecord) =>
  Webhooks.put(record, ifVersion(record.version - 1, changedSinceOpened('webhook')));

/** Counts of one webhook and one day in UTC; the list shows the last of them. */
const Days = entity('webhookDay', {
  fields: z.object({
    webhookId: z.string(),
    day: z.string(),
    deliveries: z.number().optional(),
    succeeded: z.number().optional(),
    failed: z.number().optional(),
    rejected: z.number().optional(),
    lastAt: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  key: { partition: ['webhookId'], sort: ['day'] },
});
type DayCounts = Pick<Stored<typeof Days>, 'deliveries' | 'succeeded' | 'failed' | 'rejected'>;

const daySeconds = 86_400;
const keptDays = 100;

/** Adds to today's counts of a webhook; no part of a transaction, where those of a burst would refuse each other. */
export async function countToday(webhookId: string, counts: DayCounts, lastAt?: string): Promise<void> {
  const expiresAt = clock.seconds() + keptDays * daySeconds;
  const today = Days.upsert({ webhookId, day: clock.iso().slice(0, 10) });
  await writeOne(
    today
      .add(counts)
      .set({ expiresAt, ...(lastAt ? { lastAt } : {}) })
      .params(),
  );
}

/** The days of a webhook from `from` on, the newest first. */
export async function daysOf(webhookId: string, from: string) {
  const days = Days.query('key', { webhookId }).gte({ day: from });
  return (await days.go({ order: 'desc', pages: 'all' })).data;
}

/** The newest day that anything came in on. */
export async function lastDay(webhookId: string) {
  const { data } = await Days.query('key', { webhookId }).go({ order: 'desc', limit: 1 });
  return data[0];
}
