import { area as areaShape, curveLinear, curveMonotoneX, line as lineShape } from 'd3-shape';
import * as z from 'zod';
import { chartText, drawGrid, layoutAxes, seriesOf } from '../charts/axes.ts';
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
import { withAlpha } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { rangeOf, toggle } from '../form-builders.ts';
import { block, blockLines, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { clipTo, isolate } from '../paint/canvas.ts';
import { drawNotice } from '../paint/panel.ts';
import { fillCircle } from '../paint/shapes.ts';
import { readText } from '../styles.ts';
import { resolveText } from '../variables.ts';

const size = { width: 600, height: 400 };

const row = (label: string, value: number, value2: number) => ({ label, value, value2, value3: null });
const sample = [
  row('Jan', 42, 30),
  row('Feb', 51, 36),
  row('Mar', 47, 41),
  row('Apr', 63, 45),
  row('May', 72, 52),
  row('Jun', 89, 58),
];

const properties = z.object({
  ...chartProperties,
  title: chartProperties.title.default('Revenue'),
  valueFormat: chartProperties.valueFormat.default('number'),
  data: z.array(seriesRow).max(maxRows).default(sample),
  series: z
    .array(seriesName)
    .max(3)
    .default([
      { name: 'This year', color: '' },
      { name: 'Last year', color: '' },
    ]),
  smooth: z.boolean().default(true),
  fillArea: z.boolean().default(true),
  showPoints: z.boolean().default(true),
  showAxis: z.boolean().default(true),
  showGrid: z.boolean().default(true),
  /** px at the default size. */
  lineWidth: z.number().min(1).max(16).default(3.5),
});

type LineChart = Drawable<z.output<typeof properties>>;
type Point = { x: number; y: number; value: number; defined: boolean };

function layout(ctx: SceneContext, element: LineChart, env: SceneEnv) {
  const it = element.properties;
  const series = seriesOf(element, env);
  const labels = it.data.map(({ label }) => resolveText(label, env));
  const entries = series.map(({ name, color }) => ({ label: name, color }));
  const frame = chartFrame(ctx, element, size, entries, env);
  const values = series.flatMap(({ values: of }) => of.filter((value) => value !== undefined));
  const options = { horizontal: false, bands: false, showAxis: it.showAxis, valueFormat: it.valueFormat };
  const axes = layoutAxes(ctx, element, frame, values, labels, options, env);
  const lines = series.map(({ color, values: of }) => ({
    color,
    points: of.map(
      (value, i): Point => ({
        x: axes.place(i),
        y: axes.scale.at(value ?? 0),
        value: value ?? 0,
        defined: value !== undefined,
      }),
    ),
  }));
  const growth = grown(element, env.t);
  const blocks = [
    ...frame.blocks,
    ...axes.blocks,
    ...valueBlocks(element, lines[0]?.points ?? [], frame.fontSize, axes.band, growth),
  ];
  return { frame, axes, lines, blocks, growth, empty: values.length === 0 };
}

/** Above so many points only the highest, the lowest and the last are written. */
const manyPoints = 12;

/** The first series' values, over its points; where they would touch, only every n-th and the last. */
function valueBlocks(
  element: LineChart,
  points: readonly Point[],
  fontSize: number,
  band: number,
  growth: number,
): TextBlock[] {
  const it = element.properties;
  if (!it.showValues) return [];
  const texts = points.map(({ value }) => formatTick(value, it.valueFormat));
  const widest = Math.max(1, ...texts.map((text) => text.length)) * fontSize * 0.64;
  const every = Math.max(1, Math.ceil(widest / Math.max(1, band)));
  const values = points.map(({ value }) => value);
  const telling = [
    values.indexOf(Math.max(...values)),
    values.indexOf(Math.min(...values)),
    points.length - 1,
  ];
  return points.flatMap(({ x, y, defined }, i) => {
    const written = points.length > manyPoints ? telling.includes(i) : (points.length - 1 - i) % every === 0;
    if (!defined || !written) return [];
    const due = points.length > 1 ? i / (points.length - 1) : 0;
    const opacity = growth < 1 ? Math.min(1, Math.max(0, (growth - due) * 8)) : 1;
    const below = points.length > manyPoints && i === telling[1] && i !== telling[0];
    // The first stands beside the axis' figures, so it begins at its point.
    const begins = i === 0 && points.length > 1;
    const box = {
      x: begins ? x - fontSize * 0.4 : x - widest,
      y: below ? y + fontSize * 0.6 : y - fontSize * 2.1,
      width: widest * 2,
      height: fontSize * 1.5,
    };
    const textAlign = begins ? 'left' : 'center';
    return [
      block(texts[i]!, box, element.styles, {
        fontSize,
        fontWeight: 700,
        textAlign,
        singleLine: true,
        opacity,
      }),
    ];
  });
}

function drawLine(
  ctx: SceneContext,
  element: LineChart,
  { color, points }: { color: string; points: Point[] },
  first: boolean,
  { frame, axes }: ReturnType<typeof layout>,
): void {
  const it = element.properties;
  const curve = it.smooth ? curveMonotoneX : curveLinear;
  const width = it.lineWidth * frame.scale;
  if (it.fillArea && first) {
    const top = Math.min(...points.map(({ y }) => y), axes.zero);
    const fade = ctx.createLinearGradient(0, top, 0, Math.max(axes.zero, top + 1));
    fade.addColorStop(0, withAlpha(color, 0.32));
    fade.addColorStop(1, withAlpha(color, 0.02));
    ctx.fillStyle = fade;
    ctx.beginPath();
    areaShape<Point>()
      .defined(({ defined }) => defined)
      .x(({ x }) => x)
      .y0(axes.zero)
      .y1(({ y }) => y)
      .curve(curve)
      .context(ctx)(points);
    ctx.fill();
  }
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  // Series differ by more than colour.
  ctx.setLineDash(first ? [] : [width * 0.1, width * 2.1]);
  ctx.beginPath();
  lineShape<Point>()
    .defined(({ defined }) => defined)
    .x(({ x }) => x)
    .y(({ y }) => y)
    .curve(curve)
    .context(ctx)(points);
  ctx.stroke();
  ctx.setLineDash([]);
  if (!it.showPoints) return;
  const ground = readText(element.styles, 'backgroundColor', '#ffffff');
  for (const { x, y, defined } of points) {
    if (!defined) continue;
    fillCircle(ctx, x, y, width * (first ? 1.75 : 1.2), color);
    if (first) fillCircle(ctx, x, y, width * 0.85, ground.includes('gradient') ? '#ffffff' : ground);
  }
}

export const lineChart = defineElementType({
  type: 'line_chart',
  base: 'chart',
  label: 'Line chart',
  description: 'How figures change over time, one series or three',
  category: 'Charts',
  tags: ['chart', 'line', 'trend', 'area', 'time', 'data'],
  icon: 'IconChartLine',
  size,
  properties,
  styles: chartStyles,
  form: [
    ...chartFields,
    ...seriesFields,
    toggle('smooth', 'Smooth', 'style'),
    toggle('fillArea', 'Fill below the first line', 'style'),
    toggle('showPoints', 'Points', 'style'),
    toggle('showAxis', 'Figures on the axis', 'style'),
    toggle('showGrid', 'Grid', 'style'),
    rangeOf('lineWidth', 'Line width', { min: 1, max: 16, step: 0.5, unit: 'px' }, 'style'),
    ...chartLookFields,
  ],
  animated: true,
  stillUntil: chartStillUntil,
  weights: [400, 500, 700],
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    const plan = layout(ctx, element, env);
    const { frame, axes, lines, blocks, growth, empty } = plan;
    if (empty) {
      paintBlocks(ctx, frame.blocks, env);
      return drawNotice(ctx, frame.plot, { glyph: 'picture', text: noData, ink: frame.quiet }, env);
    }
    drawGrid(ctx, element.properties.showGrid ? axes : { ...axes, grid: [] }, frame, false);
    isolate(ctx, () => {
      const more = element.properties.lineWidth * frame.scale * 2;
      const { area } = axes;
      if (growth < 1)
        clipTo(ctx, () =>
          ctx.rect(
            area.x - more,
            area.y - more * 4,
            (area.width + 2 * more) * growth,
            area.height + more * 8,
          ),
        );
      // The first line is the one that matters, so it lies on top.
      for (const [i, line] of [...lines.entries()].reverse()) drawLine(ctx, element, line, i === 0, plan);
    });
    drawKeys(ctx, frame.keys);
    paintBlocks(ctx, blocks, env);
  },
  text: chartText,
  textLines: (ctx, element, env) => blockLines(ctx, layout(ctx, element, env).blocks, env),
});
