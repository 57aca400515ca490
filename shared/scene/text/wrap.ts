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

/**
 * Wraps a text to a width: at blanks, after hyphens, beside CJK characters, and within a word that is too
 * long for a line of its own. Line breaks in the text are kept, blanks at a line's end hang outside.
 */
export function wrapText(text: string, width: number, measure: (text: string) => number): WrappedLine[] {
  const lines: WrappedLine[] = [];
  for (const paragraph of text.split(/\r\n|[\r\n\u2028\u2029]/)) {
    let line = '';
    for (let piece of breakPieces(paragraph.replaceAll('\t', '    '))) {
      if (blank.test(piece[0]!)) {
        line += piece;
        continue;
      }
      if (measure(line + piece) <= width) {
        line += piece;
        continue;
      }
      if (line.trim() !== '') {
        lines.push({ text: line.trimEnd(), last: false });
        line = '';
      } else if (measure(piece) <= width) {
        line = '';
      }
      while (measure(piece) > width) {
        const characters = splitGraphemes(piece);
        const count = fitting(characters, width, measure);
        if (count >= characters.length) break;
        lines.push({ text: characters.slice(0, count).join(''), last: false });
        piece = characters.slice(count).join('');
      }
      line += piece;
    }
    lines.push({ text: line.trimEnd(), last: true });
  }
  return lines;
}

/** The text, or its beginning with an ellipsis when it is wider than the width. */
export function ellipsize(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const characters = splitGraphemes(text);
  const withDots = (part: string) => measure(`${part}…`);
  const count = fitting(characters, width, withDots);
  return `${characters.slice(0, count).join('').trimEnd()}…`;
}
