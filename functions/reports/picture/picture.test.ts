import { describe, expect, it } from 'vitest';
import type { Report, ReportColumn } from '#shared/model/report.ts';
import { pictureOf } from './index.ts';

const dimension = (key: string, label: string): ReportColumn => ({
  key,
  label,
  kind: 'dimension',
  unit: null,
  formula: '',
});
const calls: ReportColumn = { key: 'calls', label: 'Calls', kind: 'measure', unit: null, formula: '' };

/** A report of calls; of each row its keys and how many. */
function reportOf(columns: ReportColumn[], rows: [string[], number][]): Report {
  const dimensions = columns.filter(({ kind }) => kind === 'dimension');
  return {
    report: 'custom',
    title: 'Calls & <more>',
    from: '2026-06-01',
    to: '2026-06-03',
    timeZone: 'America/New_York',
    madeAt: '2026-06-04T12:00:00.000Z',
    filters: [],
    notes: [],
    groupBy: dimensions.map(({ key }) => key),
    series: [{ key: 'calls', label: 'Calls' }],
    columns: [...columns, calls],
    rows: rows.map(([keys, count]) => ({
      keys,
      values: { ...Object.fromEntries(dimensions.map(({ key }, n) => [key, keys[n]!])), calls: count },
    })),
    totals: { calls: rows.reduce((sum, [, count]) => sum + count, 0) },
  } as unknown as Report;
}

/** The numbers of an attribute, of all rectangles of a colour. */
const lengthsOf = (svg: string, attribute: string, fill = '#2f6fb5') =>
  [...svg.matchAll(/<rect ([^>]*)>/g)]
    .filter(([, attributes]) => attributes!.includes(`fill="${fill}"`))
    .map(([, attributes]) => Number(new RegExp(` ?\\b${attribute}="([\\d.]+)"`).exec(` ${attributes}`)![1]));

describe('the picture of a report', () => {
  it('is a line through every day, at the height of its figure', () => {
    const svg = pictureOf(
      reportOf(
        [dimension('day', 'Day')],
        [
          [['2026-06-01'], 0],
          [['2026-06-02'], 10],
          [['2026-06-03'], 5],
        ],
      ),
      600,
    )!;
    expect(svg).toContain('d="M117.667,206L305,16L492.333,111"');
    expect(svg.match(/<circle /g)).toHaveLength(3);
    expect(svg).toContain('>06-02<');
    expect(svg).toContain('aria-label="Chart of Calls &amp; &lt;more&gt;"');
  });

  it('has a bar for each thing, as long as its share of the largest, and its name in text only', () => {
    const svg = pictureOf(
      reportOf(
        [dimension('agent', 'Agent')],
        [
          [['one'], 20],
          [['<b>two</b>'], 5],
        ],
      ),
      600,
    )!;
    const [first, second] = lengthsOf(svg, 'width').filter((width) => width !== 10);
    expect(second! / first!).toBeCloseTo(0.25, 2);
    expect(svg).toContain('&lt;b&gt;two&lt;/b&gt;');
    expect(svg).not.toContain('<b>');
  });

  it('stacks the parts of a day on each other', () => {
    const svg = pictureOf(
      reportOf(
        [dimension('day', 'Day'), dimension('agent', 'Agent')],
        [
          [['2026-06-01', 'Ann'], 6],
          [['2026-06-01', 'Bob'], 4],
        ],
      ),
      600,
    )!;
    const [ann] = lengthsOf(svg, 'height').filter((height) => height !== 10);
    const [bob] = lengthsOf(svg, 'height', '#e69f00').filter((height) => height !== 10);
    // Ten calls are the whole of the scale, 190 px.
    expect([ann, bob]).toEqual([114, 76]);
    expect(lengthsOf(svg, 'y', '#e69f00')).toContain(16);
  });

  it('colours states and hours by their share, and says what is elsewhere', () => {
    const states = pictureOf(
      reportOf(
        [dimension('state', 'State')],
        [
          [['TX'], 8],
          [['FL'], 4],
          [['CA'], 2],
          [['ON'], 3],
        ],
      ),
      600,
    )!;
    expect(states).toContain('fill-opacity="0.85"');
    expect(states).toContain('fill-opacity="0.43"');
    expect(states).toContain('3 elsewhere, or without a state');
    const week = pictureOf(
      reportOf([dimension('day', 'Day'), dimension('hour', 'Hour')], [[['2026-06-01', '09'], 7]]),
      900,
    )!;
    expect(week).toContain('>Monday<');
    expect(week.match(/fill-opacity=/g)).toHaveLength(1);
  });

  it('is nothing where there is nothing to draw', () => {
    expect(pictureOf(reportOf([dimension('day', 'Day')], []), 600)).toBeUndefined();
    expect(pictureOf(reportOf([], [[[], 3]]), 600)).toBeUndefined();
  });
});
