import type { RevenuePeriod } from './market.ts';

/** How many points a series of revenue has (document 002, section 9). */
export const seriesLengths: Record<RevenuePeriod, number> = { day: 30, week: 12, month: 12, year: 5 };

/**
 * By how many percent the later half of a series differs from the earlier; 'new' where that is nothing, null where both
 * are. The middle point of an odd number belongs to neither, so that both halves are equally long.
 */
export function changeOf(points: readonly { revenue: number }[]): number | 'new' | null {
  const half = Math.floor(points.length / 2);
  const sum = (some: readonly { revenue: number }[]) => some.reduce((all, { revenue }) => all + revenue, 0);
  const [earlier, later] = [sum(points.slice(0, half)), sum(points.slice(points.length - half))];
  if (earlier === 0) return later === 0 ? null : 'new';
  return Math.round(((later - earlier) / earlier) * 1_000) / 10;
}
