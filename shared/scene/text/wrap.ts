const blank = /[ \t\u2000-\u2006\u2008-\u200b\u3000]/;
const pieces = /[ \t\u2000-\u2006\u2008-\u200b\u3000]+|[^ \t\u2000-\u2006\u2008-\u200b\u3000]+/gu;
/** A line may break after a hyphen inside a word and beside a CJK character, but not before closing marks. */
const insideWord =
  /(?<=[\p{L}\p{N}][-‐–—])(?=\p{L})|(?<=[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])(?![、。，．！？：；）」』】》〉…ー\p{M}])|(?<=[^\s(「『【《〈（])(?=[\u2e80-\u3000\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff])(?![ー])/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a reader takes for single characters: an emoji with its modifiers is one. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Pieces between which a line may break; blanks are pieces of their own. */
export function breakPieces(paragraph: string): string[] {
  return (paragraph.match(pieces) ?? []).flatMap((piece) =>
    blank.test(piece[0]!) ? [piece] : piece.split(insideWord),
  );
}

/** How many of the leading characters fit; at least one, so that wrapping always comes to an end. */
function fitting(characters: string[], width: number, measure: (text: string) => number): number {
  let low = 1;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(characters.slice(0, middle).join('')) <= width) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface WrappedLine {
  text: string;
  /** Whether the line ends its paragraph, and so is not justified. */
  last: boolean;
}

/** A line as a range of the text, the blanks at its end left out. */
export interface WrappedRange {
  start: number;
  end: number;
  last: boolean;
}

/**
 * Wraps a text to a width: at blanks, after hyphens, beside CJK characters, and within a word that is too
 * long for a line of its own. Line breaks in the text are kept, blanks at a line's end hang outside.
 * @param measure width of the text between two offsets
 */
export function wrapRanges(
  text: string,
  width: number,
  measure: (start: number, end: number) => number,
): WrappedRange[] {
  const lines: WrappedRange[] = [];
  const push = (start: number, end: number, last: boolean) =>
    lines.push({ start, end: start + text.slice(start, end).trimEnd().length, last });
  for (const { start, end } of paragraphsOf(text)) {
    let line = start;
    let at = start;
    for (const piece of breakPieces(text.slice(start, end))) {
      let from = at;
      at += piece.length;
      if (blank.test(piece[0]!) || measure(line, at) <= width) continue;
      const hasWords = text.slice(line, from).trim() !== '';
      if (hasWords) push(line, from, false);
      if (hasWords || measure(from, at) <= width) line = from;
      while (measure(from, at) > width) {
        const characters = splitGraphemes(text.slice(from, at));
        const count = fitting(characters, width, (part) => measure(from, from + part.length));
        if (count >= characters.length) break;
        const taken = from + characters.slice(0, count).join('').length;
        push(from, taken, false);
        from = taken;
        line = from;
      }
    }
    push(line, end, true);
  }
  return lines;
}

function paragraphsOf(text: string): { start: number; end: number }[] {
  const paragraphs: { start: number; end: number }[] = [];
  let start = 0;
  for (const { index, 0: ending } of text.matchAll(/\r\n|[\r\n\u2028\u2029]/g)) {
    paragraphs.push({ start, end: index });
    start = index + ending.length;
  }
  paragraphs.push({ start, end: text.length });
  return paragraphs;
}

/** How wide a tab is, in blanks. */
export const expandTabs = (text: string) => text.replaceAll('\t', '    ');

/** As `wrapRanges`, for a text of one style, with the lines' own texts. */
export function wrapText(text: string, width: number, measure: (text: string) => number): WrappedLine[] {
  const shown = expandTabs(text);
  const ranges = wrapRanges(shown, width, (start, end) => measure(shown.slice(start, end)));
  return ranges.map(({ start, end, last }) => ({ text: shown.slice(start, end), last }));
}

/** The text, or its beginning with an ellipsis when it is wider than the width. */
export function ellipsize(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const characters = splitGraphemes(text);
  const withDots = (part: string) => measure(`${part}…`);
  const count = fitting(characters, width, withDots);
  return `${characters.slice(0, count).join('').trimEnd()}…`;
}
