import * as z from 'zod';
import { goalLimits } from '#shared/model/goal.ts';
import { isTimeGrouping } from '#shared/model/report-catalogue.ts';
import { measures } from '#shared/model/report-measures.ts';
import {
  type ChartAsked,
  chartAskedBy,
  chartRows,
  chartTitle,
  reportElement,
  signGroupings,
  signMeasures,
} from '#shared/model/sign-reports.ts';
import { periodWords, relativePeriods } from '#shared/model/template-period.ts';
import {
  chartFrame,
  chartInside,
  chartLookFields,
  chartProperties,
  chartStillUntil,
  chartStyles,
  seriesColor,
} from '../charts/base.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, rangeOf, textField, toggle } from '../form-builders.ts';
import { blockLines, paintBlocks } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { drawNotice } from '../paint/panel.ts';
import { barChart } from './bar-chart.ts';
import { lineChart } from './line-chart.ts';
import { drawGoalBar, type GoalFigures, goalBar, goalHeight } from './report-goal.ts';
import { within } from './schema-parts.ts';

/*
 * A figure of the reports, drawn as the charts of the editor are: times as a line, things as bars by rank, as the page of
 * reports has it.
 */

const properties = z.object({
  ...chartProperties,
  measure: z.enum(signMeasures as [(typeof signMeasures)[number]]).default('dealsWon'),
  groupBy: z.enum(signGroupings).default('agent'),
  period: z.enum(relativePeriods).default('thisWeek'),
  rows: within(chartRows.min, chartRows.max, chartRows.default),
  showPeriod: z.boolean().default(true),
  /** What the whole figure is to come to in the period; 0 for no goal. Shares in percent, times in minutes. */
  goal: within(0, goalLimits.target, 0),
  legend: chartProperties.legend.default('none'),
});
type ReportChart = Drawable<z.output<typeof properties>>;

const figuresSchema = z.object({
  problem: z.string(),
  rows: z.array(z.object({ label: z.string(), value: z.number() })),
  // Displays may have been told by an earlier version.
  total: z.number().nullable().default(null),
});
type Figures = z.output<typeof figuresSchema>;
const known = new WeakMap<object, Figures | undefined>();

/** What is known of the figures; undefined before anybody has told. */
function figuresOf(asked: ChartAsked, env: Pick<SceneEnv, 'data'>): Figures | undefined {
  const chart = env.data.reports?.[asked.key];
  if (!chart || typeof chart !== 'object') return undefined;
  if (!known.has(chart)) known.set(chart, figuresSchema.safeParse(chart).data);
  return known.get(chart);
}

/** The size that the charts of the editor have by themselves, by which text grows. */
const chartSize = { width: 600, height: 400 };

const sampleNames = ['Ana Ruiz', 'Ben Carter', 'Chloe Park', 'Dan Novak', 'Ella Brooks', 'Femi Ade'];
const sampleValues = [31, 24, 19, 15, 12, 8];
/** What the editor shows while nothing is known: nobody's figures. */
const sampleOf = ({ groupBy }: ChartAsked): Figures['rows'] =>
  sampleValues.map((value, at) => ({
    label: isTimeGrouping(groupBy) ? String(at + 1) : sampleNames[at]!,
    value: isTimeGrouping(groupBy) ? sampleValues[(at * 5) % 6]! : value,
  }));

const hour = 3_600;
const minute = 60;

/** How values are written: time in hours where it is long, shares as percent. */
function written(asked: ChartAsked, rows: Figures['rows']) {
  const { unit } = measures[asked.measure];
  const by = (factor: number) =>
    rows.map(({ label, value }) => ({ label, value: Math.round(value * factor * 10) / 10 }));
  if (unit === 'share') return { rows: by(100), format: 'percent', note: '' } as const;
  if (unit === 'usd') return { rows, format: 'currency', note: '' } as const;
  if (unit !== 'seconds') return { rows, format: 'number', note: '' } as const;
  const isLong = rows.some(({ value }) => value >= 2 * hour);
  return {
    rows: by(1 / (isLong ? hour : minute)),
    format: 'number',
    note: isLong ? 'hours' : 'minutes',
  } as const;
}

/** What is written about a goal; a sample has seven tenths of it. Times are in hours where the goal is two hours or more. */
function goalFigures(asked: ChartAsked, goal: number, figures: Figures | undefined): GoalFigures {
  const { unit } = measures[asked.measure];
  const as = (format: GoalFigures['format'], factor = 1, shown = goal, note = ''): GoalFigures => {
    const known = figures ? figures.total : (shown * 0.7) / factor;
    return { total: known === null ? null : Math.round(known * factor * 10) / 10, goal: shown, format, note };
  };
  if (unit === 'share') return as('percent', 100);
  if (unit === 'usd') return as('currency');
  if (unit !== 'seconds') return as('number');
  return goal >= 2 * minute
    ? as('number', 1 / hour, Math.round((goal / minute) * 10) / 10, 'hours')
    : as('number', 1 / minute, goal, 'minutes');
}

