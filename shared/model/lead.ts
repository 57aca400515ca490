import * as z from 'zod';

/** Bounds of a lead; together they keep the item well below the 400 KB that the table takes. */
export const leadLimits = {
  name: 100,
  text: 200,
  phones: 5,
  emails: 5,
  tags: 30,
  tag: 50,
  customFields: 50,
  customText: 1_000,
  /** Leads of one bulk call. */
  bulk: 1_000,
  /** Of which so many are worked while the caller waits, some seconds; more are a job. */
  bulkAtOnce: 200,
  /** Days a deleted lead can be had back. */
  restoreDays: 30,
} as const;

const text = (max: number = leadLimits.text) => z.string().trim().max(max, `At most ${max} characters.`);

export const phoneLabels = ['mobile', 'home', 'work', 'other'] as const;
export const channels = ['call', 'sms', 'email'] as const;
export type Channel = (typeof channels)[number];
/** The channels as screens and records name them. */
export const channelNames: Readonly<Record<Channel, string>> = {
  call: 'Calls',
  sms: 'Texts',
  email: 'E-mails',
};

/** The source of leads that were made of a call from an unknown number. */
export const inboundCallSource = 'Inbound call';

const phoneLength = 'A phone number has 3 to 40 characters.';
/** Written in any usual way; kept as E.164. What cannot be a number is refused where it is normalised. */
export const phoneInput = z.string().trim().min(3, phoneLength).max(40, phoneLength);
export const leadPhone = z.strictObject({
  number: z.string().describe('E.164'),
  label: z.enum(phoneLabels),
});
const phoneField = z.union([
  phoneInput,
  z.strictObject({ number: phoneInput, label: z.enum(phoneLabels).default('mobile') }),
]);

/** As a person's address is written in the trade: `state` by its two letters, `postcode` as text. */
export const leadAddress = z.strictObject({
  street: text().default(''),
  city: text(100).default(''),
  state: text(50).default(''),
  postcode: text(20).default(''),
  country: text(2).default('US'),
});

/** What a consent that lifts an opt-out stands on; kept with it, because a claim may ask for it (47 CFR 64.1200(f)(9)). */
export const consentProof = z.strictObject({
  when: z.iso.datetime().describe('when the person agreed again'),
  evidence: text(500)
    .min(1, 'Please say where it can be seen that they agreed.')
    .describe('in whose words, or the address of a form or a recording'),
});
export type ConsentProof = z.output<typeof consentProof>;

/**
 * A person's say about one channel. `given` and `withdrawn` tell when and by which way ('web form', 'STOP by
 * SMS', 'told agent'); 'withdrawn' bars the channel whatever else allows it (47 CFR 64.1200(a)(10)).
 */
export const consent = z.strictObject({
  state: z.enum(['unknown', 'given', 'withdrawn']),
  at: z.iso.datetime().nullable(),
  how: text(200),
  by: z
    .enum(['person', 'staff'])
    .optional()
    .describe("'staff': a user noted it; otherwise the person, a carrier or another system said so"),
  proof: consentProof.optional(),
  purchase: z
    .string()
    .max(64)
    .optional()
    .describe(
      'the hand-over on the lead market that it came by; such a consent can fall with its certificate',
    ),
});
export type Consent = z.output<typeof consent>;
export const consents = z.strictObject({ call: consent, sms: consent, email: consent });
export type Consents = z.output<typeof consents>;
export const noConsent: Consents = {
  call: { state: 'unknown', at: null, how: '' },
  sms: { state: 'unknown', at: null, how: '' },
  email: { state: 'unknown', at: null, how: '' },
};
const consentChange = z
  .strictObject({ state: z.enum(['given', 'withdrawn']), how: text(200).default('') })
  .describe('the server notes when; an opt-out is lifted by POST /tcpa/opt-out alone, with its proof');

export const tag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'A tag has at least one character.')
  .max(leadLimits.tag, `A tag has at most ${leadLimits.tag} characters.`);
export const tags = z.array(tag).max(leadLimits.tags, `A lead has at most ${leadLimits.tags} tags.`);

/** Key of a status or of a custom field: what filters, imports and merge fields name. */
export const fieldKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'A key begins with a letter and holds a-z, 0-9 and _, at most 40.');

export const customValue = z.union([
  z.string().max(leadLimits.customText),
  z.number(),
  z.boolean(),
  z.null(),
]);
const customValues = z
  .record(fieldKey, customValue)
  .refine((map) => Object.keys(map).length <= leadLimits.customFields, 'Too many custom fields.');

