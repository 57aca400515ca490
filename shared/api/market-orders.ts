import { z } from 'zod';
import {
  type DisputeReason,
  disputeReasons,
  marketLimits,
  order,
  orderStatuses,
  soldLead,
} from '../model/market.ts';
import { id, route } from './contract.ts';
import { cursor, limit, nextCursor } from './market-paging.ts';

const listingId = id('mls');
const orderId = id('mor');
const reason = z
  .string()
  .trim()
  .min(1, 'Please say why.')
  .max(marketLimits.reason, `At most ${marketLimits.reason} characters.`);

/** Which side's: what the caller sells, or what the caller's workspace has bought. */
const side = z.enum(['sold', 'bought']);

/** Orders of the lead market, from the purchase to the end. */
export const marketOrders = {
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
        returns: z.enum(['open']).optional().describe("'open': those with returns that are not decided yet"),
        limit,
        cursor,
      }),
    )
    .output(z.object({ orders: z.array(order), nextCursor })),
  getOrder: route('GET', '/marketplace/orders/{id}', 'marketplace.view', 'One order, for either side')
    .input(z.strictObject({ id: orderId }))
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
};
