const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const isSecondHalf = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * The beginning of a text, at most `most` UTF-16 units long, as limits of stored texts count. It ends between two
 * characters as people see them: never inside an emoji, a flag or a letter with its accents. One that is longer
 * than all of `most` is cut between its code points.
 */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = graphemes.segment(text).containing(most)?.index ?? most;
  if (end > 0) return text.slice(0, end);
  return text.slice(0, isSecondHalf(text.charCodeAt(most)) ? most - 1 : most);
}

/**
 * A text without the characters at its ends that `edge` matches, a pattern for one character. A pattern such as
 * `/[-.]+$/` would begin again at each of them wherever they stand, and take the square of the time.
 */
export function trimEdges(text: string, edge: RegExp): string {
  let start = 0;
  while (start < text.length) {
    const char = String.fromCodePoint(text.codePointAt(start)!);
    if (!edge.test(char)) break;
    start += char.length;
  }
  return trimEnd(text.slice(start), edge);
}

/** As `trimEdges`, at the end alone. */
export function trimEnd(text: string, edge: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const isPair = isSecondHalf(text.charCodeAt(end - 1)) && (text.codePointAt(end - 2) ?? 0) > 0xffff;
    const start = end - (isPair ? 2 : 1);
    if (!edge.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}
