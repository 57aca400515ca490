import { arc, pie } from 'd3-shape';
import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
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
  pieRow,
  seriesColor,
} from '../charts/base.ts';
import { formatNumber, formatTick, readValue } from '../charts/format.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, rangeOf, textField, when } from '../form-builders.ts';
import { block, blockLines, paintBlocks } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { isolate } from '../paint/canvas.ts';
import { drawNotice, inkOn } from '../paint/panel.ts';
import { resolveText } from '../variables.ts';

const size = { width: 400, height: 400 };

const sample = [
  { label: 'Referrals', value: 42, color: '' },
  { label: 'Calls', value: 28, color: '' },
  { label: 'Web', value: 18, color: '' },
  { label: 'Events', value: 12, color: '' },
];

const properties = z.object({
  ...chartProperties,
  title: chartProperties.title.default('Deals by source'),
  data: z.array(pieRow).max(maxRows).default(sample),
  /** The hole's part of the radius; 0 is a full pie. */
  hole: z.number().min(0).max(0.85).default(0.6),
  /** What stands in the hole. */
  centre: z.enum(['total', 'text', 'none']).default('total'),
  centreText: z.string().max(contentLimits.messageLength).default(''),
  labels: z.enum(['percent', 'value', 'none']).default('percent'),
});

type PieChart = Drawable<z.output<typeof properties>>;

function slicesOf({ properties: it }: PieChart, env: SceneEnv) {
  const rows = it.data.flatMap(({ label, value, color }, i) => {
    const number = readValue(value, env);
    // A share below nothing cannot be drawn.
    return number !== undefined && number > 0
      ? [{ label: resolveText(label, env), value: number, color: seriesColor(it, i, color) }]
      : [];
  });
  return { rows, total: rows.reduce((sum, { value }) => sum + value, 0) };
}

function layout(ctx: SceneContext, element: PieChart, env: SceneEnv) {
  const it = element.properties;
  const { rows, total } = slicesOf(element, env);
  const frame = chartFrame(ctx, element, size, rows, env);
  const { plot, fontSize } = frame;
  const radius = Math.max(1, Math.min(plot.width, plot.height) / 2);
  const centre = { x: plot.x + plot.width / 2, y: plot.y + plot.height / 2 };
  const growth = grown(element, env.t);
  const angles = pie<(typeof rows)[number]>()
    .value(({ value }) => value)
    .sort(null)
    .padAngle(it.hole > 0 && rows.length > 1 ? 0.022 : 0.006)
    .endAngle(Math.PI * 2 * growth)(rows);
  const middle = radius * (it.hole > 0 ? (1 + it.hole) / 2 : 0.66);
  const blocks = [...frame.blocks];
  const opacity = it.animate ? Math.max(0, (growth - 0.7) / 0.3) : 1;
  for (const { data, startAngle, endAngle } of angles) {
    if (it.labels === 'none' || !it.showValues) break;
    const share = data.value / total;
    const text =
      it.labels === 'percent' ? `${Math.round(share * 100)}%` : formatTick(data.value, it.valueFormat);
    const room = radius * (it.hole > 0 ? (1 - it.hole) * 0.7 : 0.48);
    const px = Math.min(fontSize * 1.05, room / (text.length * 0.64));
    // A slice that is narrower than its figure keeps it for the legend.
    if (share * Math.PI * 2 * middle < px * 0.62 * text.length + px * 0.6) continue;
    const angle = (startAngle + endAngle) / 2 - Math.PI / 2;
    const box = {
      x: centre.x + Math.cos(angle) * middle - px * 3,
      y: centre.y + Math.sin(angle) * middle - px,
      width: px * 6,
      height: px * 2,
    };
    const style = { fontSize: px, fontWeight: 700, color: inkOn(data.color), textAlign: 'center' as const };
    blocks.push(block(text, box, element.styles, { ...style, singleLine: true, opacity }));
  }
  if (it.hole >= 0.35 && it.centre !== 'none') {
    const own = resolveText(it.centreText, env);
    const main =
      it.centre === 'total'
        ? formatNumber(
            total * growth,
            total < 10 ? it.valueFormat : it.valueFormat === 'number' ? 'compact' : it.valueFormat,
          )
        : own;
    const width = radius * it.hole * 1.6;
    const px = Math.min(radius * it.hole * 0.52, (width / Math.max(3, main.length)) * 1.55);
    const at = { x: centre.x - width / 2, width };
    const total_ = it.centre === 'total';
    blocks.push(
      block(main, { ...at, y: centre.y - px * (total_ ? 0.95 : 0.65), height: px * 1.3 }, element.styles, {
        fontSize: px,
        fontWeight: 700,
        textAlign: 'center',
        singleLine: true,
      }),
    );
    if (total_)
      blocks.push(
        block('Total', { ...at, y: centre.y + px * 0.3, height: px * 0.62 }, element.styles, {
          fontSize: Math.max(px * 0.36, Math.min(fontSize, px * 0.42)),
          color: frame.quiet,
          textAlign: 'center',
          singleLine: true,
        }),
      );
  }
  return { frame, angles, radius, centre, blocks };
}

