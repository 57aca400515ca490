import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { digitsOf, normalizeText, wordsOf } from './normalize-text.ts';
import type { LeadRecord } from './store.ts';

/**
 * What leads are found by. An entry is one small item: a bucket (a field's value, the beginning of a word, an
 * order) and, sorted within it, what leads to the lead. Written in the transaction of the lead itself, so a search
 * never sees a lead that is not there, and reading costs what the answer costs, however many leads there are.
 */
const Entries = entity('leadEntry', {
  fields: z.object({
    bucket: z.string(),
    entry: z.string(),
    leadId: z.string(),
    /** Seconds since 1970; that of a deleted lead goes when the lead itself does. */
    expiresAt: z.number().optional(),
  }),
  key: { partition: ['bucket'], sort: ['entry'] },
});

export interface Entry {
  bucket: string;
  entry: string;
}

/** Between a value and the lead's id; below every character that a value may hold. */
export const gap = '\u0001';

/** Longer values are found by their beginning; of a custom field they have no bucket at all. */
const valueLength = 100;
export const hasBucket = (held: string): boolean => normalizeText(held).length <= valueLength;
// A cut may fall into the middle of a letter, and half of one is no text that the table takes.
const value = (text: string) => normalizeText(text).slice(0, valueLength).toWellFormed();

/** Letters of a word that choose its bucket: a search has at least as many. */
export const bucketLetters = 2;

/**
 * Numbers as text that sorts as they do: the bits of a double, those of a negative one turned round, in hex.
 */
export function sortable(number: number): string {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, number);
  const high = bits.getUint32(0);
  const low = bits.getUint32(4);
  const negative = high >>> 31 === 1;
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');
  return negative ? hex(~high) + hex(~low) : hex(high ^ 0x80000000) + hex(low);
}

export const everyLive = 'all:live';
export const everyDeleted = 'all:deleted';
/** Leads that are nobody's. */
export const nobody = '-';

/** The bucket of the leads whose field has a value. */
export const valueBucket = (field: string, of: string) => `value:${field}:${value(of)}`;
export const orderBucket = (field: string) => `order:${field}`;
export const termBucket = (kind: TermKind, term: string) =>
  `term:${kind}:${term.slice(0, bucketLetters).toWellFormed()}`;

export type TermKind = 'name' | 'email' | 'phone' | 'reversed';

/** Longer terms are cut; UTF-16 units, of three bytes at most, so that a sort key of 1,024 bytes holds them. */
const termLength = 300;

/**
 * A word of a name, and behind it the words that stand beside it, beginning with the one that follows: who types two
 * names is told from the entry alone whether a lead has both, in whatever order.
 */
export const inTurn = (words: readonly string[], first: number): string =>
  [...words.slice(first), ...words.slice(0, first)].join(' ').slice(0, termLength).toWellFormed();

/**
 * All words of a name, as the entry of one of them tells them; undefined where it does not, as it is cut, or of the
 * time when a term was one word.
 */
export function wordsOfTerm(entry: string): string[] | undefined {
  const term = entry.slice(0, entry.lastIndexOf(gap));
  const words = term.split(' ');
  return words.length === 1 || term.length === termLength ? undefined : words;
}

/** The words of a lead's names. */
export const namesOf = ({ firstName, lastName, company }: LeadRecord): string[] =>
  wordsOf(`${firstName} ${lastName} ${company}`);

/** The terms that a lead is found by in the search box. */
function termsOf(lead: LeadRecord): [TermKind, string][] {
  const names = namesOf(lead);
  const emails = lead.emails.flatMap((email) => [email, email.slice(email.indexOf('@') + 1)]);
  // A national number, its last seven digits, and both from behind: people remember the end.
  const phones = lead.phones.map(({ number }) => digitsOf(number).replace(/^1(?=\d{10}$)/, ''));
  return [
    ...names.map((_, first): [TermKind, string] => ['name', inTurn(names, first)]),
    ...emails.map((email): [TermKind, string] => ['email', normalizeText(email)]),
    ...phones.flatMap((phone): [TermKind, string][] => [
      ['phone', phone],
      ['phone', phone.slice(-7)],
      ['reversed', [...phone].reverse().join('')],
    ]),
  ];
}

/** Fields whose values have a bucket each. */
function valuesOf(lead: LeadRecord): [string, string][] {
  const custom = Object.entries(lead.customFields)
    .filter(([, held]) => held !== null && held !== '' && hasBucket(String(held)))
    .map(([key, held]): [string, string] => [`custom.${key}`, String(held)]);
  return [
    ['status', lead.status],
    ['ownerId', lead.ownerId ?? nobody],
    ['brand', lead.brand],
    ['source', lead.source],
    ['state', lead.address.state],
    ['importId', lead.importId ?? ''],
    ...lead.tags.map((tag): [string, string] => ['tags', tag]),
    ...custom,
  ].filter((pair): pair is [string, string] => pair[1] !== '');
}

