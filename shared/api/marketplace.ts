import { z } from 'zod';
import {
  cents,
  type DisputeReason,
  disputeReasons,
  listing,
  listingFields,
  listingStatuses,
  marketLimits,
  order,
  orderStatuses,
  payout,
  provider,
  providerStatuses,
  revenuePeriods,
  soldLead,
  statementLine,
} from '../model/market.ts';
import { id, route, tenantId } from './contract.ts';

const providerId = id('mpr');
const listingId = id('mls');
const orderId = id('mor');
const version = z.number().int().min(1);
const ofOrder = z.strictObject({ id: orderId });

const limit = z.coerce.number().int().min(1).max(100).default(50);
const cursor = z.string().max(2_000).optional();
const nextCursor = z.string().nullable();
const price = z.coerce.number().int().min(0).max(marketLimits.maxPrice).optional();
const reason = z
  .string()
  .trim()
  .min(1, 'Please say why.')
  .max(marketLimits.reason, `At most ${marketLimits.reason} characters.`);
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

/** Which side's: what the caller sells, or what the caller's workspace has bought. */
const side = z.enum(['sold', 'bought']);

const money = {
  availableCents: cents.describe('ready to be paid out'),
  heldCents: cents.describe('of completed orders whose days for a dispute are not over'),
};

