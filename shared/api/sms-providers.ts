import { z } from 'zod';
import { registration } from '../model/carrier-limits.ts';
import { drafting, draftingSettings } from '../model/drafting.ts';
import { keyField, providerName as provider, rateLimits, senderNumber } from '../model/message.ts';
import { id, message, route } from './contract.ts';

const numberId = id('did');

/** What is secret is never answered, only whether it is set. */
export const smsConfig = z.looseObject({
  provider,
  connected: z.boolean().describe('false: neither keys nor a sandbox'),
  sandbox: z.boolean().describe('true: no keys are set, and the stand-in of the local cloud takes its texts'),
  isDefault: z.boolean(),
  name: z.string(),
  fields: z
    .array(keyField)
    .describe('its keys, which stand beside it by their names too; of a secret `…Set`'),
  showsBalance: z.boolean().describe('true: the call of the balance is of it'),
  inboundUrl: z.string().describe('where the provider has to send texts that come in'),
  statusUrl: z.string(),
  numberPerMinute: z.number().int().describe('texts a minute from one number'),
  campaignPerMinute: z.number().int().describe('texts a minute of one blast or journey'),
  registration: registration
    .nullable()
    .describe('of 10DLC: what carriers take a day and a minute follows from it'),
  version: z.number().int(),
});

const { number, campaign } = rateLimits;

/** A provider and whether messages can go out by it. */
export const providerState = z.object({
  provider,
  name: z.string(),
  connected: z.boolean(),
  sandbox: z.boolean(),
  isDefault: z.boolean(),
});

/** Providers of texts and the numbers that they rent out; part of the noun `sms`. */
export const smsProviderCalls = {
  providers: route('GET', '/sms/providers', 'messages.view', 'The providers that texts can go out by')
    .input(z.strictObject({}))
    .output(z.object({ providers: z.array(providerState) })),
  config: route(
    'GET',
    '/sms/providers/{provider}/config',
    'messaging.manage',
    'How a provider of texts is reached',
  )
    .input(z.strictObject({ provider }))
    .output(smsConfig),
  setConfig: route(
    'PUT',
    '/sms/providers/{provider}/config',
    'messaging.manage',
    'Set the keys of a provider of texts',
  )
    .input(
      // The other keys are the provider's `fields`, by name; it checks them. `null` removes one.
      z.looseObject({
        provider,
        numberPerMinute: z.number().int().min(number.least).max(number.most).optional(),
        campaignPerMinute: z.number().int().min(campaign.least).max(campaign.most).optional(),
        registration: registration.nullable().optional(),
        version: z.number().int().optional().describe('refused when the settings have changed since'),
      }),
    )
    .output(smsConfig),
  test: route(
    'POST',
    '/sms/providers/{provider}/test',
    'messaging.manage',
    'Ask the provider whether the keys are right',
  )
    .input(z.strictObject({ provider }))
    .output(
      z.object({
        ok: z.boolean(),
        message: z.string().describe('what the provider said, as a sentence'),
        sandbox: z.boolean(),
        account: z.string().nullable(),
      }),
    ),
  drafting: route(
    'GET',
    '/sms/drafting',
    'messages.view',
    'How drafts of replies are written, and what is left',
  )
    .input(z.strictObject({}))
    .output(drafting),
  setDrafting: route(
    'PUT',
    '/sms/drafting',
    'messaging.manage',
    'Switch drafts of replies on or off, and say by which model; null removes the key',
  )
    .input(
      z.strictObject({
        ...draftingSettings.partial().shape,
        apiKey: z.string().trim().min(8, 'This is no API key.').max(500).nullable().optional(),
        version: z.number().int().optional().describe('refused when the settings have changed since'),
      }),
    )
    .output(drafting),
  draftReply: route(
    'POST',
    '/sms/drafting/{id}',
    'messages.send',
    'Draft the next text of a thread; nothing is sent, and the draft is kept nowhere',
  )
    .input(z.strictObject({ id: id('cnv') }))
    .output(
      z.object({
        text: z.string(),
        left: z.number().int().describe('drafts in this month'),
        sandbox: z.boolean(),
      }),
    ),
  balance: route(
    'GET',
    '/sms/providers/twilio/balance',
    'messaging.manage',
    'What is left on the Twilio account',
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        provider,
        sandbox: z.boolean(),
        balance: z.number().nullable(),
        currency: z.string().nullable(),
        trouble: z.string().nullable().describe('why it is not known'),
      }),
    ),
  defaultProvider: route('GET', '/sms/default-provider', 'messages.view', 'The provider that texts go out by')
    .input(z.strictObject({}))
    .output(z.object({ provider, sandbox: z.boolean(), connected: z.boolean() })),
  setDefaultProvider: route(
    'PUT',
    '/sms/default-provider',
    'messaging.manage',
    'Choose the provider that texts go out by',
  )
    .input(z.strictObject({ provider }))
    .output(z.object({ provider, sandbox: z.boolean(), connected: z.boolean() })),
  syncNumbers: route(
    'POST',
    '/sms/numbers/sync',
    'numbers.manage',
    'Ask the providers for their numbers again',
  )
    .input(z.strictObject({ provider: provider.optional() }))
    .output(
      z.object({
        numbers: z.array(senderNumber),
        added: z.number().int(),
        removed: z.number().int(),
        trouble: z.array(z.object({ provider, name: z.string(), text: z.string() })),
      }),
    ),
  twilioNumbers: route(
    'GET',
    '/sms/twilio/numbers',
    'numbers.manage',
    'The numbers rented from Twilio; with `areaCode` those to rent',
  )
    .input(
      z.strictObject({
        areaCode: z
          .string()
          .regex(/^[2-9]\d{2}$/, 'An area code has three digits.')
          .optional(),
        contains: z
          .string()
          .regex(/^[0-9A-Za-z*]{2,16}$/, 'Digits, letters or *, at least two.')
          .optional(),
        limit: z.coerce.number().int().min(1).max(50).default(20),
      }),
    )
    .output(
      z.object({
        numbers: z.array(senderNumber),
        available: z.array(
          z.object({
            number: z.string(),
            label: z.string(),
            locality: z.string(),
            region: z.string(),
            sms: z.boolean(),
            mms: z.boolean(),
            voice: z.boolean(),
          }),
        ),
        sandbox: z.boolean(),
      }),
    ),
  rentTwilioNumber: route(
    'POST',
    '/sms/twilio/numbers',
    'numbers.manage',
    'Rent a number: a certain one, or any of an area code',
    {
      status: 201,
    },
  )
    .input(
      z.strictObject({
        number: z
          .string()
          .regex(/^\+[1-9]\d{6,14}$/, 'Please give the number in its international form.')
          .optional(),
        areaCode: z
          .string()
          .regex(/^[2-9]\d{2}$/, 'An area code has three digits.')
          .optional(),
      }),
    )
    .output(senderNumber),
  releaseTwilioNumber: route('DELETE', '/sms/twilio/numbers/{id}', 'numbers.manage', 'Give a number back')
    .input(z.strictObject({ id: numberId }))
    .output(message),
};
