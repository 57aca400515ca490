import { announceLead, type LeadAnnounced } from '#functions/celebrations/api.ts';
import { projectOr404, type TakeoverResult } from '#functions/content/api.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { findLead } from '#functions/leads/api.ts';
import { signValues } from '#functions/messageTemplates/api.ts';
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
  if (!webhook || !delivery || delivery.announcement || !wanted?.enabled || !wanted.projectId) return;
  try {
    const by = `The webhook “${webhook.fields.name}”`;
    const said = await show(delivery, { by, projectId: wanted.projectId, wanted });
    await noteAnnouncement(webhookId, deliveryId, said);
  } catch (error) {
    // What a person must mend is told; what passes by itself comes again.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await noteAnnouncement(webhookId, deliveryId, `Not announced: ${error.message}`);
  }
}

/** Says that it came to nothing, after its last try. */
export const giveUpAnnouncing = (webhookId: string, deliveryId: string): Promise<void> =>
  noteAnnouncement(webhookId, deliveryId, 'Not announced: something went wrong on our side.');

interface Shown {
  /** Names the webhook. */
  by: string;
  projectId: string;
  wanted: Announcement;
}

async function show(delivery: DeliveryRecord, given: Shown): Promise<string> {
  const { deliveryId } = delivery;
  const { name } = await projectOr404(given.projectId);
  const payload = rowsOf(JSON.parse((await payloadOf(delivery)) ?? '[]'));
  const rows = (await resultsOf(deliveryId)).filter(({ outcome }) => outcome !== 'failed');
  const announced: LeadAnnounced[] = [];
  for (const row of rows.slice(0, webhookLimits.announcedRows))
    announced.push(await showRow({ ...given, row, payload: payload[row.index], deliveryId }));
  return [
    textOf(name, announced),
    rows.length > webhookLimits.announcedRows
      ? `Of its ${rows.length} leads the first ${webhookLimits.announcedRows} are announced.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

interface ShownRow extends Shown {
  row: WebhookRow;
  payload: unknown;
  deliveryId: string;
}

async function showRow(given: ShownRow): Promise<LeadAnnounced> {
  const { by, row, payload, deliveryId, projectId, wanted } = given;
  const { displayIds, minutes, priority } = wanted;
  const lead = row.leadId ? await findLead(row.leadId) : undefined;
  return announceLead({
    by,
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

function textOf(name: string, announced: readonly LeadAnnounced[]): string {
  const results: TakeoverResult[] = announced.flatMap((one) => one.results);
  const shown = each(results.filter(({ ok }) => ok).map((one) => one.name));
  const failed = each(results.filter(({ ok }) => !ok).map((one) => `${one.name}: ${one.reason}`));
  const held = each(announced.flatMap((one) => (one.held ? [`Not announced: ${one.held}`] : [])));
  const already = announced.reduce((sum, one) => sum + one.already, 0);
  const isNowhere = shown.length === 0 && already === 0 && held.length === 0;
  return [
    shown.length > 0 ? `“${name}” shows on ${shown.join(', ')}.` : '',
    isNowhere ? 'It shows on no display.' : '',
    already > 0
      ? `${already} ${already === 1 ? 'display celebrates' : 'displays celebrate'} the sale already.`
      : '',
    ...failed,
    ...held,
  ]
    .filter(Boolean)
    .join(' ');
}
