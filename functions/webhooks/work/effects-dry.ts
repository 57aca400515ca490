import { nextAllowedTime } from '#functions/compliance/api.ts';
import { numberLeadWouldSee } from '#functions/didPools/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { applyChanges, findLead, type LeadRecord, newLead, personOf } from '#functions/leads/api.ts';
import type { LeadSettings } from '#shared/model/lead.ts';
import type { Effects, Working } from './effects.ts';
import { journeysToLeave, journeysToPause, wouldEnrol } from './journeys.ts';

/** What would happen: the same answers as effects.ts, worked out from what can be read, and nothing is written. */
export function dryEffects(webhook: Working, settings: LeadSettings): Effects {
  /** Leads that this run would have made. */
  const leads = new Map<string, LeadRecord>();
  return {
    made: async () => undefined,
    async create(fields, id) {
      const lead = newLead(fields, settings, { id, createdBy: webhook.id });
      leads.set(id, lead);
      return lead;
    },
    claim: async () => true,
    change: async (lead, changes) => applyChanges(lead, changes(lead), settings, clock.iso()),
    enrol: (journeyId, leadId) => wouldEnrol(journeyId, leads.has(leadId) ? undefined : leadId),
    pause: (leadId) => journeysToPause(leadId, webhook.fields.pauseConfig),
    leave: journeysToLeave,
    optOut: async () => undefined,
    async call({ leadId, phone }) {
      const lead = leads.get(leadId);
      const person = lead ? personOf(lead, phone) : { phone: toE164(phone) };
      const { nextAllowedAt, reasons } = await nextAllowedTime(person, 'call');
      const { ownerId = null, address } = lead ?? (await findLead(leadId)) ?? {};
      const callee = { phone: toE164(phone) ?? phone, state: address?.state ?? '' };
      const did = (await numberLeadWouldSee(ownerId, callee)) ?? null;
      return { at: nextAllowedAt, did, why: reasons[0]?.text ?? null };
    },
  };
}