/** The lead market: vendors sell leads, other workspaces buy them. One market for the whole platform. */
export const marketplace = {
  providers: route('GET', '/marketplace/providers', 'marketplace.view', 'Shops of the market')
    .input(z.strictObject({ scope: z.enum(['market', 'own']).optional() }))
    .output(
      z.object({
        providers: z
          .array(provider)
          .describe(
            "a vendor's own; for buyers those that sell; 'own': those of the workspace; the operator's: all",
          ),
      }),
    ),
  createProvider: route(
    'POST',
    '/marketplace/providers',
    'marketplace.providers',
    'Open a shop for a vendor',
    {
      status: 201,
    },
  )
    .input(
      z.strictObject({
        name: z
          .string()
          .trim()
          .min(1, 'Please enter a name.')
          .max(marketLimits.name, `At most ${marketLimits.name} characters.`),
        ownerId: id('usr').describe('an active user of the workspace with the role vendor'),
        tenantId: tenantId.optional().describe('whose vendor; for the operator'),
        commissionPercent: z
          .number()
          .int()
          .min(0)
          .max(marketLimits.maxCommission)
          .optional()
          .describe('of each order to the platform; set by the operator alone, 0 when left out'),
      }),
    )
    .output(provider),
  updateProvider: route(
    'PUT',
    '/marketplace/providers/{id}',
    'marketplace.manage',
    'Suspend a shop or let it sell again, and set its commission',
  )
    .input(
      z.strictObject({
        id: providerId,
        status: z.enum(providerStatuses).optional(),
        commissionPercent: z.number().int().min(0).max(marketLimits.maxCommission).optional(),
        version: version.optional(),
      }),
    )
    .output(provider),

  listings: route('GET', '/marketplace/listings', 'marketplace.view', 'What is on offer, or what one sells')
    .input(
      z.strictObject({
        scope: z
          .enum(['market', 'own'])
          .optional()
          .describe(
            "'market': active ones of all shops; 'own': those one sells. A vendor sees only own ones",
          ),
        search: z.string().trim().max(100).optional().describe('in title, description, category, shop'),
        category: z.string().trim().max(marketLimits.category).optional(),
        priceMin: price.describe('US cents a lead'),
        priceMax: price.describe('US cents a lead'),
        status: z.enum(listingStatuses).optional().describe('of own ones'),
        limit,
        cursor,
      }),
    )
    .output(
      z.object({
        listings: z.array(listing).describe('newest first'),
        categories: z.array(z.string()).describe('those of all that the caller could see, by name'),
        nextCursor,
      }),
    ),
  createListing: route('POST', '/marketplace/listings', 'marketplace.sell', 'Offer leads', { status: 201 })
    .input(
      listingFields.extend({
        providerId: providerId.optional().describe('may be left out by who sells in one shop'),
        status: z.enum(['draft', 'active']).default('draft'),
      }),
    )
    .output(listing),
  getListing: route('GET', '/marketplace/listings/{id}', 'marketplace.view', 'One listing')
    .input(z.strictObject({ id: listingId }))
    .output(listing),
  updateListing: route('PUT', '/marketplace/listings/{id}', 'marketplace.sell', 'Change what is offered')
    .input(
      z.strictObject({
        id: listingId,
        title: listingFields.shape.title.optional(),
        description: z.string().trim().max(marketLimits.description).optional(),
        category: listingFields.shape.category.optional(),
        priceCents: listingFields.shape.priceCents.optional().describe('open orders keep their price'),
        leadCount: listingFields.shape.leadCount.optional(),
        dailyCap: listingFields.shape.dailyCap.unwrap().optional(),
        sampleFields: listingFields.shape.sampleFields.unwrap().optional(),
        exclusivity: listingFields.shape.exclusivity.unwrap().optional(),
        status: z.enum(['draft', 'active', 'paused', 'archived']).optional(),
        version: version.optional(),
      }),
    )
    .output(listing),

  purchase: route(
    'POST',
    '/marketplace/listings/{id}/purchase',
    'marketplace.buy',
    'Buy leads of a listing',
    {
      status: 201,
    },
  )
    .input(
      z.strictObject({
        id: listingId,
        quantity: z
          .number()
          .int('A number of leads is a whole number.')
          .min(1, 'Buy at least one lead.')
          .max(marketLimits.quantity, 'Buy at most 1,000 leads at once.')
          .default(1),
        priceCents: z
          .number()
          .int()
          .min(marketLimits.minPrice)
          .max(marketLimits.maxPrice)
          .describe('the price a lead that was seen: refused where it has changed since'),
        requestId: z
          .string()
          .min(8, 'A request is named by at least 8 characters.')
          .max(64, 'A request is named by at most 64 characters.')
          .regex(/^[\w-]+$/, 'A request is named by letters, digits, _ and -.')
          .describe('made once for one press of the button: sent again with it, nothing is bought twice'),
      }),
    )
    .output(order),
  orders: route('GET', '/marketplace/orders', 'marketplace.view', 'Orders, newest first')
    .input(
      z.strictObject({
        side: side
          .optional()
          .describe(
            "a vendor's are sold; an admin's and an agent's bought unless they ask for those sold; the operator sees all",
          ),
        status: z.enum(orderStatuses).optional(),
        limit,
        cursor,
      }),
    )
    .output(z.object({ orders: z.array(order), nextCursor })),
  getOrder: route('GET', '/marketplace/orders/{id}', 'marketplace.view', 'One order, for either side')
    .input(ofOrder)
    .output(order),
  fulfil: route('POST', '/marketplace/orders/{id}/fulfil', 'marketplace.sell', 'Hand over leads of an order')
    .input(
      z.strictObject({
        id: orderId,
        leads: z
          .array(soldLead)
          .min(1, 'Please give leads.')
          .max(marketLimits.leadsAtOnce, `At most ${marketLimits.leadsAtOnce} leads at once.`),
      }),
    )
    .output(
      z.object({
        order,
        results: z
          .array(
            z.object({
              index: z.number().int().describe('the lead’s place in what was given, from 0'),
              accepted: z.boolean(),
              reason: z.string().describe('why not; empty where it was accepted'),
            }),
          )
          .describe('one handed over before in this order is accepted again and counts once'),
      }),
    ),
  cancel: route(
    'POST',
    '/marketplace/orders/{id}/cancel',
    'marketplace.cancel',
    'Cancel an order of which nothing is handed over; either side may',
  )
    .input(z.strictObject({ id: orderId, reason }))
    .output(order),
  dispute: route('POST', '/marketplace/orders/{id}/dispute', 'marketplace.buy', 'Dispute a completed order')
    .input(
      z.strictObject({
        id: orderId,
        reason: z.enum(Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]]),
        note: z.string().trim().max(marketLimits.reason).default(''),
      }),
    )
    .output(order),
  decide: route(
    'POST',
    '/marketplace/orders/{id}/decide',
    'marketplace.manage',
    'Decide a disputed order: give the money back, or let the sale stand',
  )
    .input(z.strictObject({ id: orderId, outcome: z.enum(['refund', 'uphold']), reason }))
    .output(order),

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
          .literal('manual')
          .describe('no payment provider is connected: whoever runs the platform records what was paid'),
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
