import { describe, expect, it } from 'vitest';
import { changeText, figureText } from '#shared/model/figure-text.ts';
import type { Report } from '#shared/model/report.ts';
import { withColumns } from '#shared/model/report-columns.ts';
import { chartOf, type Marked } from './report-chart.ts';

const dimension = (key: string) => ({
  key,
  label: key,
  kind: 'dimension' as const,
  unit: null,
  formula: '',
});
const measure = (key: string, unit: 'count' | 'share' | 'seconds' = 'count') => ({
  key,
  label: key,
  kind: 'measure' as const,
  unit,
  formula: 'counted',
});

function made(groupBy: string[], rows: [string[], number][], more: Partial<Report> = {}): Report {
  return {
    title: 'Calls',
    report: null,
    from: '2026-06-01',
    to: '2026-06-07',
    timeZone: 'America/New_York',
    groupBy,
    filters: [],
    madeAt: '2026-06-10T16:00:00.000Z',
    columns: [...groupBy.map(dimension), measure('calls'), measure('answerRate', 'share')],
    rows: rows.map(([keys, calls]) => ({
      keys,
      values: {
        ...Object.fromEntries(groupBy.map((name, at) => [name, `${keys[at]}!`])),
        calls,
        answerRate: 0.5,
      },
      link: null,
    })),
    totals: { calls: rows.reduce((sum, [, calls]) => sum + calls, 0), answerRate: 0.5 },
    series: [{ key: 'calls', label: 'calls', unit: 'count', points: [] }],
    notes: [],
    truncated: false,
    ...more,
  };
}

/** What the rows of a mark come to together. */
const marked = (mark: Marked | undefined, rows: readonly [string[], number][]) =>
  rows
    .filter(([keys]) => mark?.groups.some((group) => group.join() === keys.join()))
    .reduce((sum, [, value]) => sum + value, 0);

