import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import { cents } from '../model/market.ts';
import {
  ping,
  pingFields,
  postFields,
  standingOrder,
  standingOrderFields,
  standingOrderStatuses,
} from '../model/market-bids.ts';
import { id, message, route } from './contract.ts';
import { cursor, limit, nextCursor } from './market-paging.ts';

const standingOrderId = id('mso');
const status = z.enum(standingOrderStatuses);
const answer = z
  .enum(['Matched', 'Unmatched'])
  .describe('as systems of the trade say it: whether there is a buyer');

/** Standing orders of buyers, and ping/post of vendors' systems, which sells to them lead by lead. */
export const marketBids = {
  standingOrders: route(
    'GET',
    '/marketplace/standing-orders',
    'marketplace.bids',
    "The workspace's standing orders",
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        standingOrders: z.array(standingOrder).describe('oldest first'),
        categories: z.array(z.string()).describe('those of what is on offer, by name'),
        searched: z
          .number()
          .int()
          .nullable()
          .describe('of how many listings they buy, the newest ones, where there are more; null: of all'),
      }),
    ),
  createStandingOrder: route(
    'POST',
    '/marketplace/standing-orders',
    'marketplace.buy',
    'Buy by itself what fits, within a budget a day',
    { status: 201 },
  )
    .input(standingOrderFields.extend({ status: status.default('active') }))
    .output(standingOrder),
  updateStandingOrder: route(
    'PUT',
    '/marketplace/standing-orders/{id}',
    'marketplace.buy',
    'Change, pause or resume a standing order',
  )
    .input(
      changesOf(standingOrderFields).extend({
        id: standingOrderId,
        status: status.optional(),
        version: z.number().int().min(1).optional(),
      }),
    )
    .output(standingOrder),
  removeStandingOrder: route(
    'DELETE',
    '/marketplace/standing-orders/{id}',
    'marketplace.buy',
    'Remove a standing order; what it bought stays',
  )
    .input(z.strictObject({ id: standingOrderId }))
    .output(message),

  ping: route('POST', '/marketplace/ping', 'marketplace.sell', 'Ask what buyers bid for a lead')
    .input(pingFields)
    .output(
      z.object({
        status: answer,
        pingId: z.string(),
        bids: z.array(z.object({ bidId: z.string(), priceCents: cents })).describe('best first'),
        expiresAt: z.string().nullable().describe('until when the bids stand; null without bids'),
        testMode: z.boolean(),
      }),
    ),
  post: route('POST', '/marketplace/post', 'marketplace.sell', 'Sell the lead of a ping to one of its bids')
    .input(postFields)
    .output(
      z.object({
        status: answer,
        orderId: z.string().nullable().describe('null where nothing was sold, and in test mode'),
        priceCents: cents.nullable(),
        reason: z.string().describe('why nothing was sold; empty otherwise'),
        testMode: z.boolean(),
      }),
    ),
  pings: route('GET', '/marketplace/pings', 'marketplace.sell', 'The pings of one’s shops, newest first')
    .input(z.strictObject({ limit, cursor }))
    .output(z.object({ pings: z.array(ping), nextCursor })),
};