/** A lead's place by its name; cut, as letters such as Hangul are taken apart into several of three bytes each. */
export const nameOrder = ({ firstName, lastName }: Pick<LeadRecord, 'firstName' | 'lastName'>): string =>
  `${normalizeText(lastName)}${gap}${normalizeText(firstName)}`.slice(0, termLength).toWellFormed();

/** The orders that a list can be sorted by; without a value a lead is not in the order. */
function ordersOf(lead: LeadRecord): [string, string | null][] {
  return [
    ['updatedAt', lead.updatedAt],
    ['lastName', nameOrder(lead)],
    ['score', sortable(lead.score)],
    ['dealAmount', lead.dealAmount === null ? null : sortable(lead.dealAmount)],
    ['lastContactedAt', lead.lastContactedAt],
    ['assignedAt', lead.assignedAt],
  ];
}

/** Every entry of a lead; none of one that is gone for good. */
export function entriesOf(lead: LeadRecord | undefined): Entry[] {
  if (!lead) return [];
  if (lead.state === 'deleted') return [{ bucket: everyDeleted, entry: lead.id }];
  const entries: Entry[] = [
    { bucket: everyLive, entry: lead.id },
    ...termsOf(lead).map(([kind, term]) => ({
      bucket: termBucket(kind, term),
      entry: `${term}${gap}${lead.id}`,
    })),
    ...valuesOf(lead).map(([field, held]) => ({ bucket: valueBucket(field, held), entry: lead.id })),
    ...ordersOf(lead).flatMap(([field, at]) =>
      at === null ? [] : [{ bucket: orderBucket(field), entry: `${at}${gap}${lead.id}` }],
    ),
  ];
  return [...new Map(entries.map((one) => [`${one.bucket}\n${one.entry}`, one])).values()];
}

/*
 * A transaction takes 100 writes; the lead, its phones, the events, the counters and an import's own take 17 of them
 * at most, and 9 where a lead is deleted or had back. Every lead must be able to go: so its fields may not have more
 * entries than can be deleted at once, also where it came to them one change after the other.
 */
const maxChanges = 75;
const maxOfDeletion = 90;
const maxOfFields = 73;

const isOfFields = ({ bucket }: Entry) => !bucket.startsWith(orderBucket(''));
const isLive = (lead: LeadRecord | undefined) => lead?.state === 'live';

function assertFit(before: LeadRecord | undefined, after: LeadRecord | undefined, writes: number): void {
  const most = before && isLive(before) !== isLive(after) ? maxOfDeletion : maxChanges;
  const ofFields = (lead: LeadRecord | undefined) => entriesOf(lead).filter(isOfFields).length;
  const isEdit = isLive(after) && (!before || isLive(before));
  const tooMany = isEdit && ofFields(after) > Math.max(maxOfFields, ofFields(before));
  if (writes > most || tooMany)
    throw badRequest(
      'This changes too much of the lead at once: it has too many names, tags and custom fields. Please change some of them first.',
    );
}

/**
 * The writes that turn the entries of one state of a lead into those of the next; `expiresAt` is when a deleted one
 * goes for good. @throws 400 when too many
 */
export function entryWrites(
  before: LeadRecord | undefined,
  after: LeadRecord | undefined,
  expiresAt?: number,
): object[] {
  const named = (entries: Entry[]) => new Map(entries.map((one) => [`${one.bucket}\n${one.entry}`, one]));
  const had = named(entriesOf(before));
  const has = named(entriesOf(after));
  const leadId = (after ?? before)!.id;
  const until = after?.state === 'deleted' ? { expiresAt } : {};
  const gone = [...had].filter(([name]) => !has.has(name)).map(([, one]) => Entries.remove(one));
  const come = [...has]
    .filter(([name]) => !had.has(name))
    .map(([, one]) => Entries.put({ ...one, leadId, ...until }));
  const writes = [...gone, ...come];
  assertFit(before, after, writes.length);
  return writes;
}

export interface EntryRange {
  /** Entries from this one on, or up to it when the order is descending; both ends included. */
  from?: string | undefined;
  to?: string | undefined;
  descending: boolean;
}

/** Above every entry that begins with the text before it. */
export const end = '\uffff';

/** One read of a bucket, in order: at most `limit` entries, and whether there are more. */
export async function readBucket(
  bucket: string,
  { from = '', to = end, descending }: EntryRange,
  limit: number,
): Promise<{ entries: { entry: string; leadId: string }[]; more: boolean }> {
  if (from > to) return { entries: [], more: false };
  const query = Entries.query('key', { bucket }).between({ entry: from }, { entry: to });
  const entries: { entry: string; leadId: string }[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof query.go>> = await fromCursor(
      (options) => query.go({ ...options, consistent: true, order: descending ? 'desc' : 'asc' }),
      cursor,
      limit - entries.length,
    );
    entries.push(...page.data.map(({ entry, leadId }) => ({ entry, leadId })));
    cursor = page.cursor;
  } while (cursor && entries.length < limit);
  return { entries, more: cursor !== null };
}