export const pieChart = defineElementType({
  type: 'pie_chart',
  base: 'chart',
  label: 'Pie chart',
  description: 'Shares of a whole, as a pie or a ring',
  category: 'Charts',
  tags: ['chart', 'pie', 'donut', 'ring', 'share', 'data'],
  icon: 'IconChartPie',
  size,
  properties,
  styles: chartStyles,
  form: [
    ...chartFields,
    {
      target: 'properties',
      key: 'data',
      tab: 'content',
      kind: 'rows',
      label: 'Data',
      rows: {
        noun: 'slice',
        minRows: 0,
        maxRows,
        blank: { label: '', value: 0, color: '' },
        columns: [
          { key: 'label', label: 'Label', kind: 'text', maxLength: contentLimits.nameLength },
          {
            key: 'value',
            label: 'Value',
            kind: 'text',
            maxLength: 200,
            placeholder: '42 or {lead.dealAmount}',
          },
          { key: 'color', label: 'Colour', kind: 'color' },
        ],
      },
    },
    choiceOf(
      'centre',
      'In the middle',
      [
        { value: 'total', label: 'The total' },
        { value: 'text', label: 'A text' },
        { value: 'none', label: 'Nothing' },
      ],
      'content',
    ),
    textField('centreText', 'Text', 'content', when('centre', 'text')),
    choiceOf(
      'labels',
      'On the slices',
      [
        { value: 'percent', label: 'Percent' },
        { value: 'value', label: 'Value' },
        { value: 'none', label: 'Nothing' },
      ],
      'style',
    ),
    rangeOf('hole', 'Hole', { min: 0, max: 0.85, step: 0.05 }, 'style'),
    ...chartLookFields,
  ],
  animated: true,
  stillUntil: chartStillUntil,
  weights: [400, 500, 700],
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    const { frame, angles, radius, centre, blocks } = layout(ctx, element, env);
    if (angles.length === 0) {
      paintBlocks(ctx, frame.blocks, env);
      drawNotice(ctx, frame.plot, { glyph: 'picture', text: noData, ink: frame.quiet }, env);
      return;
    }
    const shape = arc<(typeof angles)[number]>()
      .innerRadius(radius * element.properties.hole)
      .outerRadius(radius)
      .cornerRadius(element.properties.hole > 0 ? Math.min(radius * 0.035, 8 * frame.scale) : 0)
      .context(ctx);
    isolate(ctx, () => {
      ctx.translate(centre.x, centre.y);
      for (const slice of angles) {
        ctx.beginPath();
        shape(slice);
        ctx.fillStyle = slice.data.color;
        ctx.fill();
      }
    });
    drawKeys(ctx, frame.keys);
    paintBlocks(ctx, blocks, env);
  },
  text: ({ properties: { title, subtitle, data, centreText } }, env) =>
    `${[title, subtitle, centreText, ...data.map(({ label, value }) => `${label} ${value}`)]
      .map((text) => resolveText(text, env))
      .join(' ')} Total 0123456789.,%$KMB`,
  textLines: (ctx, element, env) => blockLines(ctx, layout(ctx, element, env).blocks, env),
});
