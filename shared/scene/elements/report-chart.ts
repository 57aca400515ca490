import * as z from 'zod';
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
  chartLookFields,
  chartProperties,
  chartStillUntil,
  chartStyles,
} from '../charts/base.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, rangeOf, textField, toggle } from '../form-builders.ts';
import { paintBlocks } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { drawNotice } from '../paint/panel.ts';
import { barChart } from './bar-chart.ts';
import { lineChart } from './line-chart.ts';
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
  legend: chartProperties.legend.default('none'),
});
type ReportChart = Drawable<z.output<typeof properties>>;

const figuresSchema = z.object({
  problem: z.string(),
  rows: z.array(z.object({ label: z.string(), value: z.number() })),
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
  const chart = {
    ...element,
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
  return { chart: chart as unknown as Drawable, type: isTime ? lineChart : barChart, problem };
}

function draw(ctx: SceneContext, element: ReportChart, env: SceneEnv): void {
  const plan = planOf(element, env);
  if (!plan) return;
  const { chart, type, problem } = plan;
  if (!problem) {
    type.draw(ctx, chart, env);
    return;
  }
  drawBox(ctx, element, element.styles);
  const frame = chartFrame(ctx, chart as never, { width: 600, height: 400 }, [], env);
  paintBlocks(ctx, frame.blocks, env);
  drawNotice(ctx, frame.plot, { glyph: 'picture', text: problem, ink: frame.quiet }, env);
}

export const reportChart = defineElementType({
  type: reportElement,
  base: 'chart',
  label: 'Report chart',
  description: 'A figure of your reports by agent or over time, kept up to date on every display',
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
    return plan ? `${plan.type.text!(plan.chart, env)} ${plan.problem}` : '';
  },
  textLines: (ctx, element, env) => {
    const plan = planOf(element, env);
    return plan && !plan.problem ? plan.type.textLines!(ctx, plan.chart, env) : [];
  },
});
