import type { z } from 'zod';
import { addressee, noteWithdrawal } from '#functions/compliance/api.ts';
import { holds } from '#functions/kernel/access.ts';
import { seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { changeLead, findLeads, leadsOfEmail, leadsOfNumber, mayUse, usable } from '#functions/leads/api.ts';
import type { tcpa } from '#shared/api/tcpa.ts';
import type { Channel } from '#shared/model/lead.ts';
import { assertMayLift, assertProof, noteNewConsent } from './new-consent.ts';

type OptOut = z.output<NonNullable<(typeof tcpa.optOut)['~orpc']['inputSchema']>>;

/** The live leads with a number or an address that the actor may use. */
export async function usableLeadsWith(address: string): Promise<string[]> {
  const ids = address.includes('@') ? await leadsOfEmail(address) : await leadsOfNumber(address);
  const leads = await findLeads(ids);
  return leads.filter((lead) => lead.state === 'live' && mayUse(lead)).map(({ id }) => id);
}

/** Whom a consent is about: addresses, and the leads that have them. @throws 400, 404 */
async function leadsMeant({ leadId, phone, email, channel }: OptOut) {
  const given = (channel === 'email' ? email : phone) !== undefined;
  if (!leadId) {
    const { address } = addressee({ phone, email }, channel);
    return { addresses: [address], leadIds: await usableLeadsWith(address) };
  }
  const lead = await usable(leadId);
  const own = channel === 'email' ? lead.emails : lead.phones.map(({ number }) => number);
  if (!given) return { addresses: own, leadIds: [leadId] };
  const { address } = addressee({ phone, email }, channel);
  if (!own.includes(address))
    throw badRequest('This is none of the lead.', { field: channel === 'email' ? 'email' : 'phone' });
  return { addresses: [address], leadIds: [leadId] };
}

const personWith = (channel: Channel, address: string) =>
  channel === 'email' ? { email: address } : { phone: address };

/**
 * Notes what a person said to somebody of the team. An opt-out holds at once, whoever notes it. A consent is noted by
 * who may use the lead; where it lifts an opt-out it needs a proof, and an admin where the person had opted out
 * themselves.
 * @throws 400, 403 'person_opted_out', 404
 */
export async function noteSaid(said: OptOut): Promise<void> {
  const { leadId, channel, state, how, proof } = said;
  const { addresses, leadIds } = await leadsMeant(said);
  if (state === 'withdrawn') {
    // The numbers first: nobody may reach them any more, whatever becomes of the lead's own record.
    for (const address of addresses)
      await noteWithdrawal(personWith(channel, address), channel, how, 'staff');
    if (leadId) await changeLead(leadId, { consent: { [channel]: { state, how } } });
    return;
  }
  if (seesOwnLeadsOnly() && leadIds.length === 0) throw notFound('The lead');
  await noteNewConsent({ leadIds, addresses, channel, how, proof, by: 'staff' }, (withdrawals) => {
    assertMayLift(withdrawals, holds('optOuts.lift'));
    assertProof(
      proof,
      withdrawals
        .map(({ at }) => at)
        .sort()
        .at(-1)!,
    );
  });
}
