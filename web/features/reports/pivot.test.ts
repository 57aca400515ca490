import { expect, it } from 'vitest';
import type { Report } from '#shared/model/report.ts';
import { pivotOf } from './pivot.ts';

const dimension = (key: string, label: string) => ({ key, label, kind: 'dimension' });
const measure = (key: string) => ({ key, label: key, kind: 'measure', unit: 'count' });
const row = (agent: string, day: string, calls: number, callsAnswered: number) => ({
  keys: [agent, day],
  values: {
    agent: agent.toUpperCase(),
    day,
    calls,
    callsAnswered,
    answerRate: calls ? callsAnswered / calls : null,
  },
});
const report = (...figures: string[]) =>
  ({
    groupBy: ['agent', 'day'],
    columns: [dimension('agent', 'Agent'), dimension('day', 'Day'), ...figures.map(measure)],
    rows: [row('ben', '2026-11-03', 2, 2), row('ana', '2026-11-03', 6, 1), row('ana', '2026-11-02', 4, 3)],
    totals: { calls: 12, callsAnswered: 6, answerRate: 0.5 },
  }) as unknown as Report;

it('has things by their total and times in their order, and knows which cells are empty', () => {
  const pivot = pivotOf(report('calls'), 'calls');
  expect(pivot.labels).toEqual({ row: 'Agent', column: 'Day' });
  expect(pivot.rows.map(({ name, total }) => [name, total])).toEqual([
    ['ANA', 10],
    ['BEN', 2],
  ]);
  expect(pivot.columns.map(({ key, total }) => [key, total])).toEqual([
    ['2026-11-02', 4],
    ['2026-11-03', 8],
  ]);
  expect(pivot.cellOf('ana', '2026-11-03')?.values.calls).toBe(6);
  expect(pivot.cellOf('ben', '2026-11-02')).toBeUndefined();
  expect(pivot.columns[1]!.groups).toEqual([
    ['ben', '2026-11-03'],
    ['ana', '2026-11-03'],
  ]);
});

it('works a ratio out from its sums, and says nothing where the report lacks them', () => {
  const whole = pivotOf(report('calls', 'callsAnswered', 'answerRate'), 'answerRate');
  expect(whole.rows.map(({ name, total }) => [name, total])).toEqual([
    ['BEN', 1],
    ['ANA', 0.4],
  ]);
  expect(pivotOf(report('answerRate'), 'answerRate').rows.map(({ total }) => total)).toEqual([null, null]);
});
