/* How charts look on pages and in files; signs have colours of their own. */

/** Told apart with every form of colour blindness (after Okabe and Ito); the eighth is of what others are compared with. */
export const chartColors = [
  '#2f6fb5',
  '#e69f00',
  '#0f9d7a',
  '#cc6ba3',
  '#56b4e9',
  '#c8501e',
  '#8a7fd1',
  '#7a8699',
  '#b5a300',
  '#4d4d4d',
] as const;

/** How much of the colour the largest field has: more, and the figures could not be read on it. */
export const strongestShare = 0.85;

/** More marks on a line than this are left out: they would run together. */
export const mostDots = 62;

/** A round number at or above the largest value, so that the upper line reads well. */
export function ceilingOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 4, 5, 10].map((step) => step * power).find((step) => step >= most) ?? most;
}

/** What share of the stage before came to a stage: '40%'; '–' where none was there. */
export const shareOfBefore = (part: number, before: number): string =>
  before > 0 ? `${Math.round((100 * part) / before)}%` : '–';
