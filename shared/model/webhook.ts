import * as z from 'zod';
import { channels, fieldKey, leadLimits, tag } from './lead.ts';
import { importFields } from './lead-import.ts';
import { refersTo } from './reference.ts';
import { webhookLimits as limits } from './webhook-limits.ts';
import { partsOfPath } from './webhook-path.ts';

/** What an inbound webhook does with the leads it is sent (document 002, section 1). */
export const webhookTypes = ['go', 'pause', 'stop', 'call'] as const;
export type WebhookType = (typeof webhookTypes)[number];

const between = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);
const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);
const id = z.string().min(1).max(64);
const instant = z.iso.datetime();

/** Where a value lies in the payload; empty for nowhere. */
const payloadPath = z
  .string()
  .trim()
  .max(limits.path)
  .refine(
    (path) => path === '' || Boolean(partsOfPath(path)?.length),
    'A path is written data.contact.phone.',
  );

/** A field of a lead that a path may fill, beyond phone, name and e-mail. */
const webhookTarget = z.union([
  z.enum(Object.keys(importFields) as [keyof typeof importFields, ...(keyof typeof importFields)[]]),
  z
    .string()
    .regex(/^custom\./)
    .refine((name) => fieldKey.safeParse(name.slice(7)).success, 'There is no such field.'),
]);

export const fieldMapping = z.strictObject({
  phone: payloadPath.default('phone'),
  name: payloadPath.default('name'),
  email: payloadPath.default('email'),
  more: z
    .array(z.strictObject({ path: payloadPath.min(1), field: webhookTarget }))
    .max(limits.moreFields)
    .default([]),
});
export type FieldMapping = z.output<typeof fieldMapping>;

/** What a live lead that has the phone already means: bring it up to date, or leave it as it is. */
const onDuplicates = ['update', 'skip'] as const;

export const validationRules = z.strictObject({
  requirePhone: z.boolean().default(true),
  requireName: z.boolean().default(false),
  requireEmail: z.boolean().default(false),
  /** Counts only where the tenant's own rule lets several leads have one phone. */
  allowDuplicatePhone: z.boolean().default(false),
  onDuplicate: z.enum(onDuplicates).default('update'),
});
export type ValidationRules = z.output<typeof validationRules>;

/** Document 002, sections 3 to 5: numbers that are none, or out of range, fall back to the default. */
export const callConfig = z.strictObject({
  enabled: z.boolean().default(false),
  dialerContext: text(80).default(''),
  transferNumber: text(40).default(''),
  maxAttempts: between(limits.maxAttempts)
    .catch(limits.maxAttempts.default)
    .default(limits.maxAttempts.default),
  delayBetweenCalls: between(limits.delayBetweenCalls)
    .catch(limits.delayBetweenCalls.default)
    .default(limits.delayBetweenCalls.default)
    .describe('seconds'),
  amd: z.boolean().default(false).describe('tell a person from a machine'),
  // These four are kept as they come and are not used: docs/decisions/032.
  playPosition: z.boolean().default(false),
  skipPositionAnnouncement: z.boolean().default(true),
  ivrFile: text(200).nullable().default(null),
  recordingId: refersTo('recording', id).nullable().default(null),
});

export const pauseConfig = z.strictObject({
  scope: z.enum(['all', 'journeys']).default('all'),
  journeyIds: z.array(refersTo('journey', id)).max(limits.journeys).default([]),
  until: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('manual') }),
      z.strictObject({ kind: z.literal('duration'), minutes: between(limits.pauseMinutes) }),
      z.strictObject({ kind: z.literal('date'), at: instant }),
    ])
    .default({ kind: 'manual' }),
  resumeTag: z
    .union([tag, z.literal('')])
    .default('')
    .describe('a tag that has the journeys go on'),
});
export type PauseConfig = z.output<typeof pauseConfig>;

export const stopConfig = z.strictObject({
  reasonField: payloadPath.default('stopReason'),
  markStatus: fieldKey.nullable().default(null),
  tags: z.array(tag).max(limits.tags).default([]),
  optOut: z.array(z.enum(channels)).max(channels.length).default([]),
});

export const announcement = z.strictObject({
  enabled: z.boolean().default(false),
  projectId: refersTo('project', id).nullable().default(null),
  displayIds: z.array(refersTo('display', id)).max(limits.displays).default([]),
  minutes: between(limits.announceMinutes).default(5),
  priority: z.enum(['NORMAL', 'HIGH']).default('HIGH'),
});
export type Announcement = z.output<typeof announcement>;

export const tagRuleOperators = [
  'is',
  'isNot',
  'contains',
  'atLeast',
  'atMost',
  'isEmpty',
  'isNotEmpty',
] as const;
const tagRule = z.strictObject({
  field: payloadPath.min(1, 'Please give a field.').describe('a path in the payload'),
  op: z.enum(tagRuleOperators).default('is'),
  value: text(200).default(''),
  tags: z.array(tag).min(1, 'Please give a tag.').max(limits.tags),
});
export type TagRule = z.output<typeof tagRule>;

const networkForm = /^(\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?|[0-9a-fA-F.]*:[0-9a-fA-F:.]*(\/\d{1,3})?)$/;
const network = z.string().trim().regex(networkForm, 'A network is written 203.0.113.0/24.').max(60);

