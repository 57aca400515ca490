/* CSS unicode-range lists: `U+0000-00FF,U+0131`. */

type Range = readonly [first: number, last: number];

const parsed = new Map<string, readonly Range[]>();

function parse(list: string): readonly Range[] {
  let ranges = parsed.get(list);
  if (!ranges) {
    ranges = list.split(',').map((part) => {
      const [first, last = first] = part.trim().slice(2).split('-');
      return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)] as const;
    });
    parsed.set(list, ranges);
  }
  return ranges;
}

const hex = (code: number) => code.toString(16).toUpperCase();

const written = (ranges: readonly Range[]) =>
  ranges.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(',');

/** What two lists have in common; '' when that is nothing. */
export function intersect(one: string, other: string): string {
  return written(
    parse(one).flatMap(([first, last]) =>
      parse(other).flatMap(([from, to]): Range[] => {
        const common = [Math.max(first, from), Math.min(last, to)] as const;
        return common[0] <= common[1] ? [common] : [];
      }),
    ),
  );
}

/** What the first list has and the second has not. */
export function subtract(one: string, other: string): string {
  let left = parse(one);
  for (const [from, to] of parse(other))
    left = left.flatMap(([first, last]): Range[] => {
      const pieces: Range[] = [
        [first, Math.min(last, from - 1)],
        [Math.max(first, to + 1), last],
      ];
      return pieces.filter((piece) => piece[0] <= piece[1]);
    });
  return written(left);
}

/** Whether a list names a character. */
export const isIn = (list: string, code: number): boolean =>
  parse(list).some(([first, last]) => first <= code && code <= last);
