import type { BucketArea } from '#shared/model/bucket-area.ts';

/*
 * What a noun says of the data of persons that it holds: how it is found, what the person gets to read of it, and how it
 * is erased, or why the law keeps it. `functions/privacy/registry.ts` lists what all nouns say; a test holds every stored
 * thing of the product against that list.
 */

/** Whom a request is about. Addresses are those that no lead of somebody else has. */
export interface Subject {
  leadIds: readonly string[];
  /** E.164. */
  phones: readonly string[];
  /** In lower case. */
  emails: readonly string[];
  /** As they stand with the leads. */
  names: readonly string[];
}

/** A file of the bucket that belongs to what was found. */
export interface HeldFile {
  area: BucketArea;
  key: string;
  /** What the person gets it as. */
  name: string;
  /** Where it lies in the copy; 'recordings' without it. */
  folder?: 'recordings' | 'pictures';
}

export interface PersonalData<T = unknown> {
  /** What it is called in files and certificates, which outlive versions: it never changes. */
  kind: string;
  title: string;
  /** The entities that it tells of, by the names that their keys hold. */
  stored: readonly string[];
  /**
   * One page of what is held of a person at this moment; what was erased is not found any more. `cursor` is null at the
   * end, and bears that what came before it is gone.
   */
  find(subject: Subject, cursor: string | null): Promise<Found<T>>;
  /** What the person gets to read of an item. */
  row(item: T): Record<string, unknown> | Promise<Record<string, unknown>>;
  files?(item: T): HeldFile[] | Promise<HeldFile[]>;
  /** Erases what a page found. It bears to be called twice. Left out where the law keeps it. */
  erase?(found: T[], subject: Subject): Promise<void>;
  /** Erased where the person asks for it, and not with a lead whose term is over: it is not held for the lead's sake. */
  isOfRequests?: true;
  /** Not a part of a copy: another kind tells the same. */
  isOfErasure?: true;
  /** Why it is kept, or what of it stays after an erasure, with the legal ground; in sentences. */
  kept?: string;
}

export interface Found<T> {
  found: T[];
  cursor: string | null;
}

/** What an export says of something: some of its fields as they are. */
export const picked =
  <T, K extends keyof T & string>(names: readonly K[]) =>
  (item: T): Pick<T, K> =>
    Object.fromEntries(names.map((name) => [name, item[name]])) as Pick<T, K>;

/** Everything there is in one page. */
export const onePage = <T>(found: T[]): Found<T> => ({ found, cursor: null });

/** Goes through several keys, a page of one at a time. */
export async function throughEach<K, T>(
  keys: readonly K[],
  cursor: string | null,
  read: (key: K, cursor: string | null) => Promise<Found<T>>,
): Promise<Found<T>> {
  const { at, inner }: { at: number; inner: string | null } = cursor
    ? JSON.parse(cursor)
    : { at: 0, inner: null };
  if (at >= keys.length) return { found: [], cursor: null };
  const page = await read(keys[at]!, inner);
  const next = page.cursor === null ? { at: at + 1, inner: null } : { at, inner: page.cursor };
  return { found: page.found, cursor: next.at < keys.length ? JSON.stringify(next) : null };
}

/** What stands in the place of a person's name, number or address. */
export const erasedMark = '[erased]';

const isDigit = (letter: string | undefined): boolean =>
  letter !== undefined && letter >= '0' && letter <= '9';
const separators = new Set([' ', '(', ')', '-', '.', '/', '\u00a0']);

/** Where the numbers of a text stand, and their digits, however they are written. */
function numbersIn(text: string): { from: number; to: number; digits: string }[] {
  const numbers: { from: number; to: number; digits: string }[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isDigit(text[at])) continue;
    let [digits, end] = ['', at];
    for (let next = at; next < text.length; next++) {
      if (isDigit(text[next])) {
        digits += text[next];
        end = next;
      } else if (!separators.has(text[next]!)) break;
    }
    let from = at;
    while (from > 0 && ['+', '('].includes(text[from - 1]!)) from--;
    numbers.push({ from, to: end + 1, digits });
    at = end;
  }
  return numbers;
}

const nationalOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

const isLetter = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** Shorter parts of names are words of their own too often. */
const shortestName = 3;

/** Words that name the person: whole names, their parts, and mail addresses. */
function wordsOf({ names, emails }: Subject): string[] {
  const parts = names.flatMap((name) => [name, ...name.split(/\s+/)]);
  const words = [...emails, ...parts].map((word) => word.trim().toLowerCase());
  return [...new Set(words.filter((word) => word.length >= shortestName))].sort(
    (a, b) => b.length - a.length,
  );
}

/** What takes a person's numbers, addresses and names out of a text; the same text where none stands in it. */
export function redactor(subject: Subject): (text: string) => string {
  const words = wordsOf(subject);
  const phones = subject.phones.map(nationalOf);
  function withoutNumbers(text: string): string {
    let [after, done] = ['', 0];
    for (const { from, to, digits } of numbersIn(text))
      if (phones.some((phone) => digits.includes(phone))) {
        after += text.slice(done, from) + erasedMark;
        done = to;
      }
    return after + text.slice(done);
  }
  function withoutWord(text: string, word: string): string {
    const lower = text.toLowerCase();
    // Where small letters have another length than capitals, places do not fit.
    if (lower.length !== text.length) return text.split(word).join(erasedMark);
    let [after, done] = ['', 0];
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
      if (isLetter(lower[at - 1]) || isLetter(lower[at + word.length])) continue;
      after += text.slice(done, at) + erasedMark;
      done = at + word.length;
    }
    return after + text.slice(done);
  }
  return (text) => words.reduce(withoutWord, withoutNumbers(text));
}

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapped = (value: Record<string, Json>, change: (held: Json) => Json) =>
  Object.fromEntries(Object.entries(value).map(([name, held]) => [name, change(held)]));

/** Redacts every text within a value of JSON, its names of fields left alone. */
export function redactValue<T>(value: T, redact: (text: string) => string): T;
export function redactValue(value: Json, redact: (text: string) => string): Json {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((one) => redactValue(one, redact));
  return isObject(value) ? mapped(value, (held) => redactValue(held, redact)) : value;
}

/**
 * Whether a text, or a value of JSON, tells of the person: by the id of a lead of theirs, a number or an address. Their name
 * alone does not, for others have it too.
 */
export function tellsOf({ leadIds, phones, emails }: Subject): (value: unknown) => boolean {
  const national = phones.map(nationalOf);
  return (value) => {
    const text = (typeof value === 'string' ? value : JSON.stringify(value ?? '')).toLowerCase();
    if ([...leadIds, ...emails].some((own) => text.includes(own.toLowerCase()))) return true;
    return (
      national.length > 0 &&
      numbersIn(text).some(({ digits }) => national.some((phone) => digits.includes(phone)))
    );
  };
}

/** Every text and number of a value of JSON erased; its names of fields stay. */
function wiped(value: Json): Json {
  if (Array.isArray(value)) return value.map(wiped);
  if (isObject(value)) return mapped(value, wiped);
  return value === null || typeof value === 'boolean' ? value : erasedMark;
}

/**
 * A value of JSON, such as what another system sent, without what tells of a person: of a list, those of its elements;
 * else all of it.
 */
export function wipePerson(value: Json, tells: (value: Json) => boolean): Json {
  if (!tells(value)) return value;
  if (Array.isArray(value)) return value.map((one) => (tells(one) ? wiped(one) : one));
  if (!isObject(value)) return erasedMark;
  const isList = (held: Json) => Array.isArray(held) && held.filter(isObject).length > 1;
  if (!Object.values(value).some(isList)) return wiped(value);
  return mapped(value, (held) => wipePerson(held, tells));
}
