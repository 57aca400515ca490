import type { GoalDetails } from '#shared/api/goals.ts';
import { goalWords } from '#shared/model/goal.ts';
import { measures } from '#shared/model/report-measures.ts';
import type { Bar, Series } from '#web/ui/chart/parts.tsx';

/** Ticks below the chart that have room in a panel. */
const mostTicks = 8;

/** The instant or day of a point: '11-27' of a day, '14:05' of an instant. */
const tickOf = (at: string): string =>
  at.includes('T')
    ? new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : at.length > 7
      ? at.slice(5)
      : at;
const nameOf = (at: string): string =>
  at.includes('T') ? new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) : at;

/** A goal's figure over time beside the number that is looked for. */
export function chartOfGoal(goal: GoalDetails): { label: string; series: Series[]; bars: Bar[] } {
  const { points, target, condition } = goal;
  const each = Math.max(1, Math.ceil(points.length / mostTicks));
  return {
    label: `${goal.name}: ${goalWords(goal)}`,
    series: [
      {
        key: 'value',
        label: measures[goal.measure].label,
        color: 'var(--mantine-color-chart-0)',
        // Where there was nothing to divide by there is no figure: 0 would be a bad one.
        hasGaps: true,
      },
      {
        key: 'target',
        label: condition === 'reach' ? 'Goal' : 'Alert',
        color: 'var(--mantine-color-chart-7)',
        isDashed: true,
      },
    ],
    bars: points.map(({ at, value }, n) => ({
      key: at,
      tick: n % each === 0 ? tickOf(at) : '',
      name: nameOf(at),
      values: { target, ...(value === null ? {} : { value }) },
    })),
  };
}
