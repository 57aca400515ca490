import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { retryOnConflict, wasOvertaken } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLead, isOvertaken, timelineEvent } from '#functions/leads/api.ts';
import { fallenConsentWrites } from '#functions/tcpa/api.ts';
import { disputeReasons } from '#shared/model/market.ts';
import { isOpenReturn } from '#shared/model/market-returns.ts';
import { dollars } from '#shared/model/money.ts';
import { bookReturn } from './books.ts';
import { handoverIdOf } from './handover.ts';
import {
  buyerLeadIdOf,
  findReturnedLead,
  findSoldOrder,
  type Handover,
  handoversOf,
  insertReturnedLead,
  replaceSoldOrder,
  returnWrite,
  type SoldOrder,
  type StoredReturn,
} from './order-store.ts';
import { accepting } from './return-rules.ts';

type Returned = Handover & { return: StoredReturn };
const hasReturn = (handover: Handover): handover is Returned => handover.return !== null;
const returnedOf = async (orderId: string): Promise<Returned[]> =>
  (await handoversOf(orderId)).filter(hasReturn);

/** So many returns change in one transaction, which takes a hundred writes. */
const mostAtOnce = 90;

/** What becomes of open returns that nobody has to be asked about any more: which, and of the order with them. */
function overdue(sale: SoldOrder, open: Returned[]) {
  // The whole order's money went back, and with it what this was about.
  if (sale.status === 'refunded') {
    const handovers = open.slice(0, mostAtOnce);
    const rejected = {
      state: 'rejected' as const,
      decision: 'The whole order was refunded.',
      decidedAt: clock.iso(),
    };
    return {
      handovers,
      sale: { returnsOpen: sale.returnsOpen - handovers.length },
      returns: handovers.map((one): StoredReturn => ({ ...one.return, ...rejected })),
    };
  }
  const handovers = open
    .filter(
      ({ return: { state, answerUntil } }) => state === 'requested' && Date.parse(answerUntil) <= clock.now(),
    )
    .slice(0, mostAtOnce);
  const returns = handovers.map((one) => one.return);
  return { handovers, ...accepting(sale, returns, clock.iso()) };
}

/** Accepts what the seller has not objected to in time, as the seller's tenant. */
export const closeOverdueReturns = (orderId: string): Promise<void> =>
  retryOnConflict(async () => {
    const sale = await findSoldOrder(orderId);
    if (!sale || sale.returnsOpen === 0) return;
    const open = (await returnedOf(orderId)).filter((one) => isOpenReturn(one.return.state));
    const { handovers, sale: counts, returns } = overdue(sale, open);
    if (handovers.length === 0) return;
    await commit(
      replaceSoldOrder(sale, { ...sale, ...counts }),
      handovers.map((handover, at) => returnWrite(handover, returns[at]!)),
    );
  });

/** Says on the buyer's lead that it went back, once; the consent to calls that it came with went with it. */
const tellLead = (sale: SoldOrder, handover: Returned): Promise<void> =>
  asSystem(sale.buyerTenantId, 'marketplace', () =>
    retryOnConflict(
      async () => {
        const { orderId, providerName, priceCents } = sale;
        const {
          handoverId,
          return: { reason },
        } = handover;
        if (await findReturnedLead(orderId, handoverId)) return;
        const leadId = buyerLeadIdOf(handover);
        const lead = await findLead(leadId);
        const text = `Returned to ${providerName}: ${disputeReasons[reason].toLowerCase()}. ${dollars(priceCents / 100)} came back.`;
        // Of a lead that has several numbers by now, the one that was bought.
        const bought = lead?.phones.find(
          ({ number }) => handoverIdOf(orderId, { phone: number, email: '' }) === handoverId,
        );
        const why = { code: 'lead_returned', text };
        await commit(
          insertReturnedLead({ orderId, handoverId, leadId }),
          lead?.state === 'live' ? timelineEvent(leadId, 'market', text, { orderId }) : [],
          bought ? await fallenConsentWrites(bought.number, handoverId, why) : [],
        );
      },
      { isOvertaken: (error) => wasOvertaken(error) || isOvertaken(error), pauseMs: 20 },
    ),
  );

/**
 * Gives back the money of what was accepted, and tells the buyer's leads; booked and told once however often it is called.
 * Answers the hand-overs that went back.
 */
export async function bookReturns(sale: SoldOrder): Promise<string[]> {
  if (sale.returned === 0) return [];
  const accepted = (await returnedOf(sale.orderId)).filter(({ return: { state } }) => state === 'accepted');
  for (const handover of accepted) {
    await bookReturn(sale, handover.handoverId, handover.return.place!);
    await tellLead(sale, handover);
  }
  return accepted.map(({ handoverId }) => handoverId);
}

/** When returns of an order are to be looked at if nobody says anything more, ms; undefined where nothing waits for that. */
export async function returnsDueAt({ orderId, returnsOpen, status }: SoldOrder): Promise<number | undefined> {
  if (returnsOpen === 0) return undefined;
  if (status === 'refunded') return clock.now();
  const waiting = (await returnedOf(orderId)).filter((one) => one.return.state === 'requested');
  if (waiting.length === 0) return undefined;
  return Math.min(...waiting.map((one) => Date.parse(one.return.answerUntil)));
}