/** What a caller may write. A custom field must be one of the tenant's and of its type. */
export const leadFields = z.strictObject({
  firstName: text(leadLimits.name).default(''),
  lastName: text(leadLimits.name).default(''),
  company: text(leadLimits.name).default(''),
  phones: z.array(phoneField).max(leadLimits.phones).default([]),
  emails: z
    .array(z.email('Please enter a valid e-mail address.').max(254).toLowerCase())
    .max(leadLimits.emails)
    .default([]),
  address: leadAddress.default({ street: '', city: '', state: '', postcode: '', country: 'US' }),
  brand: text(100).default(''),
  source: text(100).default(''),
  status: fieldKey.optional().describe("the tenant's first status when left out"),
  ownerId: z.string().max(64).nullable().default(null),
  tags: tags.default([]),
  customFields: customValues.default({}),
  consent: z
    .strictObject({
      call: consentChange.optional(),
      sms: consentChange.optional(),
      email: consentChange.optional(),
    })
    .default({}),
  score: z.number().int().min(0).max(100).default(0),
  dealAmount: z.number().min(0).max(1_000_000_000).nullable().default(null).describe('US dollars'),
});
export type LeadFields = z.output<typeof leadFields>;

export const lead = z.object({
  id: z.string(),
  version: z.number().int(),
  state: z.enum(['live', 'deleted']),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  company: z.string(),
  phones: z.array(leadPhone),
  /** The first phone and e-mail, as most screens and merge fields want them. */
  phone: z.string(),
  emails: z.array(z.string()),
  email: z.string(),
  address: leadAddress,
  brand: z.string(),
  source: z.string(),
  status: z.string(),
  ownerId: z.string().nullable(),
  assignedAt: z.string().nullable().describe('when it came to its owner'),
  tags: z.array(z.string()),
  customFields: z.record(z.string(), customValue),
  consent: consents,
  score: z.number(),
  isScoreLearned: z
    .literal(true)
    .optional()
    .describe('the score is the model’s: one that is sent is kept as the entered score'),
  dealAmount: z.number().nullable(),
  /** IANA zones the person may be in: from the postcode, the state, or the set of the area code. */
  timeZones: z.array(z.string()),
  importId: z.string().nullable(),
  lastContactedAt: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
});
export type Lead = z.output<typeof lead>;

/** One status of a tenant; `order` is its place in the funnel. */
export const leadStatus = z.strictObject({
  key: fieldKey,
  label: text(50).min(1),
  color: z.string().regex(/^#[0-9a-f]{6}$/i, 'A colour is # and 6 hex digits.'),
  order: z.number().int().min(0).max(1_000),
  /** What it means to the funnel: 'won' and 'lost' end it. */
  kind: z.enum(['open', 'won', 'lost']),
});
export type LeadStatus = z.output<typeof leadStatus>;

/** What a new tenant begins with, in the order of the funnel. */
export const defaultStatuses: readonly LeadStatus[] = [
  { key: 'new', label: 'New', color: '#228be6', order: 0, kind: 'open' },
  { key: 'contacted', label: 'Contacted', color: '#15aabf', order: 1, kind: 'open' },
  { key: 'qualified', label: 'Qualified', color: '#7950f2', order: 2, kind: 'open' },
  { key: 'proposal', label: 'Proposal', color: '#f59f00', order: 3, kind: 'open' },
  { key: 'won', label: 'Won', color: '#40c057', order: 4, kind: 'won' },
  { key: 'lost', label: 'Lost', color: '#868e96', order: 5, kind: 'lost' },
];

/** The statuses that lead to a sale, in their order: stages of the funnel. Those that mean it is lost are none. */
export const funnelStages = (statuses: readonly LeadStatus[]): LeadStatus[] =>
  statuses.filter(({ kind }) => kind !== 'lost').sort((one, other) => one.order - other.order);

/** A custom field of a tenant. `choice` takes one of `choices`. */
const customField = z.strictObject({
  key: fieldKey,
  label: text(50).min(1),
  type: z.enum(['text', 'number', 'boolean', 'date', 'choice']),
  choices: z.array(text(100).min(1)).max(100).default([]),
});
export type CustomField = z.output<typeof customField>;

/** A tenant's rules for its leads: one item, edited on the settings page. */
export const leadSettings = z.strictObject({
  statuses: z.array(leadStatus).min(1).max(50),
  customFields: z.array(customField).max(leadLimits.customFields),
  /** Where false, a phone belongs to at most one live lead: the same in create, import and webhook. */
  allowDuplicatePhones: z.boolean(),
  /** An assignment older than this is given back by expire-old. */
  assignmentExpiryHours: z.number().int().min(1).max(8_760),
  version: z.number().int(),
});
export type LeadSettings = z.output<typeof leadSettings>;
export const defaultLeadSettings: LeadSettings = {
  statuses: [...defaultStatuses],
  customFields: [],
  allowDuplicatePhones: false,
  assignmentExpiryHours: 72,
  version: 0,
};
