import * as z from 'zod';
import { textFields } from './merge-fields.ts';

export const messageChannels = ['sms', 'email'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** A text of ten segments is what carriers take (Twilio: 1,600 characters); a mail has room. */
export const templateLimits = {
  name: 100,
  subject: 200,
  sms: 1_600,
  email: 100_000,
  categories: 200,
  templates: 2_000,
} as const;

/** What may stand in double braces; a tenant's custom fields are `lead.custom.<key>` besides. */
export const variableNames: readonly string[] = textFields.map(({ name }) => name);

/** The filters that a template may use, besides what they do to a text. */
export const templateFilters = [
  'phone',
  'money',
  'date',
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'truncate',
  'strip',
  'escape',
] as const;

export const messageTemplate = z.object({
  id: z.string(),
  name: z.string(),
  channel: z.enum(messageChannels),
  categoryId: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  isActive: z.boolean(),
  variables: z.array(z.string()).describe('those that it names, in order'),
  usageCount: z.number().int(),
  lastUsedAt: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string(),
  updatedAt: z.string(),
  version: z.number().int(),
});
export type MessageTemplate = z.output<typeof messageTemplate>;
