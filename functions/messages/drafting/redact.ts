/*
 * What a provider of drafts is not to see of a conversation: who the person is and how they are reached. Each is a name in
 * brackets there, which the draft may use and which is put back in it. Every expression is bounded, so that it takes time
 * in proportion to the text.
 */

interface Person {
  firstName: string;
  lastName: string;
  company: string;
  street: string;
}

export interface Redacted {
  texts: string[];
  /** A draft with what its names in brackets stand for; one that stands for nothing is taken out. */
  restore(draft: string): string;
}

/** What an address can stand in: whole runs, so that the place of its @ need not be guessed again at each character. */
const run = /[^\s<>()[\]]+/g;
const isMail = (found: string) => {
  const at = found.indexOf('@');
  return at > 0 && at < found.length - 1;
};
const link = /\b(?:https?:\/\/|www\.)\S{1,500}/gi;
const digits = /[(+]{0,2}\d[\d\s().-]{3,30}\d/g;
/** Of as many digits on is a number something that leads to somebody: a phone, an account, a card, a postcode. */
const fewest = 5;
const word = /[\p{L}\p{M}][\p{L}\p{M}'’-]{0,60}/gu;
const bracketed = /,? ?\[(?:first name|last name|company|street|mail \d{1,3}|link \d{1,3}|number \d{1,3})\]/g;

const wordsOf = (name: string): string[] =>
  (name.toLowerCase().match(word) ?? []).filter((one) => one.length > 1);

/** Every occurrence of a phrase, in any case. */
function withoutPhrase(text: string, phrase: string, name: string): string {
  const wanted = phrase.trim().toLowerCase();
  const small = text.toLowerCase();
  // In some scripts small letters are more than their capitals, so that places in the two texts differ.
  if (wanted.length < 3 || small.length !== text.length) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = small.indexOf(wanted); at >= 0; at = small.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), name);
    from = at + wanted.length;
  }
  return parts.join('') + text.slice(from);
}

/** Texts without what tells who somebody is. The same thing has the same name in all of them. */
export function redacted(texts: readonly string[], person: Person): Redacted {
  const stands = new Map<string, string>();
  const names = new Map<string, string>();
  const named = (kind: string) => (found: string) => {
    const known = names.get(`${kind} ${found}`);
    if (known) return known;
    const count = [...stands.keys()].filter((name) => name.startsWith(`[${kind} `)).length;
    const name = `[${kind} ${count + 1}]`;
    names.set(`${kind} ${found}`, name);
    stands.set(name, found);
    return name;
  };
  const first = new Set(wordsOf(person.firstName));
  const last = new Set(wordsOf(person.lastName));
  const isNumber = (found: string) => found.replaceAll(/\D/g, '').length >= fewest;
  const redact = (text: string): string => {
    const plain = withoutPhrase(
      withoutPhrase(
        text
          .replaceAll(/[[\]]/g, '')
          .replaceAll(run, (found) => (isMail(found) ? named('mail')(found) : found))
          .replaceAll(link, named('link'))
          .replaceAll(digits, (found) => (isNumber(found) ? named('number')(found) : found)),
        person.company,
        '[company]',
      ),
      person.street,
      '[street]',
    );
    return plain
      .split(/(\[[^[\]]{1,40}\])/)
      .map((part) =>
        part.startsWith('[')
          ? part
          : part.replaceAll(word, (found) => {
              const small = found.toLowerCase().replace(/['’]s$/, '');
              if (first.has(small)) return '[first name]';
              return last.has(small) ? '[last name]' : found;
            }),
      )
      .join('');
  };
  const whole = { 'first name': person.firstName, 'last name': person.lastName, company: person.company };
  for (const [name, value] of Object.entries({ ...whole, street: person.street }))
    if (value.trim()) stands.set(`[${name}]`, value.trim());
  return {
    texts: texts.map(redact),
    restore: (draft) =>
      draft.replaceAll(bracketed, (found) => {
        const at = found.indexOf('[');
        const value = stands.get(found.slice(at));
        return value === undefined ? '' : found.slice(0, at) + value;
      }),
  };
}
