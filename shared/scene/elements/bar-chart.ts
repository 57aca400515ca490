import * as z from 'zod';
import { chartText, drawGrid, layoutAxes, type Series, seriesOf } from '../charts/axes.ts';
import {
  chartFields,
  chartFrame,
  chartLookFields,
  chartProperties,
  chartStillUntil,
  chartStyles,
  drawKeys,
  grown,
  maxRows,
  noData,
  seriesFields,
  seriesName,
  seriesRow,
} from '../charts/base.ts';
import { formatTick } from '../charts/format.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, rangeOf, toggle } from '../form-builders.ts';
import { block, blockLines, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { drawNotice } from '../paint/panel.ts';
import { resolveText } from '../variables.ts';

const size = { width: 600, height: 400 };

const row = (label: string, value: number) => ({ label, value, value2: null, value3: null });
const sample = [row('Mon', 12), row('Tue', 19), row('Wed', 15), row('Thu', 24), row('Fri', 31)];

const properties = z.object({
  ...chartProperties,
  title: chartProperties.title.default('Deals this week'),
  data: z.array(seriesRow).max(maxRows).default(sample),
  series: z
    .array(seriesName)
    .max(3)
    .default([{ name: '', color: '' }]),
  orientation: z.enum(['vertical', 'horizontal']).default('vertical'),
  stacked: z.boolean().default(false),
  showAxis: z.boolean().default(true),
  showGrid: z.boolean().default(true),
  /** The bars' part of their room. */
  barWidth: z.number().min(0.2).max(1).default(0.66),
  barRadius: z.number().min(0).max(40).default(6),
});

type BarChart = Drawable<z.output<typeof properties>>;

interface Bar {
  /** Along the axis of values: from, to. */
  from: number;
  to: number;
  /** Across it. */
  at: number;
  thick: number;
  color: string;
  value: number;
  /** Whether it ends the stack: only that end is round. */
  end: boolean;
}

/** Lowest and highest points that the scale has to hold. */
function reach(series: readonly Series[], stacked: boolean): number[] {
  if (!stacked) return series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const rows = series[0]?.values.length ?? 0;
  return Array.from({ length: rows }, (_, i) => i).flatMap((i) => {
    const values = series.map(({ values: of }) => of[i] ?? 0);
    const sum = (part: number[]) => part.reduce((total, value) => total + value, 0);
    return [sum(values.filter((value) => value > 0)), sum(values.filter((value) => value < 0))];
  });
}

function layout(ctx: SceneContext, element: BarChart, env: SceneEnv) {
  const it = element.properties;
  const horizontal = it.orientation === 'horizontal';
  const series = seriesOf(element, env);
  const labels = it.data.map(({ label }) => resolveText(label, env));
  const entries = series.map(({ name, color }) => ({ label: name, color }));
  const frame = chartFrame(ctx, element, size, entries, env);
  const options = { horizontal, bands: true, showAxis: it.showAxis, valueFormat: it.valueFormat };
  const axes = layoutAxes(ctx, element, frame, reach(series, it.stacked), labels, options, env);
  const groups = it.stacked ? 1 : series.length;
  const room = Math.min(axes.band * it.barWidth, axes.band - 1);
  const gap = groups > 1 ? Math.min(room * 0.06, 4 * frame.scale) : 0;
  const thick = Math.max(1, (room - gap * (groups - 1)) / groups);
  const bars: Bar[] = [];
  const rows = labels.length;
  for (let i = 0; i < rows; i++) {
    const growth = grown(element, env.t, rows > 1 ? (i / (rows - 1)) * 0.45 : 0);
    let up = 0;
    let down = 0;
    const filled = series.filter(({ values }) => values[i] !== undefined);
    for (const [s, { values, color }] of series.entries()) {
      const value = values[i];
      if (value === undefined) continue;
      const base = !it.stacked ? 0 : value < 0 ? down : up;
      if (value < 0) down += value;
      else up += value;
      bars.push({
        from: axes.scale.at(base * growth),
        to: axes.scale.at((base + value) * growth),
        at: axes.place(i) - room / 2 + (it.stacked ? 0 : s * (thick + gap)),
        thick,
        color,
        value,
        end: !it.stacked || filled.at(-1)?.color === color,
      });
    }
  }
  return {
    horizontal,
    frame,
    axes,
    bars,
    blocks: [...frame.blocks, ...axes.blocks, ...valueBlocks(element, bars, frame.fontSize, horizontal, env)],
  };
}

function valueBlocks(
  element: BarChart,
  bars: readonly Bar[],
  fontSize: number,
  horizontal: boolean,
  env: SceneEnv,
): TextBlock[] {
  const it = element.properties;
  if (!it.showValues || it.stacked) return [];
  const px = Math.min(
    fontSize,
    Math.max(fontSize * 0.6, bars[0] ? bars[0].thick * (horizontal ? 0.9 : 0.5) : fontSize),
  );
  const opacity = it.animate ? Math.min(1, Math.max(0, (env.t / it.animationDuration - 0.6) / 0.4)) : 1;
  return bars.flatMap(({ to, at, thick, value }) => {
    const text = formatTick(value, it.valueFormat);
    if (!horizontal && text.length * px * 0.6 > thick * 1.9) return [];
    const below = value < 0;
    const box = horizontal
      ? { x: below ? to - px * 6.4 : to + px * 0.4, y: at, width: px * 6, height: thick }
      : { x: at - thick, y: below ? to + px * 0.2 : to - px * 1.6, width: thick * 3, height: px * 1.5 };
    const textAlign = horizontal ? (below ? 'right' : 'left') : 'center';
    return [
      block(text, horizontal ? box : { ...box, width: thick * 3 }, element.styles, {
        fontSize: px,
        fontWeight: 700,
        textAlign,
        singleLine: true,
        opacity,
      }),
    ];
  });
}

function drawBar(ctx: SceneContext, bar: Bar, horizontal: boolean, round: number): void {
  const length = Math.abs(bar.to - bar.from);
  if (length < 0.05) return;
  const r = bar.end ? Math.min(round, bar.thick / 2, length) : 0;
  const low = Math.min(bar.from, bar.to);
  const forward = bar.to >= bar.from;
  ctx.fillStyle = bar.color;
  ctx.beginPath();
  if (horizontal) ctx.roundRect(low, bar.at, length, bar.thick, forward ? [0, r, r, 0] : [r, 0, 0, r]);
  else ctx.roundRect(bar.at, low, bar.thick, length, forward ? [0, 0, r, r] : [r, r, 0, 0]);
  ctx.fill();
}

export const barChart = defineElementType({
  type: 'bar_chart',
  base: 'chart',
  label: 'Bar chart',
  description: 'Figures side by side, standing or lying, one series or three',
  category: 'Charts',
  tags: ['chart', 'bar', 'column', 'ranking', 'leaderboard', 'data'],
  icon: 'IconChartBar',
  size,
  properties,
  styles: chartStyles,
  form: [
    ...chartFields,
    ...seriesFields,
    choiceOf(
      'orientation',
      'Bars',
      [
        { value: 'vertical', label: 'Standing' },
        { value: 'horizontal', label: 'Lying' },
      ],
      'style',
    ),
    toggle('stacked', 'Series on top of one another', 'style'),
    toggle('showAxis', 'Figures on the axis', 'style'),
    toggle('showGrid', 'Grid', 'style'),
    rangeOf('barWidth', 'Bar width', { min: 0.2, max: 1, step: 0.02 }, 'style'),
    rangeOf('barRadius', 'Round ends', { min: 0, max: 40, step: 1, unit: 'px' }, 'style'),
    ...chartLookFields,
  ],
  animated: true,
  stillUntil: chartStillUntil,
  weights: [400, 500, 700],
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    const { frame, axes, bars, blocks, horizontal } = layout(ctx, element, env);
    if (bars.length === 0) {
      paintBlocks(ctx, frame.blocks, env);
      return drawNotice(ctx, frame.plot, { glyph: 'picture', text: noData, ink: frame.quiet }, env);
    }
    const { showGrid, barRadius } = element.properties;
    drawGrid(ctx, showGrid ? axes : { ...axes, grid: [] }, frame, horizontal);
    for (const bar of bars) drawBar(ctx, bar, horizontal, barRadius * frame.scale);
    drawKeys(ctx, frame.keys);
    paintBlocks(ctx, blocks, env);
  },
  text: chartText,
  textLines: (ctx, element, env) => blockLines(ctx, layout(ctx, element, env).blocks, env),
});
