import { type FoundPath, pathsOf } from './webhook-path.ts';

/*
 * Guesses which field of a lead a path of a payload fills, by its name and by what stands there. A guess is an offer:
 * the user sees the sample beside it.
 */

const words = (path: string): string[] =>
  path
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const emailForm = /^[^\s@]+@([^\s@]+)$/;
/** Whether a text is written like an e-mail address: its domain has a dot, and two letters or more after it. */
const isEmail = (text: string) => emailForm.exec(text)?.[1]?.slice(1, -2).includes('.') ?? false;
const phoneForm = /^\+?1?[\s(.-]*\d{3}[\s).-]*\d{3}[\s.-]*\d{4}$/;

type Names = readonly (readonly string[])[];

/** Names that senders use, as their last words; the more exact first. */
const named: readonly { field: string; names: Names }[] = [
  { field: 'firstName', names: [['first', 'name'], ['firstname'], ['fname'], ['given', 'name']] },
  { field: 'lastName', names: [['last', 'name'], ['lastname'], ['lname'], ['surname'], ['family', 'name']] },
  { field: 'company', names: [['company', 'name'], ['company'], ['organization'], ['business', 'name']] },
  { field: 'name', names: [['full', 'name'], ['fullname'], ['contact', 'name'], ['lead', 'name'], ['name']] },
  { field: 'email', names: [['email', 'address'], ['e', 'mail'], ['email'], ['mail']] },
  {
    field: 'phone',
    names: [
      ['phone', 'number'],
      ['mobile', 'phone'],
      ['cell', 'phone'],
      ['phone'],
      ['mobile'],
      ['cell'],
      ['telephone'],
      ['tel'],
      ['msisdn'],
    ],
  },
  { field: 'street', names: [['street', 'address'], ['address', 'line', '1'], ['address1'], ['street']] },
  { field: 'city', names: [['city'], ['town']] },
  { field: 'state', names: [['state'], ['region'], ['province']] },
  { field: 'postcode', names: [['postal', 'code'], ['zip', 'code'], ['zipcode'], ['postcode'], ['zip']] },
  { field: 'country', names: [['country', 'code'], ['country']] },
  { field: 'brand', names: [['brand']] },
  { field: 'source', names: [['lead', 'source'], ['utm', 'source'], ['source']] },
  { field: 'tags', names: [['tags'], ['labels']] },
  { field: 'dealAmount', names: [['deal', 'amount'], ['deal', 'value'], ['amount']] },
];

const endsWith = (all: readonly string[], end: readonly string[]) =>
  end.every((word, at) => all[all.length - end.length + at] === word);

/** The likeliest field of one path, with how sure it is, 0–1. */
export function guessField({ path, sample }: FoundPath): { field: string; sure: number } | undefined {
  const all = words(path.replace(/\[\d+\]/g, ''));
  for (const { field, names } of named) {
    const at = names.findIndex((name) => endsWith(all, name));
    if (at < 0) continue;
    const exact = 1 - at * 0.05 - Math.max(0, all.length - 3) * 0.05;
    const fits = field === 'email' ? isEmail(sample) : field === 'phone' ? phoneForm.test(sample) : undefined;
    return { field, sure: fits === undefined ? exact * 0.8 : fits ? exact : exact * 0.3 };
  }
  if (isEmail(sample)) return { field: 'email', sure: 0.5 };
  if (phoneForm.test(sample) && sample.replace(/\D/g, '').length >= 10) return { field: 'phone', sure: 0.4 };
  return undefined;
}

export interface SeenPath extends FoundPath {
  /** In how many of the payloads it stood. */
  seen: number;
  guess: string | null;
}

/** Paths of several payloads together, those seen oftenest first, each field guessed for at most one path. */
export function suggestionsOf(payloads: readonly unknown[]): SeenPath[] {
  const all = new Map<string, SeenPath>();
  for (const payload of payloads)
    for (const { path, sample } of pathsOf(payload)) {
      const known = all.get(path);
      if (known) known.seen++;
      else all.set(path, { path, sample, seen: 1, guess: null });
    }
  const list = [...all.values()];
  const best = new Map<string, { one: SeenPath; sure: number }>();
  for (const one of list) {
    const guess = guessField(one);
    if (guess && guess.sure > (best.get(guess.field)?.sure ?? 0))
      best.set(guess.field, { one, sure: guess.sure });
  }
  for (const [field, { one }] of best) one.guess = field;
  return list.sort((a, b) => b.seen - a.seen);
}
