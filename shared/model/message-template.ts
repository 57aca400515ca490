import * as z from 'zod';

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

/** What may stand in double braces, below its root; a tenant's custom fields are `lead.custom.<key>` besides. */
export const messageVariables = {
  lead: [
    'firstName',
    'lastName',
    'fullName',
    'company',
    'phone',
    'email',
    'street',
    'city',
    'state',
    'postcode',
    'brand',
    'source',
    'status',
    'score',
    'dealAmount',
  ],
  call: ['at', 'number', 'duration', 'disposition'],
  tenant: ['name'],
  rep: ['firstName', 'lastName', 'fullName', 'email', 'extension'],
  system: ['date', 'time', 'year'],
} as const;

/** Every variable by its full name. */
export const variableNames: readonly string[] = Object.entries(messageVariables).flatMap(([root, fields]) =>
  fields.map((field) => `${root}.${field}`),
);

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

/** What a preview shows where no lead was chosen. */
export const sampleMessageData = {
  lead: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    fullName: 'Ada Lovelace',
    company: 'Analytical Engines',
    phone: '+12125550123',
    email: 'ada@example.com',
    street: '12 Main Street',
    city: 'New York',
    state: 'NY',
    postcode: '10001',
    brand: 'Dealbell',
    source: 'Website',
    status: 'new',
    score: 80,
    dealAmount: 12_500,
  },
  call: { at: '2026-11-20T15:30:00.000Z', number: '+12125550123', duration: 185, disposition: 'Interested' },
  tenant: { name: 'Dealbell' },
  rep: {
    firstName: 'Grace',
    lastName: 'Hopper',
    fullName: 'Grace Hopper',
    email: 'grace@example.com',
    extension: '101',
  },
  system: { date: '2026-11-20', time: '10:30', year: 2026 },
} as const;

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
