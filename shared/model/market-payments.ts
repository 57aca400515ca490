import * as z from 'zod';
import { cents } from './market.ts';

/** Bounds of what is paid in by card, and paid out by itself. */
export const paymentLimits = {
  /** US cents of one payment by card. */
  minCents: 1_000,
  maxCents: 1_000_000,
  /** Hours until the page on which a card is charged runs out: Stripe's own bound. */
  openHours: 24,
  /** Payments that the balance shows. */
  listed: 20,
  /** US cents below which nothing is paid out by itself. */
  minPayoutCents: 2_500,
} as const;

/** Who takes payments by card, and pays shops out. */
export const paymentProviders = ['stripe'] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];

/**
 * - opening: the provider has not answered yet
 * - pending: the page on which a card is charged is open
 * - declined: a card was declined there; another may be tried while the page is open
 * - paid: the money is in the balance
 * - expired: the page ran out, and nothing was paid
 * - failed: no page could be opened
 * - refused: something else was paid than was asked for; nothing is booked, and the operator is told
 * - refunded: the operator has sent all of it back to the card
 * - disputed: the holder of the card takes the money back by their bank, which has not decided yet
 * - charged_back: the bank has given it back to them
 */
export const paymentStatuses = [
  'opening',
  'pending',
  'declined',
  'paid',
  'expired',
  'failed',
  'refused',
  'refunded',
  'disputed',
  'charged_back',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Whether a payment may still be paid on its page. */
export const isPayable = (status: PaymentStatus): boolean => status === 'pending' || status === 'declined';

export const payment = z.object({
  id: z.string(),
  amountCents: cents,
  status: z.enum(paymentStatuses),
  checkoutUrl: z.string().nullable().describe('where the card is charged; null where nothing is to be paid'),
  note: z.string().describe('why it failed, was refused, refunded or disputed; empty otherwise'),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
});
export type Payment = z.output<typeof payment>;

/**
 * - none: no account is connected
 * - details: the provider asks its holder for more
 * - restricted: the provider takes nothing for it any more
 * - ready: it is paid out to
 */
export const payoutAccountStates = ['none', 'details', 'restricted', 'ready'] as const;
export type PayoutAccountState = (typeof payoutAccountStates)[number];

export const payoutAccount = z.object({
  state: z.enum(payoutAccountStates),
  missing: z.number().int().describe('details that the provider still asks for'),
  available: z.boolean().describe('false: the platform has no payment provider'),
  paymentProvider: z.string().describe('who pays out, as people call it'),
  sandbox: z.boolean().describe('true: the stand-in of the local cloud answers'),
  minPayoutCents: cents.describe('the least that is paid out by itself'),
});
export type PayoutAccount = z.output<typeof payoutAccount>;
