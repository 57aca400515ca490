import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { colorOr } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext } from '../env.ts';
import { selectOptions } from '../form-fields.ts';
import { type Outline, roundedBox, roundedPolygon } from '../paint/canvas.ts';
import { fillPaint } from '../paint/fill.ts';
import { drawInsetShadows, drawOuterShadows } from '../paint/shadow.ts';
import { shapeCorners } from '../paint/shape-corners.ts';
import { boxShadowPresets, gradientPresets } from '../presets.ts';

const cornered = Object.keys(shapeCorners) as (keyof typeof shapeCorners)[];
const shapes = ['rectangle', 'circle', 'triangle', 'star', 'heart', ...cornered] as const;

/** The inner corners of a five-pointed star whose edges run straight through. */
const starWaist = 0.381966;

const properties = z.object({
  shape: z.enum(shapes).default('rectangle'),
  fillType: z.enum(['solid', 'gradient']).default('solid'),
  fill: z.string().max(contentLimits.colorLength).default('#2563eb'),
  gradient: z.string().max(contentLimits.cssLength).default(gradientPresets[3].value),
  stroke: z.string().max(contentLimits.colorLength).default('#111827'),
  /** px, drawn inside the outline. */
  strokeWidth: z.number().min(0).max(100).default(0),
  cornerRadius: z.number().min(0).max(1000).default(0),
});

/** Outline of a shape inside its box, `inset` px within it. */
function outlineOf(
  ctx: SceneContext,
  element: Drawable<z.output<typeof properties>>,
  inset: number,
): Outline {
  const { shape, cornerRadius } = element.properties;
  const width = Math.max(0.1, element.width - 2 * inset);
  const height = Math.max(0.1, element.height - 2 * inset);
  const radius = Math.max(0, cornerRadius - inset);
  const centre = { x: element.width / 2, y: element.height / 2 };
  switch (shape) {
    case 'rectangle':
      return roundedBox(ctx, inset, inset, width, height, radius);
    case 'circle':
      return (grow = 0) => {
        const rx = Math.max(0, width / 2 + grow);
        const ry = Math.max(0, height / 2 + grow);
        ctx.moveTo(centre.x + rx, centre.y);
        ctx.ellipse(centre.x, centre.y, rx, ry, 0, 0, Math.PI * 2);
      };
    case 'triangle':
      return roundedPolygon(
        ctx,
        [
          { x: centre.x, y: inset },
          { x: inset + width, y: inset + height },
          { x: inset, y: inset + height },
        ],
        radius,
      );
    case 'heart':
      return () => {
        const at = (x: number, y: number) => [inset + x * width, inset + y * height] as const;
        ctx.moveTo(...at(0.5, 1));
        ctx.bezierCurveTo(...at(0.18, 0.74), ...at(0, 0.54), ...at(0, 0.3));
        ctx.bezierCurveTo(...at(0, 0.1), ...at(0.13, 0), ...at(0.27, 0));
        ctx.bezierCurveTo(...at(0.37, 0), ...at(0.45, 0.06), ...at(0.5, 0.17));
        ctx.bezierCurveTo(...at(0.55, 0.06), ...at(0.63, 0), ...at(0.73, 0));
        ctx.bezierCurveTo(...at(0.87, 0), ...at(1, 0.1), ...at(1, 0.3));
        ctx.bezierCurveTo(...at(1, 0.54), ...at(0.82, 0.74), ...at(0.5, 1));
        ctx.closePath();
      };
    case 'star': {
      const corners = Array.from({ length: 10 }, (_, i) => {
        const angle = (i * Math.PI) / 5 - Math.PI / 2;
        const reach = i % 2 === 0 ? 1 : starWaist;
        return { x: Math.cos(angle) * reach, y: Math.sin(angle) * reach };
      });
      // A star in a unit circle does not fill its square: stretch it to touch the box on all sides.
      const xs = corners.map(({ x }) => x);
      const ys = corners.map(({ y }) => y);
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
      return roundedPolygon(
        ctx,
        corners.map(({ x, y }) => ({
          x: inset + ((x - left) / wide) * width,
          y: inset + ((y - top) / high) * height,
        })),
        radius,
      );
    }
    default:
      return roundedPolygon(
        ctx,
        shapeCorners[shape].map(([x, y]) => ({ x: inset + x * width, y: inset + y * height })),
        radius,
      );
  }
}

export const shape = defineElementType({
  type: 'shape',
  base: 'shape',
  label: 'Shape',
  description: 'A rectangle, circle, star, heart, block arrow and others',
  category: 'Media',
  tags: ['shape', 'box', 'background', 'square', 'ellipse', ...shapes.map((name) => name.replace('-', ' '))],
  icon: 'IconShape',
  size: { width: 200, height: 200 },
  properties,
  styles: {},
  form: [
    {
      target: 'properties',
      key: 'shape',
      tab: 'content',
      kind: 'select',
      label: 'Shape',
      options: selectOptions(shapes),
    },
    {
      target: 'properties',
      key: 'fillType',
      tab: 'style',
      kind: 'select',
      label: 'Fill',
      options: selectOptions(['solid', 'gradient']),
    },
    {
      target: 'properties',
      key: 'fill',
      tab: 'style',
      kind: 'color',
      label: 'Fill colour',
      showWhen: { target: 'properties', key: 'fillType', in: ['solid'] },
    },
    {
      target: 'properties',
      key: 'gradient',
      tab: 'style',
      kind: 'text',
      label: 'Gradient',
      help: 'As CSS writes it, e.g. linear-gradient(90deg, #2563eb, #9333ea)',
      maxLength: contentLimits.cssLength,
      showWhen: { target: 'properties', key: 'fillType', in: ['gradient'] },
    },
    { target: 'properties', key: 'stroke', tab: 'style', kind: 'color', label: 'Border colour' },
    {
      target: 'properties',
      key: 'strokeWidth',
      tab: 'style',
      kind: 'slider',
      label: 'Border width',
      min: 0,
      max: 100,
      step: 1,
      unit: 'px',
    },
    {
      target: 'properties',
      key: 'cornerRadius',
      tab: 'style',
      kind: 'slider',
      label: 'Corner radius',
      min: 0,
      max: 200,
      step: 1,
      unit: 'px',
      showWhen: { target: 'properties', key: 'shape', in: ['rectangle', 'triangle', 'star', ...cornered] },
    },
    {
      target: 'styles',
      key: 'boxShadow',
      tab: 'effects',
      kind: 'select',
      label: 'Shadow',
      options: boxShadowPresets,
    },
  ],
  draw: (ctx, element) => {
    const { fillType, fill, gradient, stroke, strokeWidth } = element.properties;
    const outline = outlineOf(ctx, element, 0);
    drawOuterShadows(ctx, element.styles.boxShadow, outline);
    const box = { x: 0, y: 0, width: element.width, height: element.height };
    fillPaint(ctx, fillType === 'gradient' ? gradient : fill, box, outline, '#2563eb');
    drawInsetShadows(ctx, element.styles.boxShadow, element, outline);
    if (strokeWidth > 0) {
      ctx.beginPath();
      outlineOf(ctx, element, strokeWidth / 2)();
      ctx.lineWidth = strokeWidth;
      ctx.lineJoin = 'miter';
      ctx.strokeStyle = colorOr(stroke, '#111827');
      ctx.stroke();
    }
  },
});
