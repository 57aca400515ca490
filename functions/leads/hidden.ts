import { seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { leadsOfEmail } from './emails.ts';
import { addressesIn } from './find-addresses.ts';
import { leadsOfNumber } from './phones.ts';
import { findLeads } from './store.ts';
import { mayUse } from './view.ts';

/*
 * What an answer tells of leads is asked here: an agent is told nothing of a colleague's, neither by its id, nor by its
 * number or address, nor within a text that holds any of them. Nobody else pays for the question.
 */

/** Addresses looked up at once. */
const atOnce = 8;
/** A text with more addresses than this is not looked through: it counts as one that tells of a hidden lead. */
const addressesAtMost = 100;

/** Which of some leads the actor may not use; a lead that is gone for good is nobody's to see any more. */
export async function hiddenLeads(leadIds: Iterable<string>): Promise<Set<string>> {
  const asked = new Set(leadIds);
  if (!seesOwnLeadsOnly() || asked.size === 0) return new Set();
  const usable = new Set((await findLeads([...asked])).filter(mayUse).map(({ id }) => id));
  return new Set([...asked].filter((id) => !usable.has(id)));
}

/** Whether an address belongs to leads, none of which the actor may use. */
async function isHidden(address: string): Promise<boolean> {
  const leads = await findLeads(
    address.includes('@') ? await leadsOfEmail(address.toLowerCase()) : await leadsOfNumber(address),
  );
  const live = leads.filter(({ state }) => state === 'live');
  return live.length > 0 && !live.some(mayUse);
}

/** Which of some phone numbers (E.164) and e-mail addresses belong only to leads that the actor may not use. */
export async function hiddenAddresses(addresses: Iterable<string>): Promise<Set<string>> {
  if (!seesOwnLeadsOnly()) return new Set();
  const asked = [...new Set(addresses)];
  const hidden = new Set<string>();
  for (let at = 0; at < asked.length; at += atOnce)
    await Promise.all(
      asked.slice(at, at + atOnce).map(async (address) => {
        if (await isHidden(address)) hidden.add(address);
      }),
    );
  return hidden;
}

/** Whether a text names a lead that the actor may not use: by its id, a number or an address. */
export async function tellsOfHiddenLead(text: string): Promise<boolean> {
  if (!seesOwnLeadsOnly()) return false;
  if ((await hiddenLeads(text.match(/led_[0-9A-Za-z]{1,60}/g) ?? [])).size > 0) return true;
  const addresses = new Set(addressesIn(text, addressesAtMost + 1));
  return addresses.size > addressesAtMost || (await hiddenAddresses(addresses)).size > 0;
}
