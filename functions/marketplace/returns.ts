import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { customerOr404 } from '#functions/platform/api.ts';
import type { DisputeReason } from '#shared/model/market.ts';
import { returnableOf, returnLimits } from '#shared/model/market-returns.ts';
import { soldByActor } from './fulfil.ts';
import {
  buyerLeadIdOf,
  findHandover,
  findPurchase,
  findRegistered,
  findSoldOrder,
  type Handover,
  replaceSoldOrder,
  returnWrite,
  type SoldOrder,
  type StoredReturn,
} from './order-store.ts';
import { proofOf, unproven } from './return-proof.ts';
import { accepting, isReturnable } from './return-rules.ts';
import { settle } from './settle.ts';
import { noteInLog } from './shops.ts';

/*
 * A return goes through its states on the hand-over of its lead. Each change is one transaction with the order, whose
 * version orders them all: how many are open and how many went back is always what the hand-overs say.
 */

const dayMs = 86_400_000;

/** What changes an order and the returns of leads of it, which are answered in the leads' order. */
type Change = (
  sale: SoldOrder,
  handovers: Handover[],
) => { sale: Partial<SoldOrder>; returns: StoredReturn[] };

/** The hand-overs that are named. @throws 404 where one is of no lead of the order that has arrived */
async function handoversNamed(orderId: string, ids: readonly string[]): Promise<Handover[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => findHandover(orderId, id)));
  return found.map((one) => {
    if (one?.state !== 'arrived') throw notFound('The lead of this order');
    return one;
  });
}

/** Changes returns of an order, as the seller's tenant, all of them or none, and does what follows. */
async function changeReturns(orderId: string, ids: readonly string[], change: Change): Promise<void> {
  await retryOnConflict(
    async () => {
      const sale = await findSoldOrder(orderId);
      if (!sale) throw notFound('The order');
      const handovers = await handoversNamed(orderId, ids);
      const { sale: changes, returns } = change(sale, handovers);
      await commit(
        replaceSoldOrder(sale, { ...sale, ...changes }),
        handovers.map((handover, at) => returnWrite(handover, returns[at]!)),
      );
    },
    { pauseMs: 10, maxPauseMs: 200 },
  );
  await settle(orderId);
}

interface Wanted {
  orderId: string;
  leadIds: readonly string[];
  reason: DisputeReason;
  note: string;
}

/** The leads of a purchase with what the buyer's calls say of them, as the buyer's tenant. */
async function proven({ orderId, leadIds }: Wanted, sellerTenantId: number, since: string) {
  const handovers = await asSystem(sellerTenantId, 'marketplace', () => handoversNamed(orderId, leadIds));
  return Promise.all(
    handovers.map(async (handover) => ({
      handover,
      proof: await proofOf(buyerLeadIdOf(handover), since),
    })),
  );
}

/**
 * Asks for the money of single leads back, for the order's buyer. @throws 404; 400 'not_proven'; 409 'not_returnable',
 * 'too_many_returns', 'returned_before'
 */
export async function returnLeads(wanted: Wanted): Promise<void> {
  const { orderId, reason, note } = wanted;
  const purchase = await findPurchase(orderId);
  if (!purchase || purchase.status === 'placing') throw notFound('The order');
  const { sellerTenantId, createdAt } = purchase;
  const leads = await proven(wanted, sellerTenantId, createdAt);
  const refusal = unproven(reason, leads);
  if (refusal) throw badRequest(refusal, { field: 'leadIds' });
  const proofs = new Map(leads.map(({ handover, proof }) => [handover.handoverId, proof]));
  await asSystem(sellerTenantId, 'marketplace', () =>
    changeReturns(orderId, wanted.leadIds, (sale, handovers) => {
      if (!isReturnable(sale))
        throw conflict(
          'Leads can be returned in the days after every lead has arrived.',
          undefined,
          'not_returnable',
        );
      if (handovers.some((one) => one.return))
        throw conflict('One of these leads was returned before.', undefined, 'returned_before');
      const most = returnableOf(sale.quantity);
      if (sale.returned + sale.returnsOpen + handovers.length > most)
        throw conflict(
          `At most ${most} of these ${sale.quantity} leads can be returned one by one. Dispute the order where more are wrong.`,
          undefined,
          'too_many_returns',
        );
      const answerUntil = new Date(clock.now() + returnLimits.answerDays * dayMs).toISOString();
      return {
        sale: { returnsOpen: sale.returnsOpen + handovers.length },
        returns: handovers.map(({ handoverId }) => ({
          state: 'requested',
          reason,
          note,
          proof: proofs.get(handoverId)!,
          requestedAt: clock.iso(),
          answerUntil,
          objection: '',
          objectedAt: null,
          decision: '',
          decidedAt: null,
          place: null,
        })),
      };
    }),
  );
}

/** The returns of hand-overs, all in a state. @throws 409 'not_open' */
function returnsIn(
  state: StoredReturn['state'],
  { status }: SoldOrder,
  handovers: Handover[],
): StoredReturn[] {
  // Its money went back as a whole.
  if (status === 'refunded') throw conflict('This order was refunded.', undefined, 'not_open');
  return handovers.map((handover) => {
    if (handover.return?.state !== state)
      throw conflict(
        state === 'requested'
          ? 'One of these returns was answered already.'
          : 'The seller does not object to one of these returns, or it was decided already.',
        undefined,
        'not_open',
      );
    return handover.return;
  });
}

/**
 * Accepts returns, or objects to them, for who sells: then the operator decides. @throws 400, 404; 409 'not_open'
 */
export async function answerReturns(
  orderId: string,
  leadIds: readonly string[],
  accept: boolean,
  reason: string,
): Promise<void> {
  if (!accept && !reason) throw badRequest('Please say why not.', { field: 'reason' });
  if (!(await soldByActor(orderId))) throw notFound('The order');
  await changeReturns(orderId, leadIds, (sale, handovers) => {
    const returns = returnsIn('requested', sale, handovers);
    if (accept) return accepting(sale, returns, clock.iso());
    const objected = { state: 'objected' as const, objection: reason, objectedAt: clock.iso() };
    return { sale: {}, returns: returns.map((one) => ({ ...one, ...objected })) };
  });
}

/** Decides returns that a seller objects to, for the operator. @throws 404; 409 'not_open' */
export async function decideReturns(
  orderId: string,
  leadIds: readonly string[],
  accept: boolean,
  reason: string,
): Promise<void> {
  const registered = await findRegistered(orderId);
  if (!registered) throw notFound('The order');
  const { sellerTenantId } = registered;
  await asSystem(sellerTenantId, 'marketplace', () =>
    changeReturns(orderId, leadIds, (sale, handovers) => {
      const returns = returnsIn('objected', sale, handovers);
      const decided = returns.map((one) => ({ ...one, decision: reason }));
      if (accept) return accepting(sale, decided, clock.iso());
      return {
        sale: { returnsOpen: sale.returnsOpen - returns.length },
        returns: decided.map((one) => ({ ...one, state: 'rejected', decidedAt: clock.iso() })),
      };
    }),
  );
  await noteInLog(
    await customerOr404(sellerTenantId),
    `${leadIds.length === 1 ? 'a return' : `${leadIds.length} returns`} of order ${orderId} ${accept ? 'accepted' : 'rejected'}: ${reason}`,
  );
}
