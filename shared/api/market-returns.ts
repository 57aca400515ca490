import { z } from 'zod';
import { type DisputeReason, disputeReasons, order } from '../model/market.ts';
import { orderLead, returnLimits, returnNote } from '../model/market-returns.ts';
import { id, route } from './contract.ts';
import { cursor, limit, nextCursor } from './market-paging.ts';

const orderId = id('mor');
const leadIds = z
  .array(id('mho'))
  .min(1, 'Please choose leads.')
  .max(returnLimits.atOnce, `At most ${returnLimits.atOnce} leads at once.`)
  .describe('leads of the order, as GET /marketplace/orders/{id}/leads names them');
const why = returnNote.min(1, 'Please say why.');

/** Single leads of an order that go back to their seller. */
export const marketReturns = {
  orderLeads: route(
    'GET',
    '/marketplace/orders/{id}/leads',
    'marketplace.view',
    'The leads of an order, for either side',
  )
    .input(z.strictObject({ id: orderId, limit, cursor }))
    .output(z.object({ leads: z.array(orderLead), nextCursor })),
  returnLeads: route(
    'POST',
    '/marketplace/orders/{id}/returns',
    'marketplace.buy',
    'Return single leads of a completed order',
  )
    .input(
      z.strictObject({
        id: orderId,
        leadIds,
        reason: z.enum(Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]]),
        note: returnNote.default(''),
      }),
    )
    .output(order),
  answerReturns: route(
    'POST',
    '/marketplace/orders/{id}/return-answers',
    'marketplace.sell',
    'Accept returns, or object to them',
  )
    .input(
      z.strictObject({
        id: orderId,
        leadIds,
        accept: z.boolean(),
        reason: returnNote.default('').describe('why not; wanted for an objection'),
      }),
    )
    .output(order),
  decideReturns: route(
    'POST',
    '/marketplace/orders/{id}/return-decisions',
    'marketplace.manage',
    'Decide returns that the seller objects to',
  )
    .input(z.strictObject({ id: orderId, leadIds, accept: z.boolean(), reason: why }))
    .output(order),
};
