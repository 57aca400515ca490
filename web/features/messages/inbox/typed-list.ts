/** What is typed behind a sign, where the caret stands: `/good` is a search for canned replies, `@jo` one for people. */
export interface Typed {
  /** Where the sign stands, and where what is typed ends. */
  from: number;
  to: number;
  search: string;
}

/** Characters that are looked back: names are no longer. */
const furthest = 40;

/**
 * The search that is being typed behind `sign`, or undefined. The sign begins a word, so that "and/or" and addresses are
 * none, and something stands directly behind it or nothing at all.
 */
export function typedBehind(sign: '/' | '@', text: string, caret: number): Typed | undefined {
  const before = text.slice(Math.max(0, caret - furthest - 1), caret);
  const at = before.lastIndexOf(sign);
  if (at < 0) return undefined;
  const search = before.slice(at + 1);
  const from = caret - search.length - 1;
  const isWord = from === 0 || /\s/.test(text[from - 1]!);
  if (!isWord || /^\s|\n/.test(search)) return undefined;
  return { from, to: caret, search };
}

/** The text with what was typed behind the sign replaced, and where the caret stands then. */
export function withTyped(text: string, { from, to }: Typed, instead: string) {
  return { text: text.slice(0, from) + instead + text.slice(to), caret: from + instead.length };
}

/**
 * The people whom a note names: behind each `@` the longest name that stands there, so that "@Anna" names Anna alone where
 * there is an Ann, too.
 */
export function namedIn<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  const longestFirst = [...people].sort((a, b) => b.name.length - a.name.length);
  const named = new Set<Person>();
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const there = longestFirst.find(
      ({ name }) => text.startsWith(name, at + 1) && !/[\p{L}\p{N}]/u.test(text[at + 1 + name.length] ?? ''),
    );
    if (there) named.add(there);
  }
  return [...named];
}
