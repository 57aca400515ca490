import { othersKey, type ReportRow, reportLimits } from '#shared/model/report.ts';
import { addTo, keyOf, type Sums, type Tally } from './tally.ts';

/**
 * The first rows of a report of one grouping; all others are one row at the end, counted from their sums, so that the rows
 * still come to the totals.
 * @param rows in their order
 * @param figuresOf the figures of sums
 */
export function cutToTop(
  rows: readonly ReportRow[],
  top: number,
  { groups }: Tally,
  dimension: string,
  figuresOf: (sums: Sums) => Record<string, number | null>,
): ReportRow[] {
  const others = rows.slice(top);
  if (others.length === 0) return [...rows];
  const sums: Sums = {};
  for (const { keys } of others) addTo(sums, groups[keyOf(...keys)] ?? {});
  const name = others.length === 1 ? '1 other' : `${others.length.toLocaleString('en-US')} others`;
  return [
    ...rows.slice(0, top),
    {
      keys: [othersKey],
      values: { [dimension]: name, ...figuresOf(sums) },
      link: null,
      ...(others.length <= reportLimits.groupsListed ? { groups: others.map(({ keys }) => keys) } : {}),
    },
  ];
}
