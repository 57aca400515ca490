import { z } from 'zod';
import { inboundKinds, messageChannels, messageSource } from '#shared/model/message.ts';
import { defineEvent } from './define.ts';

const leadId = 'led_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
const messageId = 'msg_01J8Z3K4M5N6P7Q8R9S0T1V2W3';

const base = z.object({
  messageId: z.string(),
  leadId: z.string().nullable(),
  channel: z.enum(messageChannels),
  /** The other party's. */
  address: z.string(),
  conversationId: z.string(),
});
const sample = {
  messageId,
  leadId,
  channel: 'sms' as const,
  address: '+12125550123',
  conversationId: 'cnv_01J8Z3K4M5N6P7Q8R9S0T1V2W3',
};
const outbound = base.extend({ source: messageSource });
const sampleOut = { ...sample, source: { kind: 'journey' as const, id: 'jrn_x7' } };

/** What becomes of texts and mails; the entity is the message. */
export const messageEvents = {
  'message.sent': defineEvent(outbound.extend({ segments: z.number().int() }), { ...sampleOut, segments: 1 }),
  'message.delivered': defineEvent(outbound, sampleOut),
  'message.failed': defineEvent(outbound.extend({ error: z.string() }), {
    ...sampleOut,
    error: 'The number cannot take texts.',
  }),
  /** A mail came back. */
  'message.bounced': defineEvent(
    outbound.extend({
      /** For good: nothing goes to the address any more. */
      permanent: z.boolean(),
      error: z.string(),
    }),
    {
      ...sampleOut,
      channel: 'email',
      address: 'ann@example.com',
      permanent: true,
      error: 'There is no such mailbox.',
    },
  ),
  /** The reader of a mail marked it as spam. */
  'message.complained': defineEvent(outbound, {
    ...sampleOut,
    channel: 'email',
    address: 'ann@example.com',
  }),
  'message.received': defineEvent(
    base.extend({
      kind: z.enum(inboundKinds),
      /** What this one answers: the last text that went to this person, or the mail; where there was one. */
      source: messageSource.nullable(),
    }),
    { ...sample, kind: 'text', source: sampleOut.source },
  ),
};
