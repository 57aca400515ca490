import { expect, it } from 'vitest';
import type { GoalDetails } from '#shared/api/goals.ts';
import { chartOfGoal } from './chart.ts';

it('draws nothing where a figure had nothing to divide by, and 0 where it was 0', () => {
  const goal = {
    name: 'Answers',
    source: 'calls',
    measure: 'answerRate',
    span: 'day',
    condition: 'below',
    target: 0.5,
    points: [
      { at: '2026-11-27', value: null },
      { at: '2026-11-28', value: 0 },
      { at: '2026-11-29', value: 0.6 },
    ],
  } as unknown as GoalDetails;
  const { series, bars } = chartOfGoal(goal);
  expect(series[0]).toMatchObject({ key: 'value', hasGaps: true });
  expect(bars.map(({ values }) => values)).toEqual([
    { target: 0.5 },
    { target: 0.5, value: 0 },
    { target: 0.5, value: 0.6 },
  ]);
});
