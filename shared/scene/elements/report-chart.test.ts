import { expect, it, vi } from 'vitest';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { reportNames } from '#shared/model/report-catalogue.ts';
import { chartAskedBy, reportWith, signMeasures } from '#shared/model/sign-reports.ts';
import { followCharts } from '../charts-feed.ts';
import { sceneTextLines } from '../draw.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv } from '../testing/scene-env.ts';

const key = 'dealsWon agent thisWeek';
const rows = [
  { label: 'Maya {lead.name} Chen', value: 7 },
  { label: 'Jon Roe', value: 3 },
  { label: 'Al Ito', value: 1 },
  { label: 'Bo Ray', value: 0 },
];
const textsOf = (reports: JsonMap | undefined, properties: JsonMap = {}, hideEmpty = true) =>
  sceneTextLines(
    recordingContext().ctx,
    {
      canvasSize: { width: 1000, height: 1000 },
      canvasBackground: { type: 'solid' as const, color: '#ffffff' },
      elements: [testElement('report_chart', { properties, size: { width: 760, height: 520 } })],
    },
    testEnv({ data: reports ? { reports } : {}, hideEmpty }),
  ).map(({ text }) => text);

it('a chart of a report shows the figures that it was told, the largest first, with its period', () => {
  const texts = textsOf({ [key]: { problem: '', rows } }, { rows: 3 });
  expect(texts).toEqual(
    expect.arrayContaining(['Deals won by agent', 'This week so far', 'Jon Roe', '7', '3']),
  );
  expect(texts.join(' ')).toContain('Maya lead.name Chen');
  expect(texts).not.toContain('Bo Ray');
});

it('writes shares as percent and long times in hours', () => {
  const of = (measure: string, value: number) => {
    const properties = { measure, groupBy: 'agent', period: 'today' };
    const told = { [`${measure} agent today`]: { problem: '', rows: [{ label: 'Jon', value }] } };
    return textsOf(told, properties).join(' ');
  };
  expect(of('answerRate', 0.425)).toContain('42.5%');
  expect(of('talkSeconds', 9_000)).toMatch(/Today, hours.*2\.5/);
  expect(of('talkSeconds', 90)).toMatch(/Today, minutes.*1\.5/);
});

it('shows how far all together are with a goal, and what is wanted where no total is known', () => {
  const of = (measure: string, goal: number, total: number | null | undefined) => {
    const told = {
      problem: '',
      rows: [{ label: 'Jon', value: 3 }],
      ...(total === undefined ? {} : { total }),
    };
    const properties = { measure, groupBy: 'agent', period: 'thisWeek', goal };
    return textsOf({ [`${measure} agent thisWeek`]: told }, properties);
  };
  expect(of('dealsWon', 60, 48)).toEqual(expect.arrayContaining(['48 of 60', '80%']));
  expect(of('dealsWon', 60, 59.9), 'not before it is reached').toContain('99%');
  expect(of('dealAmount', 50_000, 61_000)).toEqual(expect.arrayContaining(['$61,000 of $50,000', '122%']));
  expect(of('answerRate', 40, 0.25)).toEqual(expect.arrayContaining(['25% of 40%', '62%']));
  expect(of('talkSeconds', 600, 18_000)).toEqual(expect.arrayContaining(['5 of 10 hours', '50%']));
  for (const total of [null, undefined]) expect(of('dealsWon', 60, total)).toContain('Goal: 60');
  expect(of('dealsWon', 0, 48).join(' ')).not.toContain('48');
  const sample = textsOf(undefined, { goal: 60 }, false);
  expect(sample).toEqual(expect.arrayContaining(['42 of 60', '70%']));
});

it('writes the goal below a sentence in place of the chart, too', () => {
  const texts = textsOf({ [key]: { problem: '', rows: [], total: 0 } }, { goal: 60 });
  expect(texts).toEqual(expect.arrayContaining(['0 of 60', '0%']));
});

it('shows nothing of figures that it was not told on a wall, and a sample in the editor', () => {
  expect(textsOf(undefined)).toEqual([]);
  expect(textsOf({ [key]: { problem: '', rows: 'many' } as never })).toEqual([]);
  expect(textsOf(undefined, {}, false).join(' ')).toContain('This week so far, Sample');
});

it('asks for no figure that no report has, whatever its properties say', () => {
  for (const measure of signMeasures)
    expect(
      ['agent', 'day', 'source'].some((by) => reportNames.includes(reportWith(measure, by as 'day')!)),
      measure,
    ).toBe(true);
  expect(chartAskedBy({ measure: 'deliveries', groupBy: 'x', period: {} })).toEqual({
    key,
    measure: 'dealsWon',
    groupBy: 'agent',
    period: 'thisWeek',
  });
});

it('a sign asks for its figures each minute, sooner while it knows none, and not at all without a chart', async () => {
  vi.useFakeTimers();
  try {
    let isDown = true;
    const load = vi.fn(async () => {
      if (isDown) throw new Error('HTTP 503');
      return { charts: [{ key, problem: '', rows, total: 11 }] };
    });
    const seen: JsonMap[] = [];
    const stop = followCharts([testElement('report_chart')], load, (reports) => seen.push(reports));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(load).toHaveBeenCalledTimes(1);
    isDown = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(seen).toEqual([{ [key]: { key, problem: '', rows, total: 11 } }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([load.mock.calls.length, seen.length], 'what stays the same is not told again').toEqual([3, 1]);
    stop();
    followCharts(
      [testElement('text'), testElement('report_chart', { isVisible: false })],
      load,
      () => undefined,
    );
    await vi.advanceTimersByTimeAsync(120_000);
    expect(load).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
