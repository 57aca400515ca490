import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { ResizeBounds } from '#shared/model/resize.ts';
import { colorOr } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext } from '../env.ts';
import { choiceOf, colorOf, rangeOf } from '../form-builders.ts';
import { selectOptions } from '../form-fields.ts';
import { isolate } from '../paint/canvas.ts';

const ends = ['none', 'arrow', 'triangle', 'circle', 'bar'] as const;
type End = (typeof ends)[number];
const dashes = ['solid', 'dashed', 'dotted'] as const;

const schemaWith = (endOf: End) =>
  z.object({
    start: z.enum(ends).default('none'),
    end: z.enum(ends).default(endOf),
    dash: z.enum(dashes).default('solid'),
    /** px */
    weight: z.number().min(1).max(100).default(4),
    color: z.string().max(contentLimits.colorLength).default('#111827'),
  });
type Line = Drawable<z.output<ReturnType<typeof schemaWith>>>;

/** A line is as long as its box is wide and lies in its middle; the box is as high as a pointer needs. */
const bounds: ResizeBounds = { minWidth: 20, minHeight: 20, maxWidth: 4_000, maxHeight: 200, aspect: 'free' };

const ink = '#111827';

/** How long an end's mark is, along the line, in px. */
const markLength = ({ width, properties: { weight } }: Line) => Math.min(width / 2, 6 + weight * 2.5);

/** px by which the line itself ends earlier, so that it does not show beyond the tip of its mark. */
function shortening(end: End, element: Line): number {
  const { weight } = element.properties;
  if (end === 'triangle') return markLength(element) * 0.8;
  if (end === 'arrow') return weight * 0.7;
  return end === 'circle' ? weight : 0;
}

/** Draws a mark whose tip is at x; `way` is 1 at the right end and -1 at the left. */
function drawMark(ctx: SceneContext, end: End, element: Line, x: number, way: 1 | -1): void {
  const { weight } = element.properties;
  const y = element.height / 2;
  const length = markLength(element);
  ctx.lineWidth = weight;
  ctx.beginPath();
  switch (end) {
    case 'none':
      return;
    case 'arrow': {
      // The tip of a mitred corner reaches past its point: it is drawn that much earlier.
      const tip = x - way * weight * 0.75;
      ctx.moveTo(tip - way * length * 0.8, y - length * 0.6);
      ctx.lineTo(tip, y);
      ctx.lineTo(tip - way * length * 0.8, y + length * 0.6);
      ctx.stroke();
      return;
    }
    case 'triangle':
      ctx.moveTo(x, y);
      ctx.lineTo(x - way * length, y - length * 0.5);
      ctx.lineTo(x - way * length, y + length * 0.5);
      ctx.closePath();
      ctx.fill();
      return;
    case 'circle': {
      const radius = length * 0.4;
      ctx.arc(x - way * radius, y, radius, 0, Math.PI * 2);
      ctx.fill();
      return;
    }
    case 'bar':
      ctx.moveTo(x - (way * weight) / 2, y - length * 0.5);
      ctx.lineTo(x - (way * weight) / 2, y + length * 0.5);
      ctx.stroke();
      return;
    default:
      end satisfies never;
  }
}

function drawLine(ctx: SceneContext, element: Line): void {
  const { start, end, dash, weight, color } = element.properties;
  const { width, height } = element;
  isolate(ctx, () => {
    ctx.strokeStyle = colorOr(color, ink);
    ctx.fillStyle = ctx.strokeStyle;
    ctx.lineJoin = 'miter';
    ctx.lineWidth = weight;
    if (dash === 'dashed') ctx.setLineDash([weight * 3, weight * 2]);
    if (dash === 'dotted') {
      ctx.lineCap = 'round';
      ctx.setLineDash([0, weight * 2]);
    }
    ctx.beginPath();
    ctx.moveTo(shortening(start, element), height / 2);
    ctx.lineTo(Math.max(1, width - shortening(end, element)), height / 2);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.lineCap = 'butt';
    drawMark(ctx, start, element, 0, -1);
    drawMark(ctx, end, element, width, 1);
  });
}

const endOptions = selectOptions(ends);

const define = (type: string, label: string, description: string, icon: string, endOf: End) =>
  defineElementType({
    type,
    base: 'shape',
    label,
    description,
    category: 'Media',
    tags: ['line', 'arrow', 'connector', 'pointer', 'divider', 'rule'],
    icon,
    isNew: true,
    size: { width: 300, height: 24 },
    bounds,
    handles: 'ends',
    properties: schemaWith(endOf),
    styles: {},
    form: [
      choiceOf('start', 'Start', endOptions),
      choiceOf('end', 'End', endOptions),
      colorOf('color', 'Colour'),
      rangeOf('weight', 'Weight', { min: 1, max: 100, step: 1, unit: 'px' }, 'style'),
      choiceOf('dash', 'Line', selectOptions(dashes), 'style'),
    ],
    draw: drawLine,
    reach: ({ properties: { weight } }) => weight * 2,
  });

export const line = define('line', 'Line', 'A straight line with two ends to pull', 'IconLine', 'none');
export const arrow = define('arrow', 'Arrow', 'A line that points somewhere', 'IconArrowUpRight', 'arrow');
