import { holds } from '#functions/kernel/access.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { findLeads, type LeadRecord } from '#functions/leads/api.ts';
import { leadReturn, type OrderLead } from '#shared/model/market-returns.ts';
import { soldByActor } from './fulfil.ts';
import { buyerLeadIdOf, findPurchase, findRegistered, type Handover, handoverPage } from './order-store.ts';
import { proofOf } from './return-proof.ts';
import { isOperator, isVendor } from './shops.ts';

interface Page {
  leads: OrderLead[];
  nextCursor: string | null;
}

/** What either side knows of a hand-over. */
function common({ handoverId: id, hint, state, known, return: returned }: Handover): OrderLead {
  return {
    id,
    leadId: null,
    name: '',
    hint,
    arrived: state === 'arrived',
    known,
    calls: null,
    return: returned && leadReturn.parse(returned),
  };
}

const nameOf = ({ firstName, lastName, company }: LeadRecord): string =>
  [firstName, lastName].filter(Boolean).join(' ') || company;

/** The same with the buyer's own lead and calls, as the buyer's tenant. */
async function forBuyer(handovers: Handover[], since: string): Promise<OrderLead[]> {
  const leads = await findLeads(handovers.map(buyerLeadIdOf));
  const live = new Map(leads.filter(({ state }) => state === 'live').map((lead) => [lead.id, lead]));
  return Promise.all(
    handovers.map(async (handover) => {
      const lead = live.get(buyerLeadIdOf(handover));
      if (!lead) return common(handover);
      const calls = await proofOf(lead.id, since);
      return { ...common(handover), leadId: lead.id, name: nameOf(lead), calls };
    }),
  );
}

/** The leads of an order, for its buyer, for who sells it and for the operator. @throws 404 */
export async function orderLeads(orderId: string, limit: number, cursor: string | undefined): Promise<Page> {
  const read = async () => {
    const page = await handoverPage(orderId, limit, cursor);
    return { handovers: page.data, nextCursor: page.cursor };
  };
  const purchase = isVendor() ? undefined : await findPurchase(orderId);
  if (purchase) {
    const { handovers, nextCursor } = await asSystem(purchase.sellerTenantId, 'marketplace', read);
    // Whose leads they are in the workspace is no matter of every agent.
    const leads = holds('marketplace.buy')
      ? await forBuyer(handovers, purchase.createdAt)
      : handovers.map(common);
    return { leads, nextCursor };
  }
  const sold = await soldByActor(orderId);
  const registered = !sold && isOperator() ? await findRegistered(orderId) : undefined;
  if (!sold && !registered) throw notFound('The order');
  const { handovers, nextCursor } = registered
    ? await asSystem(registered.sellerTenantId, 'marketplace', read)
    : await read();
  return { leads: handovers.map(common), nextCursor };
}
