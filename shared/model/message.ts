import * as z from 'zod';
import { mostPassedOver, passedOver } from './did-pool.ts';
import { channels as contactChannels } from './lead.ts';
import { messageChannels, templateLimits } from './message-template.ts';
import { textRegistration } from './text-registration.ts';

export { type MessageChannel, messageChannels } from './message-template.ts';

/**
 * What becomes of a message. `sending`: it is written down and the provider is being asked. `unconfirmed`: the
 * provider was asked and nobody knows its answer; it is not sent again. `sent`: the provider has it. `received`: it
 * came in. Of mails alone: `bounced`: it came back. `complained`: it arrived, and its reader marked it as spam.
 */
export const messageStatuses = [
  'sending',
  'unconfirmed',
  'sent',
  'delivered',
  'failed',
  'bounced',
  'complained',
  'received',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Who had a message sent; `id` names the journey's step, the blast, the dial plan or the user. */
export const messageSources = [
  'manual',
  'reply',
  'journey',
  'blast',
  'autoReply',
  'dialPlan',
  'test',
  'system',
] as const;
export const messageSource = z.object({ kind: z.enum(messageSources), id: z.string().nullable() });
export type MessageSource = z.output<typeof messageSource>;

/** What came in asks for; `text` is anything else. `auto`: a mail that no person wrote, such as an out-of-office note. */
export const inboundKinds = ['text', 'stop', 'start', 'help', 'auto'] as const;
export type InboundKind = (typeof inboundKinds)[number];
/** What a text may ask for: nobody can tell of a text that no person wrote it. */
export type TextKind = Exclude<InboundKind, 'auto'>;

/** A provider by its name; which there are is known to the functions alone (functions/messages/providers). */
export const providerName = z.string().max(40);

/** A field of a tenant's keys at a provider, as the settings screen draws it. */
export const keyField = z.object({
  name: z.string().describe('as setting it names it'),
  label: z.string(),
  kind: z.enum(['text', 'secret', 'number', 'choice']),
  placeholder: z.string().nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  range: z.object({ least: z.number(), most: z.number() }).nullable().describe('of a number'),
  isHalf: z.boolean().describe('two such fields share a row'),
  value: z.union([z.string(), z.number()]).nullable().describe('null of a secret, which is never answered'),
  isSet: z.boolean(),
});
export type KeyFieldView = z.output<typeof keyField>;

/** Sentences that the API and the screens both say. */
export const messageWords = {
  noPostalAddress:
    'No mail goes out without your postal address at its foot (CAN-SPAM, 16 CFR 316.5). An admin can enter it under Messaging › Mails.',
} as const;

export const messageLimits = {
  sms: templateLimits.sms,
  subject: templateLimits.subject,
  email: templateLimits.email,
  /** Attachments of a mail that are named. */
  attachments: 50,
  /** Texts of one send-bulk call, and replies of one bulk-replies call. */
  bulk: 100,
  /** Leads that a blast may name one by one; a filter may find more. */
  blastLeads: 10_000,
  /** Leads that a blast may reach in all. */
  blastMost: 200_000,
  /** Contacts of a file sent along with a blast; the gateway hands a function 6 MB. */
  uploadBytes: 4_000_000,
  /** Of one that goes straight to the bucket. */
  contactsBytes: 10_000_000,
  previewRows: 5,
  name: 100,
} as const;

/** A file of contacts that has been uploaded, in place of one that is sent along. */
export const uploadedContacts = {
  uploadId: z.string().max(60).optional().describe('of POST /campaigns/uploads, once the file is there'),
  filename: z.string().trim().min(1).max(255).optional(),
};

/** What a text says when somebody sends it, with variables or without. */
export const textBody = z
  .string()
  .trim()
  .min(1, 'Please write a message.')
  .max(messageLimits.sms, `A text message has at most ${messageLimits.sms} characters.`);

/**
 * Texts a minute. A long code takes one a second (Twilio, "Messaging rate limits"); one campaign of 10DLC takes 75
 * to 4,500 a minute by its trust score (The Campaign Registry), so that is what a tenant may set.
 */
export const rateLimits = {
  number: { least: 1, most: 4_500, otherwise: 60 },
  campaign: { least: 1, most: 4_500, otherwise: 240 },
  /** E-mails a day; SES begins with 200 outside its own sandbox and grows with use. */
  dailyEmails: { least: 1, most: 1_000_000, otherwise: 2_000 },
} as const;

const count = z.number().int();

export const segments = z.object({
  count,
  encoding: z.enum(['GSM-7', 'UCS-2']),
  characters: count,
  perSegment: count,
});

export const message = z.object({
  id: z.string(),
  conversationId: z.string(),
  channel: z.enum(messageChannels),
  direction: z.enum(['outbound', 'inbound']),
  leadId: z.string().nullable(),
  address: z.string().describe('the other party: E.164, or an e-mail address'),
  ownAddress: z.string().describe("the tenant's own number or sender"),
  numberReason: z
    .string()
    .optional()
    .describe('of a text that went out: why from that number; absent of texts before this was kept'),
  numberPassedOver: z
    .array(passedOver)
    .max(mostPassedOver)
    .optional()
    .describe('in a thread, of a text whose number was drawn from a pool: numbers that could not be'),
  provider: z.string(),
  sandbox: z.boolean().describe('true: it went to the stand-in of the local cloud and reached nobody'),
  subject: z.string(),
  body: z.string().describe('of a mail that came in: what is new in it, as plain text'),
  quoted: z
    .string()
    .optional()
    .describe('of a mail that came in: the rest of it, such as the mail that it answers'),
  attachments: z
    .array(z.object({ name: z.string(), bytes: z.number().int() }))
    .optional()
    .describe('of a mail that came in: they are named, and not kept'),
  mediaUrls: z.array(z.string()),
  status: z.enum(messageStatuses),
  error: z.string().nullable().describe('why it failed, as a sentence'),
  errorCode: z.string().nullable().describe("the provider's own code"),
  kind: z.enum(inboundKinds),
  segments: segments.nullable(),
  source: messageSource,
  templateId: z.string().nullable(),
  sentBy: z.string().describe("a user's id, or the name of the part that sent it"),
  at: z.string().describe('when it was written or came in'),
  sentAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  failedAt: z.string().nullable(),
});
export type Message = z.output<typeof message>;

/** The thread with one lead, or with one number that belongs to no lead. */
export const conversation = z.object({
  id: z.string(),
  leadId: z.string().nullable(),
  name: z.string().describe("the lead's name, else the address"),
  address: z.string(),
  ownerId: z.string().nullable(),
  ownAddress: z.string().nullable().describe('the number that texts to this person go out from'),
  campaignId: z.string().nullable().describe('the last blast that texted this person'),
  lastMessage: z.object({
    id: z.string(),
    channel: z.enum(messageChannels),
    direction: z.enum(['outbound', 'inbound']),
    text: z.string().describe('at most 160 characters'),
    at: z.string(),
    status: z.enum(messageStatuses),
  }),
  unread: count.describe('texts and mails that came in and were not read'),
  messages: count,
  optedOut: z.array(z.enum(contactChannels)).describe('channels that the person has opted out of'),
  waitingSince: z.string().nullable().describe('since when a text or mail waits for an answer'),
  lastInboundAt: z.string().nullable(),
});
export type Conversation = z.output<typeof conversation>;

const blastStatuses = [
  'draft',
  'scheduled',
  'gathering',
  'sending',
  'waiting',
  'paused',
  'completed',
  'cancelled',
  'failed',
] as const;
export type BlastStatus = (typeof blastStatuses)[number];

export const blast = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(blastStatuses),
  total: count.nullable().describe('null while those it is for are being found'),
  sent: count,
  refused: count.describe('compliance said no: opted out, out of hours, too many attempts'),
  failed: count,
  deferred: count.describe('people whose hours it waits for; they are none of the above yet'),
  progress: count.describe('percent'),
  reasons: z.array(z.object({ code: z.string(), text: z.string(), count })),
  ratePerMinute: count,
  templateId: z.string().nullable(),
  message: z.string(),
  from: z.string().nullable(),
  nextAt: z.string().nullable().describe('when it goes on by itself'),
  why: z.string().nullable().describe('why it waits or failed'),
  createdBy: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type Blast = z.output<typeof blast>;

/** A number that the tenant texts from. */
export const senderNumber = z.object({
  id: z.string(),
  number: z.string().describe('E.164'),
  label: z.string(),
  provider: providerName,
  providerName: z.string().describe('as people read it'),
  sandbox: z.boolean(),
  sms: z.boolean(),
  mms: z.boolean(),
  voice: z.boolean(),
  isActive: z.boolean(),
  /** Where replies to it go: here, to an address of somebody else, or not known. */
  replies: z.enum(['here', 'elsewhere', 'unknown']),
  used: count.describe('texts sent from it'),
  syncedAt: z.string(),
  registration: textRegistration
    .nullable()
    .describe('for 10DLC, as the provider says; null where it does not, or no 10DLC is about the number'),
  registrationAt: z.string().nullable().describe('when it said so'),
});
export type SenderNumber = z.output<typeof senderNumber>;
