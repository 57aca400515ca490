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
