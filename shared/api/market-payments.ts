import { z } from 'zod';
import { cents } from '../model/market.ts';
import { payment, paymentLimits, paymentProviders } from '../model/market-payments.ts';
import { keyField } from '../model/message.ts';
import { id, route } from './contract.ts';

const provider = z.enum(paymentProviders);

/** The platform's account at the payment provider. What is secret is never answered, only whether it is set. */
export const paymentConfig = z.looseObject({
  provider,
  name: z.string(),
  connected: z.boolean().describe('false: neither keys nor a sandbox, so nothing is paid by card'),
  sandbox: z.boolean().describe('true: no keys are set, and the stand-in of the local cloud answers'),
  fields: z
    .array(keyField)
    .describe('its keys, which stand beside it by their names too; of a secret `…Set`'),
  webhookUrl: z.string().describe('where the provider tells what became of payments; it is entered there'),
  trouble: z.string().nullable().describe('why the provider refused the account the last time'),
  version: z.number().int(),
});
export type PaymentConfig = z.output<typeof paymentConfig>;

/** Paying in by card; part of the noun `marketplace`. */
export const marketPayments = {
  payments: route('GET', '/marketplace/payments', 'marketplace.buy', 'The last payments by card')
    .input(z.strictObject({}))
    .output(z.object({ payments: z.array(payment).describe('newest first, at most 20') })),
  pay: route('POST', '/marketplace/payments', 'marketplace.buy', 'Begin to pay in by card', { status: 201 })
    .input(
      z.strictObject({
        amountCents: cents
          .min(paymentLimits.minCents, 'The least that can be paid in by card is $10.')
          .max(paymentLimits.maxCents, 'At most $10,000 can be paid in by card at once.'),
        requestId: z
          .string()
          .regex(/^[0-9A-Za-z_-]{8,64}$/, 'This is made of 8 to 64 letters, digits, - and _.')
          .describe('made up by who pays: the same one again is the same payment'),
      }),
    )
    .output(payment),
  payment: route('GET', '/marketplace/payments/{id}', 'marketplace.buy', 'What became of a payment by card')
    .input(z.strictObject({ id: id('mpm') }))
    .output(payment),

  paymentProviders: route(
    'GET',
    '/marketplace/payment-providers',
    'marketplace.manage',
    'By which account of the platform cards are charged and shops paid out',
  )
    .input(z.strictObject({}))
    .output(z.object({ providers: z.array(paymentConfig) })),
  setPaymentProvider: route(
    'PUT',
    '/marketplace/payment-providers/{provider}/config',
    'marketplace.manage',
    'Set the keys of the payment provider',
  )
    .input(
      // The keys are the provider's `fields`, by name; it checks them. `null` removes one.
      z.looseObject({
        provider,
        version: z.number().int().optional().describe('refused when they have changed since'),
      }),
    )
    .output(paymentConfig),
  paymentCallback: route(
    'POST',
    '/marketplace/payment-callbacks/{provider}',
    'public',
    'What became of a payment: the provider tells, and signs it',
    { status: 204 },
  ).input(z.looseObject({ provider })),
};
