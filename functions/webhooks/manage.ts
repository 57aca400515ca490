import type { z } from 'zod';
import { holds } from '#functions/kernel/access.ts';
import { actorName, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, changedSinceOpened, conflict, forbidden, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { leadSettings } from '#functions/leads/api.ts';
import type { webhooks } from '#shared/api/webhooks.ts';
import {
  type Webhook,
  type WebhookFields,
  type WebhookSummary,
  webhookFields,
} from '#shared/model/webhook.ts';
import { webhookLimits } from '#shared/model/webhook-limits.ts';
import { changedSecret } from './secrets.ts';
import { allWebhooks, findWebhook, replaceWebhook, type WebhookRecord, Webhooks } from './store.ts';
import { summary, view } from './view.ts';

type InputOf<T extends keyof typeof webhooks> = z.output<
  NonNullable<(typeof webhooks)[T]['~orpc']['inputSchema']>
>;

/** @throws 404 */
export async function webhookOr404(webhookId: string): Promise<WebhookRecord> {
  const record = await findWebhook(webhookId);
  if (!record) throw notFound('The webhook');
  return record;
}

/** What a schema alone cannot know. @throws 400 */
async function assertFits(fields: WebhookFields): Promise<void> {
  const { webhookType, pauseConfig, stopConfig, announcement } = fields;
  if (webhookType === 'pause' && pauseConfig.scope === 'journeys' && pauseConfig.journeyIds.length === 0)
    throw badRequest('Please choose the journeys to pause, or pause all of them.', {
      field: 'pauseConfig.journeyIds',
    });
  if (announcement.enabled && !announcement.projectId)
    throw badRequest('Please choose what to announce.', { field: 'announcement.projectId' });
  if (announcement.enabled && announcement.displayIds.length === 0)
    throw badRequest('Please choose at least one display.', { field: 'announcement.displayIds' });
  const { statuses, customFields } = await leadSettings();
  if (stopConfig.markStatus && !statuses.some(({ key }) => key === stopConfig.markStatus))
    throw badRequest(`There is no status ${stopConfig.markStatus}.`, { field: 'stopConfig.markStatus' });
  for (const { field } of fields.fieldMapping.more)
    if (field.startsWith('custom.') && !customFields.some(({ key }) => `custom.${key}` === field))
      throw badRequest(`There is no custom field ${field.slice(7)}.`, { field: 'fieldMapping' });
}

/** Webhooks by name, with their last days. */
export async function listWebhooks(): Promise<WebhookSummary[]> {
  const all = (await allWebhooks()).sort((a, b) => a.fields.name.localeCompare(b.fields.name));
  return Promise.all(all.map(summary));
}

/** @throws 400; 409 when there are too many */
export async function createWebhook({
  securityToken,
  signingSecret,
  ...fields
}: InputOf<'create'>): Promise<Webhook> {
  await assertFits(fields);
  if ((await allWebhooks()).length >= webhookLimits.webhooks)
    throw conflict(`A workspace has at most ${webhookLimits.webhooks} webhooks.`);
  const now = clock.iso();
  const [sealedToken, sealedSigning] = await Promise.all([
    changedSecret('token', undefined, securityToken),
    changedSecret('signing', undefined, signingSecret),
  ]);
  const record: WebhookRecord = {
    // The address carries its tenant, so that a sender is served from that tenant's partition alone.
    webhookId: `whk_${tenantOf()}_${randomToken(16)}`,
    fields,
    ...(sealedToken ? { sealedToken } : {}),
    ...(sealedSigning ? { sealedSigning } : {}),
    createdAt: now,
    createdBy: actorName(),
    updatedAt: now,
    version: 1,
  };
  await commit(Webhooks.insert(record));
  return view(record);
}

/**
 * Changes what is given. Staff configure webhooks (document 002, section 1); the secrets of one that is there are
 * the admins' to change. @throws 400, 403, 404; 409 when it is no longer at `version`
 */
export async function updateWebhook({
  id,
  version,
  securityToken,
  signingSecret,
  ...changes
}: InputOf<'update'>): Promise<Webhook> {
  const before = await webhookOr404(id);
  if (version !== undefined && version !== before.version) throw changedSinceOpened('webhook');
  const touchesSecret =
    (securityToken !== undefined && before.sealedToken) ||
    (signingSecret !== undefined && before.sealedSigning);
  if (touchesSecret && !holds('webhooks.secrets'))
    throw forbidden("Only an admin changes or removes a webhook's secrets.");
  const given = givenOf(changes);
  const fields = webhookFields.parse({ ...before.fields, ...given });
  await assertFits(fields);
  const { sealedToken: oldToken, sealedSigning: oldSigning, ...kept } = before;
  const [sealedToken, sealedSigning] = await Promise.all([
    changedSecret('token', oldToken, securityToken),
    changedSecret('signing', oldSigning, signingSecret),
  ]);
  const record: WebhookRecord = {
    ...kept,
    fields,
    ...(sealedToken ? { sealedToken } : {}),
    ...(sealedSigning ? { sealedSigning } : {}),
    updatedAt: clock.iso(),
    version: before.version + 1,
  };
  const rotated = [
    ...(securityToken === undefined ? [] : ['the token']),
    ...(signingSecret === undefined ? [] : ['the signing secret']),
  ];
  const target = { kind: 'webhook', id, name: fields.name };
  await commit(
    replaceWebhook(record),
    rotated.length > 0 ? auditEntry('webhook.secretRotated', target, { changed: rotated }) : [],
  );
  return view(record);
}

/** Removes a webhook. Its deliveries go by themselves, 90 days after they came. @throws 404 */
export async function removeWebhook(webhookId: string): Promise<void> {
  const { fields } = await webhookOr404(webhookId);
  const target = { kind: 'webhook', id: webhookId, name: fields.name };
  await commit(Webhooks.remove({ webhookId }), auditEntry('webhook.deleted', target, {}));
}
