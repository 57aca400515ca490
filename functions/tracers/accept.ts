import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest, conflict } from '#functions/kernel/errors.ts';
import { retryOnConflict, wasOvertaken } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import {
  applyChanges,
  assertFree,
  changingWrites,
  currentScorer,
  isOvertaken,
  type LeadRecord,
  leadSettings,
  timelineEvent,
} from '#functions/leads/api.ts';
import { type Consents, type LeadFields, noConsent } from '#shared/model/lead.ts';
import type { Proposal, ProposalField } from '#shared/model/tracer.ts';
import { searchableLead } from './about.ts';
import { isEmpty } from './proposals.ts';
import { findProposals, proposalsWrite, type StoredProposals } from './store.ts';

const words: Record<ProposalField, string> = {
  firstName: 'first name',
  lastName: 'last name',
  phone: 'phone',
  email: 'e-mail',
  address: 'address',
};

/** What the accepted proposals make of a lead's fields. */
function changesBy(accepted: readonly Proposal[], values: StoredProposals['values']): Partial<LeadFields> {
  const of = (field: ProposalField) =>
    accepted.filter((one) => one.field === field).map(({ id }) => values[id]);
  const [firstName] = of('firstName');
  const [lastName] = of('lastName');
  const [address] = of('address');
  const [phones, emails] = [of('phone'), of('email')];
  return {
    ...(firstName ? { firstName: firstName as string } : {}),
    ...(lastName ? { lastName: lastName as string } : {}),
    ...(phones.length > 0 ? { phones: phones as LeadFields['phones'] } : {}),
    ...(emails.length > 0 ? { emails: emails as string[] } : {}),
    ...(address ? { address: address as LeadFields['address'] } : {}),
  };
}

/**
 * Nobody has agreed to be called at a number that was traced: a consent from before, when the lead had no number, does
 * not extend to it. A withdrawal stays.
 */
function consentAfter({ consent }: LeadRecord, { phones, emails }: Partial<LeadFields>): Consents {
  const reset = (channel: keyof Consents, isNew: boolean) =>
    isNew && consent[channel].state === 'given' ? noConsent[channel] : consent[channel];
  return {
    call: reset('call', phones !== undefined),
    sms: reset('sms', phones !== undefined),
    email: reset('email', emails !== undefined),
  };
}

async function acceptOnce(leadId: string, ids: readonly string[]) {
  const lead = await searchableLead(leadId);
  const stored = await findProposals(leadId);
  const chosen = (stored?.proposals ?? []).filter(({ id }) => ids.includes(id));
  if (!stored || chosen.length < new Set(ids).size)
    throw new AppError(
      404,
      'not_found',
      'These proposals are no longer there. Enrich the lead again; it costs nothing within 30 days.',
    );
  const filled = chosen.find(({ field }) => !isEmpty(field, lead));
  if (filled)
    throw conflict(
      `The lead has ${/^[aeiou]/.test(words[filled.field]) ? 'an' : 'a'} ${words[filled.field]} by now.`,
    );
  const settings = await leadSettings();
  const changes = changesBy(chosen, stored.values);
  const wanted = {
    ...applyChanges(lead, changes, settings, clock.iso()),
    consent: consentAfter(lead, changes),
  };
  if (changes.phones && !settings.allowDuplicatePhones) await assertFree(lead, wanted);
  const { after, writes } = changingWrites(lead, wanted, settings, {
    scorer: await currentScorer(),
  });
  const fields = [...new Set(chosen.map(({ field }) => words[field]))];
  const proposals = stored.proposals.filter(({ field }) => isEmpty(field, after));
  await commit(
    writes,
    timelineEvent(leadId, 'enriched', `Filled in ${fields.join(', ')} by skip tracing`, {
      source: stored.source,
      searchId: stored.searchId,
      person: chosen[0]!.person,
      confidence: chosen[0]!.confidence,
    }),
    proposalsWrite(stored, { ...stored, proposals }),
  );
  return { applied: chosen, proposals };
}

/**
 * Writes proposals into the fields of a lead that are still empty, by the rules of leads; the timeline tells of it.
 * @throws 404, 403; 409 where they are gone, the field is filled by now, or another lead has the number
 */
export function acceptProposals(leadId: string, ids: readonly string[]) {
  if (ids.length === 0) throw badRequest('Please choose what is to be filled in.', { field: 'accept' });
  return retryOnConflict(() => acceptOnce(leadId, ids), {
    isOvertaken: (error) => isOvertaken(error) || wasOvertaken(error),
  });
}