/** What is drawn: one of the charts of the editor with these figures, a sentence, or nothing on a wall that knows none. */
function planOf(element: ReportChart, env: SceneEnv) {
  const it = element.properties;
  const asked = chartAskedBy(it);
  const figures = figuresOf(asked, env);
  if (!figures && env.hideEmpty) return undefined;
  const isTime = isTimeGrouping(asked.groupBy);
  const all = figures ? figures.rows : sampleOf(asked);
  const some = isTime ? all.slice(-it.rows) : all.slice(0, it.rows);
  const { rows, format, note } = written(asked, some);
  const subtitle = [it.showPeriod ? periodWords[asked.period] : '', note, figures ? '' : 'Sample'].filter(
    Boolean,
  );
  const { inside, fontSize } = chartInside(element, chartSize);
  const goal =
    it.goal > 0 ? goalBar(inside, goalFigures(asked, it.goal, figures), fontSize, element.styles) : undefined;
  const chart = {
    ...element,
    ...(goal ? { below: goalHeight(fontSize) } : {}),
    properties: {
      ...it,
      title: it.title || chartTitle(asked),
      subtitle: subtitle.join(', '),
      valueFormat: format,
      // Names of people are no merge fields.
      data: rows.map(({ label, value }) => ({
        label: label.replace(/[{}]/g, '').slice(0, 60),
        value,
        value2: null,
        value3: null,
      })),
      series: [{ name: measures[asked.measure].label, color: '' }],
      orientation: 'horizontal',
      stacked: false,
      showAxis: isTime,
      showGrid: isTime,
      barWidth: 0.62,
      barRadius: 6,
      smooth: false,
      fillArea: true,
      showPoints: true,
      lineWidth: 3.5,
    },
  };
  const problem = figures?.problem || (figures && rows.length === 0 ? 'Nothing yet' : '');
  return { chart: chart as unknown as Drawable, type: isTime ? lineChart : barChart, problem, goal };
}

function draw(ctx: SceneContext, element: ReportChart, env: SceneEnv): void {
  const plan = planOf(element, env);
  if (!plan) return;
  const { chart, type, problem, goal } = plan;
  if (!problem) type.draw(ctx, chart, env);
  if (!problem && !goal) return;
  const frame = chartFrame(ctx, chart as never, chartSize, [], env);
  if (problem) {
    drawBox(ctx, element, element.styles);
    paintBlocks(ctx, frame.blocks, env);
    drawNotice(ctx, frame.plot, { glyph: 'picture', text: problem, ink: frame.quiet }, env);
  }
  if (!goal) return;
  paintBlocks(ctx, goal.blocks, env);
  drawGoalBar(ctx, goal, { empty: frame.line, filled: seriesColor(element.properties, 0) });
}

export const reportChart = defineElementType({
  type: reportElement,
  base: 'chart',
  label: 'Report chart',
  description:
    'A figure of your reports by agent or over time, with a goal if you like, kept up to date on every display',
  category: 'Charts',
  tags: ['report', 'leaderboard', 'goals', 'kpi', 'live', 'figures', 'sales', 'wallboard'],
  isNew: true,
  icon: 'IconChartBar',
  size: { width: 760, height: 520 },
  properties,
  styles: chartStyles,
  form: [
    textField('title', 'Title', 'content', { help: 'Without one, the figure names itself.' }),
    choiceOf(
      'measure',
      'Figure',
      signMeasures.map((value) => ({ value, label: measures[value].label })),
      'content',
    ),
    choiceOf(
      'groupBy',
      'By',
      [
        { value: 'agent', label: 'Agent' },
        { value: 'day', label: 'Day' },
        { value: 'week', label: 'Week' },
        { value: 'month', label: 'Month' },
        { value: 'source', label: 'Source' },
      ],
      'content',
    ),
    choiceOf(
      'period',
      'Period',
      relativePeriods.map((value) => ({ value, label: periodWords[value] })),
      'content',
    ),
    rangeOf('rows', 'Rows at most', { min: chartRows.min, max: chartRows.max, step: 1 }, 'content'),
    {
      ...{ target: 'properties', key: 'goal', tab: 'content', kind: 'number', label: 'Goal' },
      ...{ min: 0, max: goalLimits.target, step: 1 },
      help: 'What everybody together should reach in the period: percent for a rate, minutes for a time. 0 shows none.',
    },
    toggle('showPeriod', 'Write the period', 'content', {
      help: 'Whoever has the address of the published sign reads its figures: those that you see yourself.',
    }),
    ...chartLookFields.filter(({ key }) => key !== 'valueFormat' && key !== 'legend'),
  ],
  animated: true,
  stillUntil: chartStillUntil as never,
  weights: [400, 500, 700],
  draw,
  text: (element, env) => {
    const plan = planOf(element, env);
    if (!plan) return '';
    const goal = plan.goal?.blocks.map(({ text }) => text) ?? [];
    return [plan.type.text!(plan.chart, env), plan.problem, ...goal].join(' ');
  },
  textLines: (ctx, element, env) => {
    const plan = planOf(element, env);
    if (!plan) return [];
    const chart = plan.problem ? [] : plan.type.textLines!(ctx, plan.chart, env);
    return [...chart, ...blockLines(ctx, plan.goal?.blocks ?? [], env)];
  },
});
