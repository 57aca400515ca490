import * as z from 'zod';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Box, Size } from '#shared/model/geometry.ts';
import { colorOr } from '../css/color.ts';
import type { Drawable, FormField } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, rangeOf, textField, toggle, when } from '../form-builders.ts';
import { boxFields, colorField } from '../form-fields.ts';
import { block, heightOf, type TextBlock, widthOf } from '../paint/blocks.ts';
import { between } from '../paint/panel.ts';
import { fillRounded } from '../paint/shapes.ts';
import { readNumber, readText } from '../styles.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';
import { valueFormats } from './format.ts';
import { chartPalettes, paletteNames, paletteOptions } from './palettes.ts';

/** A value: a number, or a text with a number or a merge field. */
const chartValue = z.union([z.number(), z.string().max(200)]);
const label = z.string().max(contentLimits.nameLength).default('');
const rowColor = z.string().max(contentLimits.colorLength).default('');

export const chartProperties = {
  title: z.string().max(contentLimits.messageLength).default(''),
  subtitle: z.string().max(contentLimits.messageLength).default(''),
  palette: z.enum(paletteNames).default('bright'),
  legend: z.enum(['bottom', 'right', 'none']).default('bottom'),
  showValues: z.boolean().default(true),
  valueFormat: z.enum(valueFormats).default('number'),
  animate: z.boolean().default(false),
  /** Seconds that the chart takes to grow. */
  animationDuration: z.number().min(0.2).max(10).default(1.2),
};
const common = z.object(chartProperties);
export type ChartContent = z.output<typeof common>;

/** Rows of charts with axes: up to three values for each label. */
export const seriesRow = z.object({
  label,
  value: chartValue.default(0),
  value2: chartValue.nullable().default(null),
  value3: chartValue.nullable().default(null),
});
export const seriesName = z.object({ name: label, color: rowColor });
export const pieRow = z.object({ label, value: chartValue.default(0), color: rowColor });

export const maxRows = 60;

export const chartStyles: JsonMap = {
  fontFamily: 'Inter',
  fontSize: 17,
  color: '#0f172a',
  backgroundColor: '#ffffff',
  borderRadius: 16,
  padding: 28,
  boxShadow: '0px 0px 0px 1px rgba(15, 23, 42, 0.07), 0px 10px 30px -12px rgba(15, 23, 42, 0.2)',
};

export const chartFields: readonly FormField[] = [
  textField('title', 'Title'),
  textField('subtitle', 'Line below the title'),
];

