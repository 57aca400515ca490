import { AppError } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { leadSettings } from '#functions/leads/settings.ts';
import { find as findLead } from '#functions/leads/store.ts';
import { mayUse } from '#functions/leads/view.ts';
import type { WebhookRow, WebhookTestResult } from '#shared/model/webhook.ts';
import { webhookLimits } from '#shared/model/webhook-limits.ts';
import { assertRows, canonical } from './inbound/payload.ts';
import { inTurn } from './work/deliver.ts';
import type { Working } from './work/effects.ts';
import { dryEffects } from './work/effects-dry.ts';
import { type WorkedRow, workRow } from './work/row.ts';

/** An agent is told of a colleague's lead no more than that there is one. */
async function discreet(row: WebhookRow): Promise<WebhookRow> {
  const lead = row.leadId ? await findLead(row.leadId) : undefined;
  if (!lead) return { ...row, leadId: null };
  return mayUse(lead) ? row : { ...row, leadId: null, name: '', tags: [] };
}

/**
 * Works a payload by the same code as a delivery, with effects that write nothing, and answers what would have come
 * of it (document 002, section 3).
 * @throws 400, 413
 */
export async function testWebhook(webhook: Working, payload: unknown): Promise<WebhookTestResult> {
  canonical(payload);
  const rows = assertRows(payload);
  if (rows.length > webhookLimits.testRows)
    throw new AppError(413, 'too_many_leads', `A test takes at most ${webhookLimits.testRows} leads.`);
  const settings = await leadSettings();
  const effects = dryEffects(webhook, settings);
  const deliveryId = newId('dlv');
  const worked = await inTurn(rows, (row, at) =>
    workRow({ webhook, settings, effects, deliveryId }, row, at),
  );
  const { webhookType, callConfig, announcement } = webhook.fields;
  const errorCount = worked.filter(({ row }) => row.outcome === 'failed').length;
  const validCount = worked.length - errorCount;
  const calls = webhookType === 'call' || (webhookType === 'go' && callConfig.enabled);
  return {
    validCount,
    errorCount,
    webhookType,
    stopActions: webhookType === 'stop' ? stops(worked) : null,
    callActions: calls ? callsOf(worked) : null,
    announcement:
      announcement.enabled && announcement.projectId && validCount > 0
        ? { projectId: announcement.projectId, displays: announcement.displayIds.length }
        : null,
    rows: await Promise.all(worked.map(({ row }) => discreet(row))),
  };
}

function stops(worked: readonly WorkedRow[]) {
  const stopped = worked.flatMap((one) => one.stopped ?? []);
  const sum = (of: 'journeysRemoved' | 'executionsCancelled') =>
    stopped.reduce((all, one) => all + one[of], 0);
  return {
    stoppedLeads: stopped.length,
    journeysRemoved: sum('journeysRemoved'),
    executionsCancelled: sum('executionsCancelled'),
  };
}

function callsOf(worked: readonly WorkedRow[]) {
  const calls = worked.flatMap((one) => one.call ?? []);
  return {
    callsInitiated: calls.map(({ phone, at }) => ({ phone, leadId: null, at })),
    didsUsed: [...new Set(calls.flatMap(({ did }) => did ?? []))],
  };
}
