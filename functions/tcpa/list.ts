import * as z from 'zod';
import { findListed, listedAmong, putListed, removeListed } from '#functions/compliance/api.ts';
import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { commit } from '#functions/kernel/table.ts';
import { timelineEvent } from '#functions/leads/api.ts';
import type { ConsentProof } from '#shared/model/lead.ts';
import { assertProof, auditOfLift, liftedText, liftWrite } from './new-consent.ts';
import { usableLeadsWith } from './opt-out.ts';

const email = z.email().max(254).toLowerCase();

/** E.164 or an e-mail address, or undefined when it is neither. */
export function toAddress(written: string): string | undefined {
  return written.includes('@') ? email.safeParse(written).data : toE164(written);
}

/** Puts numbers and addresses on the list; what is neither comes back with its place. */
export async function addToList(written: readonly string[], reason: string) {
  const invalid: { index: number; value: string; error: string }[] = [];
  const addresses = new Set<string>();
  for (const [index, value] of written.entries()) {
    const address = toAddress(value);
    if (address) addresses.add(address);
    else invalid.push({ index, value, error: 'This is neither a phone number nor an e-mail address.' });
  }
  const before = await listedAmong([...addresses]);
  const added = [...addresses].filter((address) => !before.has(address));
  const addedAt = clock.iso();
  await putListed(added.map((address) => ({ address, reason, addedAt, addedBy: actorName() })));
  return { added: added.length, alreadyListed: before.size, invalid };
}

/**
 * Takes an address off the list, with the source of the consent that allows it; both are kept in the decisions log and
 * on the timeline of its leads.
 * @throws 400 for a source that is none; 404 when it is not on the list
 */
export async function takeOffList(written: string, how: string, proof: ConsentProof): Promise<void> {
  const address = toAddress(written);
  const listed = address ? await findListed(address) : undefined;
  if (!address || !listed) throw notFound('The address');
  assertProof(proof, listed.addedAt);
  const text = liftedText('Taken off the do-not-contact list', how, proof);
  const leadIds = await usableLeadsWith(address);
  await commit(
    removeListed(address),
    liftWrite(address, address.includes('@') ? 'email' : 'call', 'off_the_list', text),
    leadIds.map((leadId) => timelineEvent(leadId, 'consent', text)),
    auditOfLift(address, how, proof),
  );
}