describe('the chart of a report', () => {
  it('is a funnel of stages, in their own order and also where nothing came to one', () => {
    const rows: [string[], number][] = [
      [['won'], 2],
      [['new'], 9],
      [['qualified'], 0],
    ];
    const report = made(['stage'], rows);
    const order = ['new', 'qualified', 'won'];
    const columns = report.columns.map((one) => (one.key === 'stage' ? { ...one, order } : one));
    const data = chartOf({ ...report, columns })!;
    if (data.kind !== 'funnel') throw new Error(data.kind);
    expect(data.bars.map(({ key, values }) => [key, values.calls])).toEqual([
      ['new', 9],
      ['qualified', 0],
      ['won', 2],
    ]);
    expect(marked(data.markOf('won', 'calls'), rows)).toBe(2);
    expect(chartOf({ ...report, columns: columns.filter(({ unit }) => unit !== 'count') })).toBeUndefined();
  });

  it('leaves out a figure that is zero in every row, unless all of them are', () => {
    const agents = (calls: number, deals: number) => {
      const report = made(
        ['agent'],
        [
          [['Ann'], calls],
          [['Bob'], 0],
        ],
      );
      return chartOf({
        ...report,
        columns: [...report.columns, measure('dealsWon')],
        rows: report.rows.map((row) => ({ ...row, values: { ...row.values, dealsWon: deals } })),
        series: ['calls', 'dealsWon'].map((key) => ({ key, label: key, unit: 'count', points: [] })),
      })!;
    };
    const seriesOf = (data: ReturnType<typeof agents>) =>
      'series' in data ? data.series.map(({ key }) => key) : [];
    expect(seriesOf(agents(4, 0))).toEqual(['calls']);
    expect(seriesOf(agents(0, 2))).toEqual(['dealsWon']);
    expect(seriesOf(agents(4, 2))).toEqual(['calls', 'dealsWon']);
    expect(seriesOf(agents(0, 0))).toEqual(['calls']);
  });

  it('is lines of times, dashed for the period before', () => {
    const now = made(
      ['day'],
      [
        [['2026-06-01'], 3],
        [['2026-06-02'], 0],
      ],
    );
    const before = made(['day'], [[['2026-05-25'], 7]]);
    expect(chartOf(now, before)).toMatchObject({
      kind: 'line',
      unit: 'count',
      series: [{ key: 'calls' }, { key: 'before calls', isDashed: true }],
      bars: [
        { key: '2026-06-01', tick: '06-01', name: '2026-06-01!', values: { calls: 3, 'before calls': 7 } },
        { key: '2026-06-02', values: { calls: 0, 'before calls': 0 } },
      ],
    });
  });

  it('is bars by rank of things, the largest twelve', () => {
    const rows = Array.from({ length: 20 }, (_, at): [string[], number] => [[`agent ${at}`], at]);
    const chart = chartOf(made(['agent'], rows));
    if (chart?.kind !== 'ranked') throw new Error('They are not ranked.');
    expect(chart.bars.map(({ values }) => values.calls)).toEqual([
      19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8,
    ]);
  });

  it('is a map for three states or more, and bars for fewer', () => {
    const states = (...keys: string[]) =>
      made(
        ['state'],
        keys.map((key, at): [string[], number] => [[key], at + 1]),
      );
    const map = chartOf(states('FL', 'NY', 'ON', '', 'TX'));
    if (map?.kind !== 'states') throw new Error('It is no map.');
    expect(map.bars.map(({ key }) => key)).toEqual(['TX', '', 'ON', 'NY', 'FL']);
    expect(map.markOf('NY', map.series[0]!.key)).toMatchObject({ groups: [['NY']] });
    expect(chartOf(states('FL', 'NY', 'ON'))?.kind).toBe('ranked');
  });

  it('is stacked for things over time, with the small ones together and nothing lost', () => {
    const rows = Array.from({ length: 9 }, (_, at): [string[], number] => [
      [`source ${at}`, '2026-06-01'],
      at + 1,
    ]);
    const chart = chartOf(made(['source', 'day'], rows));
    if (chart?.kind !== 'stacked') throw new Error('It is not stacked.');
    expect(chart.series.map(({ label }) => label)).toEqual([
      'source 8!',
      'source 7!',
      'source 6!',
      'source 5!',
      'source 4!',
      'Others',
    ]);
    expect(Object.values(chart.bars[0]!.values).reduce((sum, one) => sum + one, 0)).toBe(45);
  });

  it('is a heat map of weekdays for days by hours', () => {
    const rows: [string[], number][] = [
      [['2026-06-01', '09'], 2],
      [['2026-06-08', '09'], 3],
      [['2026-06-02', '23'], 1],
    ];
    const chart = chartOf(made(['day', 'hour'], rows));
    if (chart?.kind !== 'heat') throw new Error('It is no heat map.');
    expect([chart.valueOf('1', '9'), chart.valueOf('2', '23'), chart.valueOf('0', '0')]).toEqual([5, 1, 0]);
    expect(marked(chart.markOf('1', '9'), rows)).toBe(5);
  });

  it('says of each mark which rows of the report it is of', () => {
    const days = (['2026-06-01', '2026-06-02'] as const).map((day, at): [string[], number] => [
      [day],
      at + 3,
    ]);
    const line = chartOf(made(['day'], days), made(['day'], [[['2026-05-25'], 7]]));
    if (!line || line.kind === 'heat') throw new Error('It is no line.');
    expect(line.markOf('2026-06-02', 'calls')).toEqual({ measure: 'calls', groups: [['2026-06-02']] });
    expect(line.markOf('2026-06-01', 'before calls')).toEqual({
      measure: 'calls',
      groups: [['2026-05-25']],
      isBefore: true,
    });
    const parts = Array.from({ length: 9 }, (_, at): [string[], number] => [
      ['2026-06-01', `agent ${at}`],
      9 - at,
    ]);
    const stacked = chartOf(made(['day', 'agent'], parts));
    if (stacked?.kind !== 'stacked') throw new Error('It is not stacked.');
    const { bars, series } = stacked;
    for (const { key } of series)
      expect(marked(stacked.markOf(bars[0]!.key, key), parts), key).toBe(bars[0]!.values[key]);
  });

  it('is left out where there is nothing to draw', () => {
    expect(chartOf(made(['day'], []))).toBeUndefined();
  });
});

describe('figures', () => {
  it('are written with their unit, and their change', () => {
    expect([
      figureText(1234.5, 'usd'),
      figureText(0.125, 'share'),
      figureText(3725, 'seconds'),
      figureText(null, 'share'),
    ]).toEqual(['$1,234.50', '12.5%', '1:02:05', '–']);
    expect([changeText(9, 8), changeText(1, 0), changeText(0, 0), changeText(6, 8)]).toEqual([
      '+12.5%',
      'new',
      '',
      '-25%',
    ]);
  });

  it('are those that were chosen, in their order', () => {
    const some = withColumns(made(['day'], [[['2026-06-01'], 3]]), ['answerRate', 'nothing']);
    expect(some.columns.map(({ key }) => key)).toEqual(['day', 'answerRate']);
    expect([some.rows[0]!.values, some.totals, some.series]).toEqual([
      { day: '2026-06-01!', answerRate: 0.5 },
      { answerRate: 0.5 },
      [],
    ]);
  });
});