/** What a webhook is made of, but for its secrets. */
export const webhookFields = z.strictObject({
  name: text(limits.name).min(1, 'Name is required.'),
  description: text(limits.text).default(''),
  brand: text(leadLimits.name).min(1, 'Brand is required.'),
  source: text(leadLimits.name).min(1, 'Source is required.'),
  webhookType: z.enum(webhookTypes).default('go'),
  active: z.boolean().default(true),
  fieldMapping: fieldMapping.default(() => fieldMapping.parse({})),
  validationRules: validationRules.default(() => validationRules.parse({})),
  autoEnrollJourneyId: refersTo('journey', id).nullable().default(null).describe('go type only'),
  tags: z.array(tag).max(limits.tags).default([]).describe('each lead gets these'),
  tagRules: z.array(tagRule).max(limits.tagRules).default([]),
  callConfig: callConfig.default(() => callConfig.parse({})),
  pauseConfig: pauseConfig.default(() => pauseConfig.parse({})),
  stopConfig: stopConfig.default(() => stopConfig.parse({})),
  announcement: announcement.default(() => announcement.parse({})),
  allowedNetworks: z.array(network).max(limits.networks).default([]),
  perMinute: between(limits.perMinute).default(limits.perMinute.default),
  keyHours: between(limits.keyHours).default(limits.keyHours.default),
  payloadMinutes: between(limits.payloadMinutes).default(limits.payloadMinutes.default),
});
export type WebhookFields = z.output<typeof webhookFields>;

const token = z
  .string()
  .trim()
  .min(limits.token.min, `A token has at least ${limits.token.min} characters.`)
  .max(limits.token.max)
  .regex(/^[\x21-\x7e]+$/, 'A token holds no spaces, and letters without accents.');
const signingSecret = z
  .string()
  .trim()
  .regex(/^whsec_[A-Za-z0-9+/]{32,120}={0,2}$/, 'A signing secret begins with whsec_ and is base64.');

/** Document 002, section 3: null removes it, and what is left out stays as it is. */
export const webhookSecrets = {
  securityToken: token.nullable().optional().describe('null removes it; left out, it stays'),
  signingSecret: signingSecret.nullable().optional().describe('of Standard Webhooks; as the token'),
};

export const webhook = z.object({
  id: z.string(),
  version: z.number().int(),
  ...webhookFields.shape,
  tokenSet: z.boolean(),
  signingSecretSet: z.boolean(),
  /** Where senders post to. */
  url: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  updatedAt: z.string(),
});
export type Webhook = z.output<typeof webhook>;

/** Deliveries of a webhook by day, in UTC. */
export const webhookDay = z.object({
  day: z.string(),
  deliveries: z.number().int(),
  succeeded: z.number().int().describe('leads'),
  failed: z.number().int().describe('leads'),
  rejected: z.number().int().describe('requests'),
});
export const webhookSummary = webhook.extend({
  lastDeliveryAt: z.string().nullable(),
  /** The last seven days, the oldest first. */
  days: z.array(webhookDay),
});
export type WebhookSummary = z.output<typeof webhookSummary>;

export const deliveryStatuses = ['received', 'succeeded', 'partial', 'failed', 'rejected'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const rowOutcomes = ['created', 'updated', 'skipped', 'paused', 'stopped', 'called', 'failed'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** What became, or would become, of one lead of a delivery. */
export const webhookRow = z.object({
  index: z.number().int(),
  outcome: z.enum(rowOutcomes),
  leadId: z.string().nullable(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  tags: z.array(z.string()),
  error: z.string().nullable(),
  notes: z.array(z.string()).describe('what else happened: enrolled, called, …'),
});
export type WebhookRow = z.output<typeof webhookRow>;

export const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  at: z.string(),
  status: z.enum(deliveryStatuses),
  rows: z.number().int(),
  done: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  error: z.string().nullable().describe('why it was rejected, or why none of it could be worked'),
  address: z.string().describe('of the sender'),
  bytes: z.number().int(),
  replayOf: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type Delivery = z.output<typeof delivery>;

export const stopActions = z.object({
  stoppedLeads: z.number().int(),
  journeysRemoved: z.number().int(),
  executionsCancelled: z.number().int(),
});
export const callActions = z.object({
  callsInitiated: z.array(z.object({ phone: z.string(), leadId: z.string().nullable(), at: z.string() })),
  didsUsed: z.array(z.string()),
});

/** Document 002, section 3, and what each row would become. */
export const webhookTestResult = z.object({
  validCount: z.number().int(),
  errorCount: z.number().int(),
  webhookType: z.enum(webhookTypes),
  stopActions: stopActions.nullable(),
  callActions: callActions.nullable(),
  announcement: z.object({ projectId: z.string(), displays: z.number().int() }).nullable(),
  rows: z.array(webhookRow),
});
export type WebhookTestResult = z.output<typeof webhookTestResult>;

/** Document 002, section 5: what the payloads that the test offers hold, by name. */
export const samplePayloads: Readonly<Record<WebhookType, object>> = {
  go: { phone: '+13055550142', name: 'Ada Lovelace', email: 'ada@example.com' },
  pause: { phone: '+13055550142', name: 'Ada Lovelace', email: 'ada@example.com' },
  stop: { phone: '+13055550142', tenantId: 1, stopReason: 'Customer asked to stop' },
  call: { phone: '+13055550142', name: 'Ada Lovelace', email: 'ada@example.com' },
};
