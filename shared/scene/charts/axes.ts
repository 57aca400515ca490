import { ticks } from 'd3-array';
import type { Box } from '#shared/model/geometry.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { block, type TextBlock, widthOf } from '../paint/blocks.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';
import { type Chart, type ChartContent, type ChartFrame, seriesColor } from './base.ts';
import { formatTick, readValue, type ValueFormat } from './format.ts';

export interface SeriesContent {
  data: {
    label: string;
    value: number | string;
    value2: number | string | null;
    value3: number | string | null;
  }[];
  series: { name: string; color: string }[];
}

export interface Series {
  name: string;
  color: string;
  /** One for each row; undefined where there is none. */
  values: (number | undefined)[];
}

export function seriesOf(element: Chart & { properties: SeriesContent }, env: SceneEnv): Series[] {
  const it = element.properties;
  const keys = ['value', 'value2', 'value3'] as const;
  return keys
    .map((key, i) => ({
      name: resolveText(it.series[i]?.name ?? '', env),
      color: seriesColor(it, i, it.series[i]?.color),
      values: it.data.map((row) => readValue(row[key], env)),
    }))
    .filter(({ values }, i) => i === 0 || values.some((value) => value !== undefined));
}

/** A scale from values to px, whose ends are round figures. */
export interface ValueScale {
  ticks: number[];
  low: number;
  high: number;
  at(value: number): number;
}

/** @param room px from the scale's beginning to its end; @param count about how many ticks */
export function valueScale(values: readonly number[], from: number, room: number, count: number): ValueScale {
  let low = Math.min(0, ...values);
  let high = Math.max(0, ...values);
  if (low === high) high = low + 1;
  // Ends are moved out to the next round figure.
  for (let i = 0; i < 2; i++) {
    const marks = ticks(low, high, count);
    const step = marks.length > 1 ? marks[1]! - marks[0]! : high - low;
    low = Math.floor(low / step + 1e-9) * step;
    high = Math.ceil(high / step - 1e-9) * step;
  }
  return {
    ticks: ticks(low, high, count),
    low,
    high,
    at: (value) => from + ((value - low) / (high - low)) * room,
  };
}

export interface AxesOptions {
  /** Values run up (false) or to the right (true). */
  horizontal: boolean;
  /** Whether labels stand in the middle of bands or at points from edge to edge. */
  bands: boolean;
  showAxis: boolean;
  valueFormat: ValueFormat;
}

export interface Axes {
  /** Where bars and lines are drawn. */
  area: Box;
  scale: ValueScale;
  blocks: TextBlock[];
  /** Grid lines, each from a point to a point. */
  grid: [number, number, number, number][];
  zero: number;
  /** Middle of the n-th label along the label axis. */
  place(index: number): number;
  /** Room of one label, in px. */
  band: number;
}

