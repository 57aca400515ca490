import { callConfig, type Webhook, type WebhookFields, webhookFields } from '#shared/model/webhook.ts';
import { webhookLimits } from '#shared/model/webhook-limits.ts';

/**
 * What the wizard edits. A token is null to remove it, undefined to keep what there is, and a text to set it
 * (document 002, section 3); the signing secret likewise.
 */
export interface Draft {
  fields: WebhookFields;
  securityToken: string | null | undefined;
  signingSecret: string | null | undefined;
}

/** A new webhook: nothing filled in, and nobody has to prove who they are. */
export const newDraft = (): Draft => ({
  fields: { ...webhookFields.parse({ name: 'x', brand: 'x', source: 'x' }), name: '', brand: '', source: '' },
  securityToken: null,
  signingSecret: null,
});

/** The fields alone of a webhook as it was answered; of its secrets those are kept that there are. */
export function draftOf(webhook: Webhook): Draft {
  const names = Object.keys(webhookFields.shape) as (keyof WebhookFields)[];
  const fields = Object.fromEntries(names.map((name) => [name, webhook[name]])) as WebhookFields;
  return {
    fields,
    securityToken: webhook.tokenSet ? undefined : null,
    signingSecret: webhook.signingSecretSet ? undefined : null,
  };
}

/** What the review step says of a token (document 002, section 4). */
export function tokenWords(token: Draft['securityToken']): string {
  if (token === null) return 'No authentication';
  return token === undefined ? 'Keep existing' : 'Token configured';
}

/** A number within its bounds, or its default (document 002, section 5). */
export function bounded(
  value: string | number,
  { min, max, default: fallback }: { min: number; max: number; default: number },
): number {
  const number = typeof value === 'number' ? value : Number(value || Number.NaN);
  return Number.isInteger(number) && number >= min && number <= max ? number : fallback;
}

/** Switching the calls on fills in the defaults (document 002, section 4). */
export const enabledCalls = () => callConfig.parse({ enabled: true });

/** A token that nobody guesses: 24 random bytes. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** A secret of Standard Webhooks. */
export const newSigningSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`;

export const steps = [
  'Basic Information',
  'Webhook Type & Configuration',
  'Field Mapping & Validation',
  'Review & Test',
] as const;

/** What keeps a step from being left forwards, by field; empty when nothing does. */
export function problemsOf(
  step: number,
  { fields, securityToken, signingSecret }: Draft,
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (step === 0) {
    for (const field of ['name', 'brand', 'source'] as const)
      if (!fields[field].trim()) problems[field] = `${field[0]!.toUpperCase()}${field.slice(1)} is required.`;
    const { min } = webhookLimits.token;
    if (typeof securityToken === 'string' && securityToken.trim().length < min)
      problems.securityToken = `A token has at least ${min} characters.`;
    if (
      typeof signingSecret === 'string' &&
      !/^whsec_[A-Za-z0-9+/]{32,120}={0,2}$/.test(signingSecret.trim())
    )
      problems.signingSecret = 'A signing secret begins with whsec_ and is base64.';
  }
  if (step === 1) {
    const { webhookType, pauseConfig, announcement, tagRules } = fields;
    if (webhookType === 'pause' && pauseConfig.scope === 'journeys' && pauseConfig.journeyIds.length === 0)
      problems.journeyIds = 'Please choose the journeys to pause, or pause all of them.';
    if (announcement.enabled && !announcement.projectId)
      problems.projectId = 'Please choose what to announce.';
    if (announcement.enabled && announcement.displayIds.length === 0)
      problems.displayIds = 'Please choose at least one display.';
    if (tagRules.some(({ field, tags }) => !field || tags.length === 0))
      problems.tagRules = 'Every rule needs a field and at least one tag.';
  }
  if (step === 2) {
    const { fieldMapping, validationRules } = fields;
    if (validationRules.requirePhone && !fieldMapping.phone)
      problems.phone = 'A phone number is required, so say where it stands.';
    if (validationRules.requireEmail && !fieldMapping.email)
      problems.email = 'An e-mail address is required, so say where it stands.';
    const paths = [fieldMapping.phone, fieldMapping.name, fieldMapping.email];
    if (paths.every((path) => !path) && fieldMapping.more.length === 0)
      problems.phone = 'Please map at least one field.';
    if (fieldMapping.more.some(({ path }) => !path)) problems.more = 'Every further field needs a path.';
  }
  return problems;
}
