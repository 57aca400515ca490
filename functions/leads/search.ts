import * as z from 'zod';
import { placeCursor } from '#functions/kernel/paging.ts';
import {
  bucketLetters,
  end,
  entriesOf,
  inTurn,
  namesOf,
  readBucket,
  type TermKind,
  termBucket,
  wordsOfTerm,
} from './entries.ts';
import { digitsOf, looksLikePhone, normalizeText, wordsOf } from './normalize-text.ts';
import type { LeadPage } from './query/page.ts';
import { findLeads, type LeadRecord } from './store.ts';
import { mayUse } from './view.ts';

/** One stretch of an index: the terms of a kind that begin with `begin`. */
interface Stretch {
  kind: TermKind;
  bucket: string;
  begin: string;
}

const stretch = (kind: TermKind, begin: string): Stretch => ({
  kind,
  bucket: termBucket(kind, begin),
  begin,
});

/** More words than these are looked for by the longest alone. */
const mostInTurn = 4;

/**
 * Names that have the words one behind the other, in whatever turn: what people type most, and what costs the same
 * however many bear each of the names.
 */
const together = (words: string[]): Stretch[] =>
  words.length > 1 && words.length <= mostInTurn
    ? words.map((_, first) => stretch('name', inTurn(words, first)))
    : [];

/** The stretches that hold what was typed: a phone from either end, an e-mail address, or words of a name. */
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
  const whole = normalizeText(query);
  // An address is nobody's name: who types one does not want all whose name is in it.
  const isAddress = whole.includes('@') && !whole.includes(' ');
  // Of names of one letter each, as in Chinese, the entry of one goes on with the next.
  const name = longest.length < bucketLetters && words.length > 1 ? `${longest} ` : longest;
  return [
    ...(isAddress ? [] : [...together(words), stretch('name', name)]),
    ...(whole.includes(' ') ? [] : [stretch('email', whole.replace(/^@/, ''))]),
  ].filter(({ begin }) => begin.length >= bucketLetters);
}

const isIn = (lead: LeadRecord, { bucket, begin }: Stretch) =>
  entriesOf(lead).some((one) => one.bucket === bucket && one.entry.startsWith(begin));

/** Whether a lead whose name has these words has an entry in a stretch of names: its entries are their turns. */
const isNamedIn = (names: string[], { begin }: Stretch) =>
  names.some((_, first) => inTurn(names, first).startsWith(begin));

/** The words that a name must have all of; none where a phone or an address was typed. */
const wantedOf = (query: string): string[] =>
  looksLikePhone(query) || query.includes('@') ? [] : wordsOf(query);

const haveAll = (names: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((word) => names.some((name) => name.startsWith(word)));

/** Whether a lead has every word that was typed, each perhaps not to its end. */
function hasAllWords(lead: LeadRecord, query: string): boolean {
  const typed = normalizeText(query);
  return (
    haveAll(namesOf(lead), wantedOf(query)) ||
    lead.emails
      .map(normalizeText)
      .some((address) => address.startsWith(typed) || address.includes(`@${typed}`))
  );
}

const place = z.strictObject({ stretch: z.number().int().min(0).max(10), after: z.string().max(500) });

const { cursorOf, placeOf } = placeCursor(place);

/** Entries that one call looks at: many Smiths who belong to others are not read to the end. */
const lookedAtMost = 2_000;
/** Entries of one look where those of several words are told from the entries alone; each has some hundred bytes. */
const sievedAtOnce = 500;
/** Leads that are read at once, or as many as are wanted. */
const readAtOnce = 50;

/** Entries of a stretch whose leads are read at once: those that may have all of the words. */
interface Batch {
  entries: { entry: string; leadId: string }[];
  /** The entry up to which everything has been looked at. */
  upTo: string;
  looked: number;
  more: boolean;
}

/** The batches of one stretch, from behind `after`, without leads that an `earlier` one has as far as entries tell. */
async function* batchesOf(
  one: Stretch,
  { after, earlier }: { after: string; earlier: Stretch[] },
  words: string[],
  limit: number,
): AsyncGenerator<Batch> {
  const sieved = one.kind === 'name' && words.length > 1;
  const hasAllWanted = one.begin.includes(' ');
  // Those that have been sieved are nearly all wanted.
  const size = sieved ? limit : Math.max(limit, readAtOnce);
  const possible = ({ entry }: { entry: string }) => {
    const names = sieved ? wordsOfTerm(entry) : undefined;
    return !names || (haveAll(names, words) && !earlier.some((other) => isNamedIn(names, other)));
  };
  for (let more = true, upTo = after; more; ) {
    const range = { from: upTo ? `${upTo}\u0000` : one.begin, to: `${one.begin}${end}`, descending: false };
    const page = await readBucket(one.bucket, range, sieved && !hasAllWanted ? sievedAtOnce : size);
    more = page.more;
    upTo = page.entries.at(-1)?.entry ?? upTo;
    const rest = page.entries.filter(possible);
    for (; rest.length > size; ) {
      const entries = rest.splice(0, size);
      yield { entries, upTo: entries.at(-1)!.entry, looked: 0, more: true };
    }
    yield { entries: rest, upTo, looked: page.entries.length, more };
  }
}

async function leadsOf(entries: Batch['entries']): Promise<Map<string, LeadRecord>> {
  const leads = await findLeads([...new Set(entries.map(({ leadId }) => leadId))]);
  return new Map(leads.map((lead) => [lead.id, lead]));
}

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
  const words = wantedOf(query);
  const from = cursor ? placeOf(cursor) : { stretch: 0, after: '' };
  const leads: LeadRecord[] = [];
  let looked = 0;
  for (let at = from.stretch; at < stretches.length; at++) {
    const one = stretches[at]!;
    const after = at === from.stretch ? from.after : '';
    const earlier = stretches.slice(0, at);
    for await (const batch of batchesOf(one, { after, earlier }, words, limit)) {
      looked += batch.looked;
      const found = await leadsOf(batch.entries);
      for (const { entry, leadId } of batch.entries) {
        const lead = found.get(leadId);
        // Two terms of one lead, or one that an earlier stretch has given already.
        found.delete(leadId);
        if (lead?.state !== 'live' || !mayUse(lead) || !hasAllWords(lead, query)) continue;
        if (earlier.some((other) => isIn(lead, other))) continue;
        if (leads.some(({ id }) => id === lead.id)) continue;
        leads.push(lead);
        if (leads.length === limit) return { leads, nextCursor: cursorOf({ stretch: at, after: entry }) };
      }
      if (batch.more && looked >= lookedAtMost)
        return { leads, nextCursor: cursorOf({ stretch: at, after: batch.upTo }) };
    }
  }
  return { leads, nextCursor: null };
}