/** Places both axes of a plot: round figures along one, the rows' labels along the other. */
export function layoutAxes(
  ctx: SceneContext,
  element: Chart,
  frame: ChartFrame,
  values: readonly number[],
  labels: readonly string[],
  options: AxesOptions,
  env: SceneEnv,
): Axes {
  const { plot, fontSize } = frame;
  const { styles } = element;
  const small = fontSize * 0.88;
  const style = {
    ...readTextStyle(styles),
    fontSize: small,
    fontWeight: 500,
    padding: 0,
    color: frame.quiet,
    verticalAlign: 'middle' as const,
  };
  const { horizontal } = options;
  const widthOfText = (text: string) => widthOf(ctx, text, style, env);
  const along = horizontal ? plot.width : plot.height;
  const count = Math.max(2, Math.min(6, Math.round(along / (small * (horizontal ? 6 : 3.4)))));
  const rough = valueScale(values, 0, 1, count);
  const tickTexts = rough.ticks.map((tick) => formatTick(tick, options.valueFormat));
  const labelWidths = labels.map(widthOfText);
  const tickWidth = options.showAxis ? Math.max(...tickTexts.map(widthOfText)) + small * 0.7 : 0;
  const labelWidth = Math.min(plot.width * 0.35, Math.max(0, ...labelWidths)) + small * 0.7;
  const left = horizontal ? labelWidth : tickWidth;
  const bottom = horizontal ? (options.showAxis ? small * 1.8 : 0) : small * 1.9;
  const valueRoom = element.properties.showValues ? (horizontal ? small * 3.4 : small * 1.7) : small * 0.6;
  const area: Box = {
    x: plot.x + left,
    y: plot.y + (horizontal ? 0 : valueRoom),
    width: Math.max(1, plot.width - left - (horizontal ? valueRoom : options.bands ? 0 : small)),
    height: Math.max(1, plot.height - bottom - (horizontal ? 0 : valueRoom)),
  };
  const scale = horizontal
    ? valueScale(values, area.x, area.width, count)
    : valueScale(values, area.y + area.height, -area.height, count);
  const blocks: TextBlock[] = [];
  const grid: Axes['grid'] = [];
  for (const [i, tick] of scale.ticks.entries()) {
    const at = scale.at(tick);
    if (horizontal) grid.push([at, area.y, at, area.y + area.height]);
    else grid.push([area.x, at, area.x + area.width, at]);
    if (!options.showAxis) continue;
    const text = tickTexts[i] ?? formatTick(tick, options.valueFormat);
    const box = horizontal
      ? { x: at - small * 4, y: area.y + area.height + small * 0.4, width: small * 8, height: small * 1.4 }
      : { x: plot.x, y: at - small, width: left - small * 0.7, height: small * 2 };
    blocks.push(
      block(text, box, styles, { ...style, textAlign: horizontal ? 'center' : 'right', singleLine: true }),
    );
  }
  const length = horizontal ? area.height : area.width;
  const start = horizontal ? area.y : area.x;
  const band = options.bands ? length / Math.max(1, labels.length) : length / Math.max(1, labels.length - 1);
  const place = (index: number) =>
    options.bands
      ? start + band * (index + 0.5)
      : labels.length === 1
        ? start + length / 2
        : start + band * index;
  // Where labels would touch, only every n-th is written.
  const widest = Math.max(0, ...labelWidths);
  const every = horizontal
    ? Math.max(1, Math.ceil((small * 1.25) / band))
    : Math.max(1, Math.ceil(Math.min(widest + small * 0.6, small * 7) / band));
  for (const [i, text] of labels.entries()) {
    if (i % every !== 0) continue;
    const room = band * every;
    const box = horizontal
      ? { x: plot.x, y: place(i) - small, width: left - small * 0.7, height: small * 2 }
      : { x: place(i) - room / 2, y: area.y + area.height + small * 0.5, width: room, height: small * 1.4 };
    blocks.push(
      block(text, box, styles, { ...style, textAlign: horizontal ? 'right' : 'center', singleLine: true }),
    );
  }
  return { area, scale, blocks, grid, zero: scale.at(0), place, band };
}

export function drawGrid(ctx: SceneContext, axes: Axes, frame: ChartFrame, horizontal: boolean): void {
  ctx.lineWidth = Math.max(1, frame.scale);
  for (const [x0, y0, x1, y1] of axes.grid) {
    ctx.strokeStyle = frame.line;
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(x1, y1);
    ctx.stroke();
  }
  const { area, zero } = axes;
  ctx.strokeStyle = frame.quiet;
  ctx.beginPath();
  if (horizontal) {
    ctx.moveTo(zero, area.y);
    ctx.lineTo(zero, area.y + area.height);
  } else {
    ctx.moveTo(area.x, zero);
    ctx.lineTo(area.x + area.width, zero);
  }
  ctx.stroke();
}

/** What a chart of series says: its words, and the characters its figures are made of. */
export function chartText(
  { properties: it }: { properties: ChartContent & SeriesContent },
  env: SceneEnv,
): string {
  const words = [
    it.title,
    it.subtitle,
    ...it.series.map(({ name }) => name),
    ...it.data.map(({ label, value }) => `${label} ${value}`),
  ];
  return `${words.map((text) => resolveText(text, env)).join(' ')} 0123456789.,-%$KMB`;
}
