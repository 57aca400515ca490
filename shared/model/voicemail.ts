import * as z from 'zod';
import { exchangeLimits } from './exchange.ts';

/** Bounds of voicemail; seconds. */
export const voicemailLimits = {
  /** A message; what is longer is cut off. */
  message: exchangeLimits.message.most,
  /** What callers hear before the tone. */
  greeting: 60,
  /** Bytes of its file: 60 s of 8 kHz, 16 bit and mono, and its header. */
  greetingBytes: 60 * 16_000 + 1_000,
} as const;

/** What callers of an extension or a queue hear before the tone; null: the exchange's own words. */
export const greeting = z
  .object({ url: z.string().describe('below the product’s own address'), seconds: z.number() })
  .nullable();
export type Greeting = z.output<typeof greeting>;

/** What an extension and a queue have of a voicemail box. */
export const voicemailFields = {
  voicemail: z.boolean().default(false).describe('whether callers who are not answered may leave a message'),
  voicemailMail: z
    .boolean()
    .default(true)
    .describe('whether a mail tells of a message: whose the extension is, or the queue’s members'),
};

/** A box, as those see it who may hear its messages. */
export const voicemailBox = z.object({
  id: z.string().describe('of the extension or the queue whose it is'),
  kind: z.enum(['extension', 'queue']),
  number: z.string(),
  name: z.string(),
  isOn: z.boolean().describe('callers may leave a message'),
  isOwn: z.boolean().describe('of one’s own extension, or of a queue whose calls one takes'),
  unheard: z
    .number()
    .int()
    .nullable()
    .describe('messages that nobody has heard, at most 100; null where the box is not one’s own'),
  greeting,
  mayEdit: z.boolean().describe('whether one may change its greeting'),
});
export type VoicemailBox = z.output<typeof voicemailBox>;

export const voicemailMessage = z.object({
  id: z.string(),
  boxId: z.string(),
  boxName: z.string().describe('empty where the extension or queue was removed'),
  callId: z.string(),
  phone: z.string().describe('E.164 of whoever called, or empty where it is not known'),
  leadId: z.string().nullable(),
  leadName: z.string(),
  at: z.string().describe('when it was left'),
  seconds: z.number().int(),
  isHeard: z.boolean(),
  heardAt: z.string().nullable().describe('when it was heard first, or marked so'),
  heardBy: z.string().nullable().describe('the user who did'),
});
export type VoicemailMessage = z.output<typeof voicemailMessage>;

/** Unheard messages of one's own boxes, as a badge says it. */
export const unheardOfOwn = (boxes: readonly VoicemailBox[]): number =>
  boxes.filter(({ isOwn }) => isOwn).reduce((sum, { unheard }) => sum + (unheard ?? 0), 0);
