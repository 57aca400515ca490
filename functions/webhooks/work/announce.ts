import { projectOr404, type TakeoverResult } from '#functions/content/api.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { findLead } from '#functions/leads/api.ts';
import { signValues } from '#functions/messageTemplates/api.ts';
import { announce as announceOnDisplays } from '#functions/signage/api.ts';
import type { Announcement, WebhookRow } from '#shared/model/webhook.ts';
import { webhookLimits } from '#shared/model/webhook-limits.ts';
import {
  type DeliveryRecord,
  findDelivery,
  noteAnnouncement,
  payloadOf,
  resultsOf,
} from '../inbound/delivery-store.ts';
import { rowsOf } from '../inbound/payload.ts';
import { findWebhook } from '../store.ts';
import { repIn } from './read-rep.ts';

/**
 * Shows the webhook's project on its displays for its minutes, filled with each lead of the delivery in turn. Given
 * twice, it shows each lead once.
 */
export async function announce(webhookId: string, deliveryId: string): Promise<void> {
  const [webhook, delivery] = await Promise.all([
    findWebhook(webhookId),
    findDelivery(webhookId, deliveryId),
  ]);
  const wanted = webhook?.fields.announcement;
  if (!delivery || delivery.announcement || !wanted?.enabled || !wanted.projectId) return;
  try {
    await noteAnnouncement(webhookId, deliveryId, await show(delivery, wanted.projectId, wanted));
  } catch (error) {
    // What a person must mend is told; what passes by itself comes again.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await noteAnnouncement(webhookId, deliveryId, `Not announced: ${error.message}`);
  }
}

/** Says that it came to nothing, after its last try. */
export const giveUpAnnouncing = (webhookId: string, deliveryId: string): Promise<void> =>
  noteAnnouncement(webhookId, deliveryId, 'Not announced: something went wrong on our side.');

async function show(delivery: DeliveryRecord, projectId: string, wanted: Announcement): Promise<string> {
  const { deliveryId } = delivery;
  const { name } = await projectOr404(projectId);
  const payload = rowsOf(JSON.parse((await payloadOf(delivery)) ?? '[]'));
  const rows = (await resultsOf(deliveryId)).filter(({ outcome }) => outcome !== 'failed');
  const results: TakeoverResult[] = [];
  for (const row of rows.slice(0, webhookLimits.announcedRows))
    results.push(...(await showRow({ row, payload: payload[row.index], deliveryId, projectId, wanted })));
  return [
    textOf(name, results),
    rows.length > webhookLimits.announcedRows
      ? `Of its ${rows.length} leads the first ${webhookLimits.announcedRows} are announced.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

async function showRow(given: {
  row: WebhookRow;
  payload: unknown;
  deliveryId: string;
  projectId: string;
  wanted: Announcement;
}): Promise<TakeoverResult[]> {
  const { row, payload, deliveryId, projectId, wanted } = given;
  const { displayIds, minutes, priority } = wanted;
  const lead = row.leadId ? await findLead(row.leadId) : undefined;
  return announceOnDisplays({
    event: `webhook#${deliveryId}#${row.index}`,
    projectId,
    displayIds,
    seconds: minutes * 60,
    priority,
    data: await signValues(lead, { rep: repIn(payload), external: payload as object }),
    leadId: lead?.id ?? null,
  });
}

const each = (texts: string[]) => [...new Set(texts)];

function textOf(name: string, results: readonly TakeoverResult[]): string {
  const shown = each(results.filter(({ ok }) => ok).map((one) => one.name));
  const failed = each(results.filter(({ ok }) => !ok).map((one) => `${one.name}: ${one.reason}`));
  return [
    shown.length > 0 ? `“${name}” shows on ${shown.join(', ')}.` : 'It shows on no display.',
    ...failed,
  ].join(' ');
}
