import { clock } from '#functions/kernel/clock.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import type { Webhook, WebhookSummary } from '#shared/model/webhook.ts';
import { daysOf, lastDay, type WebhookRecord } from './store.ts';

/** Where senders post to. */
export const inboundUrl = (webhookId: string): string => `${publicUrl()}/api/hooks/${webhookId}`;

/** A webhook as the contract answers it: its secrets only as set or not. */
export function view(record: WebhookRecord): Webhook {
  const { webhookId, fields, sealedToken, sealedSigning, createdAt, createdBy, updatedAt, version } = record;
  return {
    id: webhookId,
    version,
    ...fields,
    tokenSet: Boolean(sealedToken),
    signingSecretSet: Boolean(sealedSigning),
    url: inboundUrl(webhookId),
    createdAt,
    createdBy,
    updatedAt,
  };
}

const shownDays = 7;
const dayMs = 86_400_000;

/** A webhook with its last days, each of them there even when nothing came. */
export async function summary(record: WebhookRecord): Promise<WebhookSummary> {
  const days = Array.from({ length: shownDays }, (_, at) =>
    new Date(clock.now() - (shownDays - 1 - at) * dayMs).toISOString().slice(0, 10),
  );
  const found = await daysOf(record.webhookId, days[0]!);
  const newest = found[0] ?? (await lastDay(record.webhookId));
  return {
    ...view(record),
    lastDeliveryAt: newest?.lastAt ?? null,
    days: days.map((day) => {
      const {
        deliveries = 0,
        succeeded = 0,
        failed = 0,
        rejected = 0,
      } = found.find((one) => one.day === day) ?? {};
      return { day, deliveries, succeeded, failed, rejected };
    }),
  };
}
