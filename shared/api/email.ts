import { z } from 'zod';
import { keyField, message, messageLimits, providerName, rateLimits } from '../model/message.ts';
import { id, route } from './contract.ts';
import { providerState } from './sms-providers.ts';

const address = z.email('Please enter a valid e-mail address.').max(254).toLowerCase();
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\r\n]*$/, 'This is one line.');
/** What is secret is never answered, only whether it is set. */
export const emailConfig = z.looseObject({
  provider: providerName.describe('the one that mails go out by'),
  connected: z.boolean(),
  sandbox: z
    .boolean()
    .describe('true: no server or keys are set, and the stand-in of the local cloud takes its mails'),
  fromName: z.string(),
  fromEmail: z.string().describe("empty: the product's own address"),
  replyTo: z
    .string()
    .describe('where answers go; empty: into the inbox, or to fromEmail where none is received'),
  receives: z
    .boolean()
    .describe('true: answers to mails come into the inbox, unless replyTo names an address'),
  postalAddress: z
    .string()
    .describe('stands at the foot of every mail, as 16 CFR 316.5 asks; no mail goes out without it'),
  dailyLimit: z.number().int(),
  dailyLimitMost: z
    .number()
    .int()
    .nullable()
    .describe('the platform’s cap; null: the limit of the call alone'),
  senderName: z.string().describe('the name that mails bear now'),
  sharedSender: z.boolean().describe('true: mails go out from the product’s own address'),
  answersConfirmed: z
    .boolean()
    .describe('false: the address for answers is not used until the link is opened that was mailed there'),
  providers: z
    .array(z.object({ provider: providerName, title: z.string(), fields: z.array(keyField) }))
    .describe('their keys, which stand under their names too; of a secret `…Set`'),
  version: z.number().int(),
});

export const email = {
  providers: route('GET', '/email/providers', 'messages.view', 'The ways that mails can go out by')
    .input(z.strictObject({}))
    .output(
      z.object({
        providers: z.array(providerState),
        hasPostalAddress: z
          .boolean()
          .describe('false: mails are refused until an admin has set the postal address at their foot'),
      }),
    ),
  config: route('GET', '/email/config', 'messaging.manage', 'How mails go out')
    .input(z.strictObject({}))
    .output(emailConfig),
  saveConfig: route(
    'POST',
    '/email/config',
    'messaging.manage',
    'Set how mails go out; what is left out stays, null removes',
  )
    .input(
      // The other keys are names of providers, each with its `fields`, by name; it checks them. `null` removes one.
      z.looseObject({
        provider: providerName.optional(),
        fromName: line(100).optional(),
        fromEmail: z.union([address, z.literal('')]).optional(),
        replyTo: z.union([address, z.literal('')]).optional(),
        postalAddress: z.string().trim().max(300).optional(),
        dailyLimit: z
          .number()
          .int()
          .min(rateLimits.dailyEmails.least)
          .max(rateLimits.dailyEmails.most)
          .optional(),
        version: z.number().int().optional().describe('refused when the settings have changed since'),
      }),
    )
    .output(emailConfig),
  test: route('POST', '/email/test', 'messaging.manage', 'Send a mail to see whether the settings are right')
    .input(z.strictObject({ to: address.optional().describe("the caller's own address when left out") }))
    .output(
      z.object({
        ok: z.boolean(),
        message: z.string().describe('what came of it, as a sentence'),
        provider: providerName,
        sandbox: z.boolean(),
      }),
    ),
  sendReplyToLink: route(
    'POST',
    '/email/reply-to/link',
    'messaging.manage',
    'Have the link mailed that confirms where answers go',
  )
    .input(z.strictObject({}))
    .output(z.object({ message: z.string() })),
  confirmReplyTo: route('POST', '/email/reply-to/confirm', 'public', 'Confirm where answers to mails go')
    .input(z.strictObject({ token: z.string().min(1).max(200) }))
    .output(z.object({ message: z.string() })),
  stats: route(
    'GET',
    '/email/stats',
    'messages.statistics',
    'How many mails went out, by day, and what is left of today',
  )
    .input(z.strictObject({ days: z.coerce.number().int().min(1).max(90).default(30) }))
    .output(
      z.object({
        total: z.object({
          sent: z.number().int(),
          delivered: z.number().int(),
          failed: z.number().int(),
          bounced: z.number().int().describe('came back'),
          complained: z.number().int().describe('marked as spam'),
          received: z.number().int().describe('came in, automatic ones among them'),
          optedOut: z.number().int(),
        }),
        today: z.object({
          used: z.number().int(),
          limit: z.number().int(),
          left: z.number().int(),
          resetsAt: z.string().describe("the tenant's next midnight"),
        }),
        days: z.array(
          z.object({
            date: z.string(),
            sent: z.number().int(),
            delivered: z.number().int(),
            failed: z.number().int(),
            bounced: z.number().int().describe('came back'),
            complained: z.number().int().describe('marked as spam'),
            received: z.number().int().describe('came in, automatic ones among them'),
            optedOut: z.number().int(),
          }),
        ),
      }),
    ),
  resetDailyLimit: route(
    'POST',
    '/email/reset-daily-limit',
    'messaging.manage',
    'Reset the count of today’s mails',
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        message: z.string(),
        used: z.number().int(),
        limit: z.number().int(),
        resetsAt: z.string(),
      }),
    ),
  send: route('POST', '/email/send', 'messages.send', 'Send a mail to a lead or an address')
    .input(
      z.strictObject({
        leadId: id('led').optional(),
        to: address.optional(),
        subject: line(messageLimits.subject).optional(),
        body: z
          .string()
          .max(messageLimits.email, `A mail has at most ${messageLimits.email} characters.`)
          .optional(),
        templateId: id('mtp').optional().describe('a template in place of subject and body; for leads'),
        key: z.string().min(8).max(100).optional().describe('the same key again is the same mail'),
      }),
    )
    .output(z.object({ message, provider: z.string(), sandbox: z.boolean() })),
  unsubscribePage: route(
    'GET',
    '/email/unsubscribe/{token}',
    'public',
    'A page that asks whether to end the mails',
    {
      binary: true,
    },
  )
    .input(z.strictObject({ token: z.string().max(600) }))
    .output(z.instanceof(Blob)),
  unsubscribe: route(
    'POST',
    '/email/unsubscribe/{token}',
    'public',
    'End the mails to an address (RFC 8058)',
    {
      binary: true,
    },
  )
    .input(
      z.strictObject({
        token: z.string().max(600),
        'List-Unsubscribe': z.string().max(100).optional(),
      }),
    )
    .output(z.instanceof(Blob)),
};
