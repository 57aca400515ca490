import { z } from 'zod';
import { cents, marketLimits, payout, revenuePeriods, statementLine } from '../model/market.ts';
import { id, route, tenantId } from './contract.ts';
import { cursor, limit, nextCursor } from './market-paging.ts';

const providerId = id('mpr');
const amount = z
  .number()
  .int('An amount is a whole number of cents.')
  .min(1, 'An amount is at least one cent.')
  .max(marketLimits.maxAmount, 'An amount is at most $1,000,000.');
const reference = z
  .string()
  .trim()
  .min(1, 'Please give the reference, such as that of the bank transfer.')
  .max(marketLimits.reference, `At most ${marketLimits.reference} characters.`)
  .describe('it names the payment: given again with the same amount, nothing is booked twice');

const money = {
  availableCents: cents.describe('ready to be paid out'),
  heldCents: cents.describe('of completed orders whose days for a dispute are not over'),
};

/** What is earned, paid in and paid out on the lead market. */
export const marketMoney = {
  stats: route('GET', '/marketplace/stats', 'marketplace.sell', 'The figures of what one sells')
    .input(z.strictObject({}))
    .output(
      z.object({
        totalRevenue: cents.describe('US cents earned by orders completed, after commission and refunds'),
        activeListings: z.number().int(),
        pendingOrders: z.number().int().describe('orders whose leads are to be handed over'),
        ...money,
        paidOutCents: cents,
      }),
    ),
  revenue: route('GET', '/marketplace/revenue', 'marketplace.sell', 'Earnings over time')
    .input(z.strictObject({ period: z.enum(revenuePeriods).default('day') }))
    .output(
      z.object({
        points: z
          .array(
            z.object({
              date: z.string().describe("the first day of the stretch, in the workspace's time zone"),
              revenue: cents,
              orders: z.number().int(),
              leads: z.number().int(),
            }),
          )
          .describe(
            '30 days, 12 weeks, 12 months or 5 years, oldest first; none where nothing was ever earned',
          ),
        change: z
          .union([z.number(), z.literal('new')])
          .nullable()
          .describe(
            "percent by which the later half differs; 'new' where the earlier is 0, null where both are",
          ),
      }),
    ),
  payouts: route('GET', '/marketplace/payouts', 'marketplace.funds', 'What was paid out to sellers')
    .input(z.strictObject({ providerId: providerId.optional(), limit, cursor }))
    .output(
      z.object({
        payouts: z.array(payout).describe('newest first'),
        providers: z.array(z.object({ providerId: z.string(), providerName: z.string(), ...money })),
        nextCursor,
      }),
    ),
  recordPayout: route('POST', '/marketplace/payouts', 'marketplace.manage', 'Record that a seller was paid', {
    status: 201,
  })
    .input(z.strictObject({ providerId, amountCents: amount, reference }))
    .output(payout),

  balance: route('GET', '/marketplace/balance', 'marketplace.buy', 'What the workspace can buy for')
    .input(z.strictObject({}))
    .output(
      z.object({
        balanceCents: cents,
        reservedCents: cents.describe('set aside for orders whose leads have not all arrived'),
        currency: z.literal('USD'),
        topUp: z
          .enum(['manual', 'card'])
          .describe("'card': paid in by card too; 'manual': whoever runs the platform records what was paid"),
        paymentProvider: z
          .string()
          .nullable()
          .describe("who takes the card, as people call it; null: 'manual'"),
        sandbox: z.boolean().describe('true: no card is charged, the stand-in of the local cloud answers'),
      }),
    ),
  statement: route(
    'GET',
    '/marketplace/statement',
    'marketplace.funds',
    'Every movement of money of the workspace or of one of its shops, newest first',
  )
    .input(
      z.strictObject({
        providerId: providerId.optional().describe("a shop's; else the buyer's"),
        limit,
        cursor,
      }),
    )
    .output(z.object({ lines: z.array(statementLine), nextCursor })),
  recordReceipt: route(
    'POST',
    '/marketplace/receipts',
    'marketplace.manage',
    'Record money that a buyer paid in',
    {
      status: 201,
    },
  )
    .input(z.strictObject({ tenantId, amountCents: amount, reference }))
    .output(z.object({ tenantId: z.number().int(), balanceCents: cents, entryId: z.string() })),
};
