import { AppError } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { findLeads, hiddenLeads, leadSettings } from '#functions/leads/api.ts';
import type { WebhookRow, WebhookTestResult } from '#shared/model/webhook.ts';
import { webhookLimits } from '#shared/model/webhook-limits.ts';
import { discreetRows } from './hidden-leads.ts';
import { assertRows, canonical } from './inbound/payload.ts';
import { inTurn } from './work/deliver.ts';
import type { Working } from './work/effects.ts';
import { dryEffects } from './work/effects-dry.ts';
import { type WorkedRow, workRow } from './work/row.ts';

/** A row of a test: what it would make has no id yet, and a colleague's lead is told of to nobody else. */
async function visibleRows(rows: readonly WebhookRow[]): Promise<WebhookRow[]> {
  const there = new Set((await findLeads(rows.flatMap(({ leadId }) => leadId ?? []))).map(({ id }) => id));
  return discreetRows(
    rows.map((row) => (row.leadId && there.has(row.leadId) ? row : { ...row, leadId: null })),
  );
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
    callActions: calls ? await callsOf(worked) : null,
    announcement:
      announcement.enabled && announcement.projectId && validCount > 0
        ? { projectId: announcement.projectId, displays: announcement.displayIds.length }
        : null,
    rows: await visibleRows(worked.map(({ row }) => row)),
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

/** A call to a colleague's lead would go to its own first number, which the payload need not hold. */
async function callsOf(worked: readonly WorkedRow[]) {
  const calls = worked.flatMap((one) => one.call ?? []);
  const there = (await findLeads(calls.map(({ leadId }) => leadId))).map(({ id }) => id);
  const hidden = await hiddenLeads(there);
  return {
    callsInitiated: calls.map(({ leadId, phone, at }) => ({
      phone: hidden.has(leadId) ? '' : phone,
      leadId: null,
      at,
    })),
    didsUsed: [...new Set(calls.flatMap(({ did }) => did ?? []))],
  };
}
