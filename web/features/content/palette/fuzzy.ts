/** What a letter is worth by where it lies; a whole word typed beats letters found here and there. */
const worth = { letter: 1, wordStart: 8, inRow: 5, first: 4 };
/** Taken off for each letter of the text that was not typed. */
const slack = 0.05;

const isStart = (text: string, at: number) => at === 0 || /[\s/(,-]/.test(text[at - 1]!);

/**
 * How well typed letters fit a text: they have to occur in their order, gaps allowed. Letters at the starts of words
 * and in a row count more, so that `zi` finds Zoom in before Resize.
 * @returns 0 where they do not occur; the more the better
 */
export function fuzzyScore(typed: string, text: string): number {
  const needle = typed.toLowerCase().replaceAll(/\s+/g, '');
  const hay = text.toLowerCase();
  if (needle === '') return 1;
  if (needle.length > hay.length) return 0;
  // The best score of each prefix of what was typed that ends at each place, in one pass over the text.
  let before: number[] = [];
  for (let i = 0; i < needle.length; i++) {
    const now = new Array<number>(hay.length).fill(-Infinity);
    let best = -Infinity;
    for (let at = 0; at < hay.length; at++) {
      if (i > 0 && at > 0) best = Math.max(best, before[at - 1]!);
      if (hay[at] !== needle[i]) continue;
      const place = worth.letter + (isStart(hay, at) ? worth.wordStart : 0) + (at === 0 ? worth.first : 0);
      if (i === 0) now[at] = place;
      else if (at > 0) now[at] = place + Math.max(best, before[at - 1]! + worth.inRow);
    }
    before = now;
  }
  const score = Math.max(...before);
  return score === -Infinity ? 0 : Math.max(0.01, score - slack * (hay.length - needle.length));
}

export interface Findable {
  label: string;
  group: string;
  keywords?: string | undefined;
}

/** Those that fit, the best first; equals stay in their order. A fitting name beats a fitting keyword. */
export function found<T extends Findable>(typed: string, list: readonly T[]): T[] {
  if (typed.trim() === '') return [...list];
  return list
    .map((one) => {
      const name = fuzzyScore(typed, one.label) * 2;
      const beside = Math.max(fuzzyScore(typed, `${one.group} ${one.label}`), ...words(typed, one.keywords));
      return { one, score: Math.max(name, beside) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
}

/** Keywords fit only by their beginnings: they are many, and letters here and there would fit some always. */
function words(typed: string, keywords = ''): number[] {
  const needle = typed.trim().toLowerCase();
  return keywords
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.startsWith(needle))
    .map(() => needle.length * 4);
}
