import * as z from 'zod';
import { placeCursor } from '#functions/kernel/paging.ts';
import { bucketLetters, end, entriesOf, readBucket, type TermKind, termBucket } from './entries.ts';
import { digitsOf, fold, looksLikePhone, wordsOf } from './fold.ts';
import type { LeadPage } from './query/page.ts';
import { findAll, type LeadRecord } from './store.ts';
import { mayUse } from './view.ts';

/** One stretch of an index: the terms of a kind that begin with `begin`. */
interface Stretch {
  bucket: string;
  begin: string;
}

const stretch = (kind: TermKind, begin: string): Stretch => ({ bucket: termBucket(kind, begin), begin });

/** The stretches that hold what was typed: a phone from either end, an e-mail address, or the longest word. */
function stretchesOf(query: string): Stretch[] {
  if (looksLikePhone(query)) {
    const digits = digitsOf(query);
    // No area code begins with 1, so a 1 in front is the country; the last four digits may well begin with it.
    const national = digits.replace(/^1(?=\d{3})/, '');
    const last = digits.length > 10 ? national : digits;
    return [stretch('phone', national), stretch('reversed', [...last].reverse().join(''))];
  }
  const words = wordsOf(query);
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
  const whole = fold(query);
  return [
    ...(longest.length >= bucketLetters ? [stretch('name', longest)] : []),
    ...(whole.includes(' ') ? [] : [stretch('email', whole.replace(/^@/, ''))]),
  ].filter(({ begin }) => begin.length >= bucketLetters);
}

const isIn = (lead: LeadRecord, { bucket, begin }: Stretch) =>
  entriesOf(lead).some((one) => one.bucket === bucket && one.entry.startsWith(begin));

/** Whether a lead has every word that was typed, the last perhaps not to its end. */
function hasAllWords(lead: LeadRecord, query: string): boolean {
  if (looksLikePhone(query) || query.includes('@')) return true;
  const names = wordsOf(`${lead.firstName} ${lead.lastName} ${lead.company}`);
  const addresses = lead.emails.map(fold);
  return (
    wordsOf(query).every((word) => names.some((name) => name.startsWith(word))) ||
    addresses.some((address) => address.startsWith(fold(query)) || address.includes(`@${fold(query)}`))
  );
}

const place = z.strictObject({ stretch: z.number().int().min(0).max(10), after: z.string().max(500) });

const { cursorOf, placeOf } = placeCursor(place);

/** Entries that one call looks at: many Smiths who belong to others are not read to the end. */
const lookedAtMost = 2_000;

/**
 * The live leads that what was typed finds and that the actor may see: by the beginning of any word of the name or
 * company, of the e-mail address or its domain, and by either end of a phone number or of its last seven digits.
 * @throws 400 for a cursor that is none
 */
export async function searchLeads(
  query: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<LeadPage> {
  const stretches = stretchesOf(query);
  const from = cursor ? placeOf(cursor) : { stretch: 0, after: '' };
  const leads: LeadRecord[] = [];
  let looked = 0;
  for (let at = from.stretch; at < stretches.length; at++) {
    const one = stretches[at]!;
    let after = at === from.stretch ? from.after : '';
    for (let more = true; more; ) {
      const range = {
        from: after ? `${after}\u0000` : one.begin,
        to: `${one.begin}${end}`,
        descending: false,
      };
      const page = await readBucket(one.bucket, range, Math.max(limit, 50));
      more = page.more;
      looked += page.entries.length;
      const found = new Map(
        (await findAll([...new Set(page.entries.map(({ leadId }) => leadId))])).map((lead) => [
          lead.id,
          lead,
        ]),
      );
      for (const { entry, leadId } of page.entries) {
        after = entry;
        const lead = found.get(leadId);
        // Two terms of one lead, or one that an earlier stretch has given already.
        found.delete(leadId);
        if (lead?.state !== 'live' || !mayUse(lead) || !hasAllWords(lead, query)) continue;
        if (stretches.slice(0, at).some((earlier) => isIn(lead, earlier))) continue;
        if (leads.some(({ id }) => id === lead.id)) continue;
        leads.push(lead);
        if (leads.length === limit) return { leads, nextCursor: cursorOf({ stretch: at, after }) };
      }
      if (more && looked >= lookedAtMost) return { leads, nextCursor: cursorOf({ stretch: at, after }) };
    }
  }
  return { leads, nextCursor: null };
}
