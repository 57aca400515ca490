import { noteBought } from '#functions/compliance/api.ts';
import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { retryOnConflict, wasOvertaken } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import {
  changeLead,
  createLead,
  findLead,
  findLeads,
  isOvertaken,
  type LeadRecord,
  leadSettings,
  leadsOfNumber,
  mergeLead,
} from '#functions/leads/api.ts';
import { noteNewConsent } from '#functions/tcpa/api.ts';
import type { SoldLead } from '#shared/model/market.ts';
import { type Bringing, evidenceOf, sendForCheck, wasSentForCheck } from './certificates/arrive.ts';
import { fieldsOf } from './handover.ts';
import {
  arrivalWrite,
  findHandover,
  findSoldOrder,
  type Handover,
  handoversOf,
  replaceSoldOrder,
  type SoldOrder,
} from './order-store.ts';

/** Two who write at one instant: it is tried again, and no fault of the lead. */
const passing = new Set(['busy', 'conflict', 'phone_taken', 'lead_exists']);

const liveLeadsWith = async (number: string): Promise<LeadRecord[]> =>
  (await findLeads(await leadsOfNumber(number))).filter(({ state }) => state === 'live');

/** Their say on calls, as the seller proves it; what they themselves took back stays taken back. */
async function noteConsent(leadId: string, { lead, handoverId, from }: Brought) {
  const { phone, consent } = lead;
  class TakenBack extends Error {}
  try {
    await noteNewConsent(
      {
        leadIds: [leadId],
        addresses: [e164(phone)],
        channel: 'call',
        how: `Bought from ${from}`,
        proof: { when: consent.givenAt, evidence: evidenceOf(consent) },
        by: 'person',
        purchase: handoverId,
      },
      () => {
        throw new TakenBack();
      },
    );
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

/** A buyer's own fields stand; what is bought fills those that are empty. */
const fillOnly = ['firstName', 'lastName', 'company', 'source', 'brand'];

/** The lead that a handed-over one is at the buyer's: made, or one that was there, by the rule of imports and webhooks. */
const saved = (lead: SoldLead, leadId: string, from: string): Promise<{ lead: LeadRecord; known: boolean }> =>
  retryOnConflict(
    async () => {
      const made = await findLead(leadId);
      if (made) return { lead: made, known: false };
      const fields = fieldsOf(lead, from);
      const { allowDuplicatePhones } = await leadSettings();
      const other =
        lead.phone && !allowDuplicatePhones ? (await liveLeadsWith(e164(lead.phone)))[0] : undefined;
      if (!other)
        return { ...(await createLead(fields, { id: leadId, createdBy: 'marketplace' })), known: false };
      // Another delivery of the same lead made it between the two looks.
      if (other.id === leadId) return { lead: other, known: false };
      const { address, ...changes } = mergeLead(other, fields, { first: 'standing', defaults: fillOnly });
      const wanted = other.address.street || !address ? changes : { ...changes, address };
      return { lead: await changeLead(other.id, wanted, other.version), known: true };
    },
    {
      isOvertaken: (error) =>
        wasOvertaken(error) || isOvertaken(error) || (error instanceof AppError && passing.has(error.code)),
      tries: 8,
      pauseMs: 20,
    },
  );

/** What a handed-over lead has become at its buyer's. */
interface Arrival {
  leadId: string;
  /** Whether they had it already. */
  known: boolean;
}

/** A lead that is brought to its buyer, and by what. */
interface Brought extends Bringing {
  /** The one that it becomes, where it is new there. */
  leadId: string;
}

/** Brings one lead to the buyer, as the buyer's tenant. Done again it finds what it made. */
async function takeIn(brought: Brought): Promise<Arrival> {
  const { lead, leadId, from } = brought;
  const others = lead.phone ? await liveLeadsWith(e164(lead.phone)) : [];
  // Before the lead itself, so that no text passes the gate in between; who was theirs before stays as they were.
  if (lead.phone && others.every(({ id }) => id === leadId)) await noteBought({ phone: lead.phone }, from);
  const { lead: there, known } = await saved(lead, leadId, from);
  // What was sent for a check may have made the consent fall: it is not noted again.
  if (await wasSentForCheck(brought)) return { leadId: there.id, known };
  if (lead.phone) await noteConsent(there.id, brought);
  await sendForCheck(brought, there.id);
  return { leadId: there.id, known };
}

/** The order when one more of its leads has arrived. */
function afterArrival(sale: SoldOrder, known: boolean): SoldOrder {
  const delivered = sale.delivered + 1;
  const isComplete = delivered === sale.quantity && sale.status !== 'refunded';
  return {
    ...sale,
    delivered,
    known: sale.known + (known ? 1 : 0),
    completedAt: isComplete ? clock.iso() : null,
    status: isComplete && sale.status === 'fulfilling' ? 'completed' : sale.status,
  };
}

/** Notes an arrival and counts it, once. */
const noteArrival = (handover: Handover, arrival: Arrival): Promise<void> =>
  retryOnConflict(async () => {
    const sale = (await findSoldOrder(handover.orderId))!;
    const current = await findHandover(handover.orderId, handover.handoverId);
    if (current?.state !== 'waiting') return;
    await commit(arrivalWrite(handover, arrival), replaceSoldOrder(sale, afterArrival(sale, arrival.known)));
  });

/** What one turn may take: the gateway and the sweeper wait longer, ms. */
const turnMs = 8_000;

/**
 * Notes what has arrived of an order that is delivered no more: whoever brought a lead may have been killed before it was
 * noted, and the order disputed or refunded after that. The lead is at its buyer's, and counts.
 */
async function noteArrived({ orderId, buyerTenantId }: SoldOrder): Promise<void> {
  for (const handover of await handoversOf(orderId)) {
    const { leadId, state } = handover;
    if (state === 'arrived') continue;
    const made = await asSystem(buyerTenantId, 'marketplace', () => findLead(leadId));
    if (made) await noteArrival(handover, { leadId, known: false });
  }
}

/**
 * Delivers leads of an order that wait, as the seller's tenant, as far as the time goes. Answers whether none is left.
 */
export async function deliverWaiting(orderId: string): Promise<boolean> {
  const sale = await findSoldOrder(orderId);
  if (sale && (sale.status === 'disputed' || sale.status === 'refunded') && sale.handedOver > sale.delivered)
    await noteArrived(sale);
  if (sale?.status !== 'fulfilling') return true;
  const sellerTenantId = tenantOf();
  const end = Date.now() + turnMs;
  for (const handover of await handoversOf(orderId)) {
    const { lead, leadId, state } = handover;
    if (state === 'arrived') continue;
    if (Date.now() > end) return false;
    const arrival = await asSystem(sale.buyerTenantId, 'marketplace', () =>
      takeIn({
        lead: lead!,
        leadId,
        orderId,
        handoverId: handover.handoverId,
        sellerTenantId,
        providerId: sale.providerId,
        from: sale.providerName,
      }),
    );
    await noteArrival(handover, arrival);
  }
  return true;
}
