import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { timedId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import type { SoldLead } from '#shared/model/market.ts';
import { handoverIdOf, hintOf, personsOf, soldBefore, unfitFor } from './handover.ts';
import { hasPerson, knownToBuyer } from './known-persons.ts';
import {
  findHandover,
  findSold,
  findSoldOrder,
  insertHandover,
  isOpen,
  replaceSold,
  replaceSoldOrder,
  type SoldOrder,
} from './order-store.ts';
import { settle } from './settle.ts';
import { findShop } from './shop-store.ts';
import { sellsIn } from './shops.ts';

/** An order of a shop in which the actor sells; undefined for any other. */
export async function soldByActor(orderId: string): Promise<SoldOrder | undefined> {
  const sale = await findSoldOrder(orderId);
  const shop = sale && (await findShop(sale.providerId));
  return shop && sellsIn(shop) ? sale : undefined;
}

/**
 * Whether the buyer has the person of a lead, who is then neither handed over nor paid. An order says so of as many leads as
 * it has, so that nobody learns by it who else is among the buyer's: those after them are brought, and counted as `known`.
 */
const isRefusedAsKnown = (sale: SoldOrder, lead: SoldLead): Promise<boolean> | boolean =>
  // Of a pinged lead it was asked before the buyer's order was made.
  !sale.pingId &&
  sale.refusedAsKnown < sale.quantity &&
  asSystem(sale.buyerTenantId, 'marketplace', () => hasPerson(lead));

/** Takes one lead of an order: the reason why not, or undefined when it is taken, also by an earlier call. */
export const takeOver = (orderId: string, lead: SoldLead): Promise<string | undefined> =>
  retryOnConflict(
    async () => {
      const sale = (await findSoldOrder(orderId))!;
      const unfit = unfitFor(sale, lead);
      if (unfit) return unfit;
      const handoverId = handoverIdOf(orderId, lead);
      if (await findHandover(orderId, handoverId)) return undefined;
      if (!isOpen(sale)) return 'The order takes no more leads.';
      if (sale.handedOver >= sale.quantity)
        return `The order has all ${sale.quantity.toLocaleString('en-US')} leads already.`;
      const persons = personsOf(lead);
      const { providerId, buyerTenantId, exclusivity } = sale;
      const marks = await Promise.all(persons.map((person) => findSold(providerId, person)));
      const before = soldBefore(sale, marks);
      if (before) return before;
      if (await isRefusedAsKnown(sale, lead)) {
        await commit(replaceSoldOrder(sale, { ...sale, refusedAsKnown: sale.refusedAsKnown + 1 }));
        return knownToBuyer;
      }
      await commit(
        insertHandover({
          orderId,
          handoverId,
          lead,
          // The buyer's lead is made when it is handed over, however long ago it was ordered.
          leadId: timedId('led', clock.now(), handoverId),
          state: 'waiting',
          hint: hintOf(lead),
          arrivedAs: null,
          known: false,
          return: null,
        }),
        persons.map((person, at) =>
          replaceSold(marks[at], {
            providerId,
            person,
            exclusive: exclusivity === 'exclusive',
            buyers: [...(marks[at]?.buyers ?? []), buyerTenantId],
          }),
        ),
        replaceSoldOrder(sale, { ...sale, status: 'fulfilling', handedOver: sale.handedOver + 1 }),
      );
      return undefined;
    },
    { pauseMs: 10, maxPauseMs: 200 },
  );

/**
 * Hands over leads of an order. Each is judged by itself; what is taken is on its way to the buyer whatever happens
 * then. @throws 404; 409 'not_open' where the order takes no leads
 */
export async function fulfil(orderId: string, leads: readonly SoldLead[]) {
  const sale = await soldByActor(orderId);
  if (!sale) throw notFound('The order');
  if (!isOpen(sale) && !(sale.status === 'completed' && sale.handedOver === sale.quantity))
    throw conflict('This order takes no leads.', undefined, 'not_open');
  const results: { index: number; accepted: boolean; reason: string }[] = [];
  for (const [index, lead] of leads.entries()) {
    const reason = await takeOver(orderId, lead);
    results.push({ index, accepted: reason === undefined, reason: reason ?? '' });
  }
  await settle(orderId);
  return { sale: (await findSoldOrder(orderId))!, results };
}
