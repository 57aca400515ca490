import { gap, readBucket, termBucket } from './entries.ts';
import { normalizeText } from './normalize-text.ts';

/** Leads of one e-mail address that are looked at; more have it by mistake. */
const most = 50;

/** The live leads that an e-mail address belongs to, the oldest first. */
export async function leadsOfEmail(email: string): Promise<string[]> {
  const term = `${normalizeText(email)}${gap}`;
  const range = { from: term, to: `${term}\uffff`, descending: false };
  const { entries } = await readBucket(termBucket('email', normalizeText(email)), range, most);
  return [...new Set(entries.map(({ leadId }) => leadId))].sort();
}