export const chartLookFields: readonly FormField[] = [
  choiceOf('palette', 'Colours', paletteOptions, 'style'),
  choiceOf(
    'valueFormat',
    'Values as',
    [
      { value: 'number', label: 'Number' },
      { value: 'compact', label: 'Short number' },
      { value: 'currency', label: 'US dollars' },
      { value: 'percent', label: 'Percent' },
    ],
    'style',
  ),
  toggle('showValues', 'Write the values', 'style'),
  choiceOf(
    'legend',
    'Legend',
    [
      { value: 'bottom', label: 'Below' },
      { value: 'right', label: 'At the right' },
      { value: 'none', label: 'None' },
    ],
    'layout',
  ),
  { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
  {
    target: 'styles',
    key: 'fontSize',
    tab: 'style',
    kind: 'number',
    label: 'Text size',
    min: 6,
    max: 80,
    step: 1,
    unit: 'px',
  },
  colorField,
  ...boxFields,
  toggle('animate', 'Grow at the beginning', 'effects'),
  rangeOf(
    'animationDuration',
    'Takes',
    { min: 0.2, max: 10, step: 0.1, unit: 's' },
    'effects',
    when('animate', true),
  ),
];

const valueColumn = (key: string, label: string) =>
  ({ key, label, kind: 'text', maxLength: 200, placeholder: '42 or {lead.dealAmount}' }) as const;

export const seriesFields: readonly FormField[] = [
  {
    target: 'properties',
    key: 'data',
    tab: 'content',
    kind: 'rows',
    label: 'Data',
    rows: {
      noun: 'row',
      minRows: 0,
      maxRows,
      blank: { label: '', value: 0 },
      columns: [
        { key: 'label', label: 'Label', kind: 'text', maxLength: contentLimits.nameLength },
        valueColumn('value', 'First series'),
        valueColumn('value2', 'Second series'),
        valueColumn('value3', 'Third series'),
      ],
    },
  },
  {
    target: 'properties',
    key: 'series',
    tab: 'content',
    kind: 'rows',
    label: 'Series',
    rows: {
      noun: 'series',
      minRows: 1,
      maxRows: 3,
      blank: { name: '', color: '' },
      columns: [
        { key: 'name', label: 'Name', kind: 'text', maxLength: contentLimits.nameLength },
        { key: 'color', label: 'Colour', kind: 'color' },
      ],
    },
  },
];

export type Chart = Drawable<ChartContent> & {
  /** px below the plot that something else is drawn in. */
  below?: number;
};

/** How large text and lines are, against those at the default size: a chart that is made larger stays legible. */
function chartScale(element: Chart, size: { width: number; height: number }): number {
  const share = Math.sqrt((element.width * element.height) / (size.width * size.height));
  return Math.max(0.5, Math.min(6, share));
}

/** From 0 to 1: how far the chart has grown at t, out fast and gently to its end. */
export function grown({ properties: it }: Chart, t: number, delay = 0): number {
  if (!it.animate) return 1;
  const share = Math.min(
    1,
    Math.max(0, (t - delay * it.animationDuration) / (it.animationDuration * (1 - delay))),
  );
  return 1 - (1 - share) ** 3;
}

export const chartStillUntil = ({ properties: it }: Chart, env: SceneEnv) =>
  it.animate && env.t < it.animationDuration ? env.t : Infinity;

/** The colour of the n-th series, its own first. */
export function seriesColor(it: ChartContent, index: number, own = ''): string {
  const palette = chartPalettes[it.palette];
  return colorOr(own, palette[index % palette.length]!);
}

export interface LegendEntry {
  label: string;
  color: string;
}

export interface ChartFrame {
  /** What is left for the chart itself. */
  plot: Box;
  blocks: TextBlock[];
  keys: { box: Box; color: string }[];
  fontSize: number;
  scale: number;
  /** Text, quieter text, lines. */
  ink: string;
  quiet: string;
  line: string;
}

/** Places title, subtitle and legend; what remains is the plot's. */
/** The scale of a chart's lines, the size of its text, and its box without the padding. @param size the chart's usual size */
export function chartInside(element: Chart, size: Size): { scale: number; fontSize: number; inside: Box } {
  const { styles, width, height } = element;
  const scale = chartScale(element, size);
  const padding = Math.min(readNumber(styles, 'padding', 28, 0, 500) * scale, width / 5, height / 5);
  return {
    scale,
    fontSize: readNumber(styles, 'fontSize', 17, 1, 400) * scale,
    inside: { x: padding, y: padding, width: width - 2 * padding, height: height - 2 * padding },
  };
}

export function chartFrame(
  ctx: SceneContext,
  element: Chart,
  size: { width: number; height: number },
  entries: readonly LegendEntry[],
  env: SceneEnv,
): ChartFrame {
  const { styles, properties: it } = element;
  const { scale, fontSize, inside } = chartInside(element, size);
  const base = readTextStyle(styles);
  const ground = colorOr(readText(styles, 'backgroundColor', '#ffffff'), '#ffffff');
  const ink = base.color;
  const quiet = between(ink, ground, 0.36);
  const plot: Box = { ...inside, height: Math.max(1, inside.height - (element.below ?? 0)) };
  const blocks: TextBlock[] = [];
  const cut = (px: number) => {
    plot.y += px;
    plot.height = Math.max(1, plot.height - px);
  };
  const heading = (text: string, px: number, weight: number, color: string) => {
    if (text === '') return;
    const style = {
      ...base,
      fontSize: px,
      fontWeight: weight,
      color,
      padding: 0,
      lineHeight: 1.2,
      textShadow: 'none',
    };
    const height = Math.min(heightOf(ctx, text, plot.width, style, env), px * 2.5);
    blocks.push(block(text, { ...plot, height }, styles, { ...style, verticalAlign: 'top' }));
    cut(height);
  };
  heading(resolveText(it.title, env), fontSize * 1.5, 700, ink);
  if (it.title && it.subtitle) cut(fontSize * 0.25);
  heading(resolveText(it.subtitle, env), fontSize, 400, quiet);
  if (it.title || it.subtitle) cut(fontSize * 1.1);
  const keys = it.legend === 'none' ? [] : placeLegend(ctx, element, entries, plot, fontSize, blocks, env);
  return { plot, blocks, keys, fontSize, scale, ink, quiet, line: between(ink, ground, 0.88) };
}

/** Lays the legend's entries below or beside the plot, and takes their room from it. */
function placeLegend(
  ctx: SceneContext,
  element: Chart,
  entries: readonly LegendEntry[],
  plot: Box,
  fontSize: number,
  blocks: TextBlock[],
  env: SceneEnv,
): ChartFrame['keys'] {
  const named = entries.filter(({ label: text }) => text !== '');
  if (named.length === 0) return [];
  const { styles, properties: it } = element;
  const style = { ...readTextStyle(styles), fontSize, fontWeight: 500, padding: 0 };
  const key = fontSize * 0.72;
  const row = fontSize * 1.7;
  const space = key + fontSize * 0.5;
  const widest = plot.width * (it.legend === 'right' ? 0.4 : 1);
  const items = named.map(({ label: text, color }) => ({
    text,
    color,
    width: Math.min(widest, widthOf(ctx, text, style, env) + space + 2),
  }));
  const places: { x: number; y: number }[] = [];
  if (it.legend === 'right') {
    const width = Math.max(...items.map((item) => item.width));
    const most = Math.max(1, Math.floor(plot.height / row));
    items.length = Math.min(items.length, most);
    const top = plot.y + (plot.height - items.length * row) / 2;
    for (const [i] of items.entries()) places.push({ x: plot.x + plot.width - width, y: top + i * row });
    plot.width = Math.max(1, plot.width - width - fontSize * 1.4);
  } else {
    const gap = fontSize * 1.3;
    const rows: number[][] = [[]];
    let used = 0;
    for (const [i, { width }] of items.entries()) {
      if (used > 0 && used + width > plot.width) {
        rows.push([]);
        used = 0;
      }
      rows.at(-1)!.push(i);
      used += width + gap;
    }
    const shown = rows.slice(0, Math.max(1, Math.floor((plot.height * 0.35) / row)));
    const top = plot.y + plot.height - shown.length * row + row * 0.2;
    for (const [r, members] of shown.entries()) {
      const total = members.reduce((sum, i) => sum + items[i]!.width, 0) + gap * (members.length - 1);
      let x = plot.x + (plot.width - total) / 2;
      for (const i of members) {
        places.push({ x, y: top + r * row });
        x += items[i]!.width + gap;
      }
    }
    items.length = places.length;
    plot.height = Math.max(1, plot.height - shown.length * row - fontSize * 0.5);
  }
  return items.map(({ text, color, width }, i) => {
    const { x, y } = places[i]!;
    blocks.push(
      block(text, { x: x + space, y, width: width - space, height: row }, styles, {
        fontSize,
        fontWeight: 500,
        singleLine: true,
      }),
    );
    return { box: { x, y: y + (row - key) / 2, width: key, height: key }, color };
  });
}

export function drawKeys(ctx: SceneContext, keys: ChartFrame['keys']): void {
  for (const { box, color } of keys) fillRounded(ctx, box, color, box.width * 0.3);
}

/** What a chart without data says. */
export const noData = 'Add rows in the properties';
