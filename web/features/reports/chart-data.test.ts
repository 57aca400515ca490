import { describe, expect, it } from 'vitest';
import { changeText, figureText } from '#shared/model/figure-text.ts';
import type { Report } from '#shared/model/report.ts';
import { withColumns } from '#shared/model/report-columns.ts';
import { readFilters } from '#web/ui/resource/address-filters.ts';
import { addressOfTemplate, customOf, filtersOf, reportFilters, templateOf } from './address.ts';
import { chartOf } from './chart-data.ts';

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

describe('the chart of a report', () => {
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
  });

  it('is left out where there is nothing to draw', () => {
    expect(chartOf(made(['day'], []))).toBeUndefined();
  });
});

describe('the address of a report', () => {
  it('becomes a template and back', () => {
    const own = {
      report: 'custom' as const,
      parameters: {
        period: { from: '2026-06-01', to: '2026-06-07' },
        compare: true,
        custom: {
          source: 'leads' as const,
          fields: ['leadsCreated' as const],
          groupBy: ['state', 'day'],
          filter: [{ field: 'source', op: 'notIn' as const, values: ['a,b&c', ''] }],
        },
      },
      columns: [],
    };
    const address = new URL(addressOfTemplate(own), 'https://dealbell.example');
    expect(address.pathname).toBe('/reports/custom');
    expect(templateOf('custom', readFilters(reportFilters, address.searchParams))).toEqual(own);
    const named = {
      report: 'calls' as const,
      parameters: { period: 'lastWeek' as const, compare: false, groupBy: 'agent' as const },
      columns: ['talkSeconds', 'calls'],
    };
    const other = new URL(addressOfTemplate(named), 'https://dealbell.example');
    expect(templateOf('calls', readFilters(reportFilters, other.searchParams))).toEqual(named);
  });

  it('leaves out what is nonsense', () => {
    expect(filtersOf('{"x":1}')).toEqual([]);
    const read = readFilters(
      reportFilters,
      new URLSearchParams('of=calls&by=brand,day&figures=entered&period=x'),
    );
    expect(customOf(read)).toMatchObject({ groupBy: ['day'], filter: [] });
    expect(customOf(read).fields[0]).toBe('calls');
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
