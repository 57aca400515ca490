import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { colorOr } from '../css/color.ts';
import { defineElementType } from '../element-type.ts';
import { choiceOf, colorOf, rangeOf, when } from '../form-builders.ts';
import { selectOptions } from '../form-fields.ts';
import { isolate } from '../paint/canvas.ts';

/** Icons are drawn in a square of so many units. */
const grid = 24;
const ink = '#111827';

/** The longest path among Tabler's icons has some 5,100 characters. */
const path = z
  .string()
  .max(8_000)
  .regex(/^[MmLlHhVvCcSsQqTtAaZz0-9eE .,+-]*$/, 'is no path of a drawing');

/** An icon carries its own paths: whoever shows it has nothing to load. */
const chosenIcon = z.object({
  name: z.string().max(contentLimits.nameLength),
  outline: path,
  filled: path.default(''),
});

const star: z.output<typeof chosenIcon> = {
  name: 'star',
  outline:
    'M12 17.75l-6.172 3.245l1.179 -6.873l-5 -4.867l6.9 -1l3.086 -6.253l3.086 6.253l6.9 1l-5 4.867l1.179 6.873z',
  filled:
    'M8.243 7.34l-6.38 .925l-.113 .023a1 1 0 0 0 -.44 1.684l4.622 4.499l-1.09 6.355l-.013 .11a1 1 0 0 0 1.464 .944l5.706 -3l5.693 3l.1 .046a1 1 0 0 0 1.352 -1.1l-1.091 -6.355l4.624 -4.5l.078 -.085a1 1 0 0 0 -.633 -1.62l-6.38 -.926l-2.852 -5.78a1 1 0 0 0 -1.794 0l-2.853 5.78z',
};

export const icon = defineElementType({
  type: 'icon',
  base: 'shape',
  label: 'Icon',
  description: 'One of five thousand icons',
  category: 'Media',
  tags: ['icon', 'symbol', 'pictogram', 'tabler', 'sign', 'emoji'],
  icon: 'IconMoodSmile',
  isNew: true,
  size: { width: 120, height: 120 },
  bounds: { minWidth: 20, minHeight: 20, maxWidth: 2_000, maxHeight: 2_000, aspect: 'square' },
  properties: z.object({
    icon: chosenIcon.default(star),
    look: z.enum(['outline', 'filled']).default('outline'),
    color: z.string().max(contentLimits.colorLength).default(ink),
    /** Units of the icon's own grid. */
    weight: z.number().min(0.5).max(3).default(2),
  }),
  styles: {},
  form: [
    { target: 'properties', key: 'icon', tab: 'content', kind: 'icon', label: 'Icon' },
    choiceOf('look', 'Look', selectOptions(['outline', 'filled']), 'style', {
      help: 'Icons without a filled form stay outlined',
    }),
    colorOf('color', 'Colour'),
    rangeOf('weight', 'Weight of lines', { min: 0.5, max: 3, step: 0.25 }, 'style', when('look', 'outline')),
  ],
  draw: (ctx, { width, height, properties: { icon, look, color, weight } }) => {
    const isFilled = look === 'filled' && icon.filled !== '';
    const side = Math.min(width, height);
    isolate(ctx, () => {
      ctx.translate((width - side) / 2, (height - side) / 2);
      ctx.scale(side / grid, side / grid);
      if (isFilled) {
        ctx.fillStyle = colorOr(color, ink);
        ctx.fill(new Path2D(icon.filled));
        return;
      }
      ctx.strokeStyle = colorOr(color, ink);
      ctx.lineWidth = weight;
      ctx.lineCap = 'round';
      ctx.lineJoin = 'round';
      ctx.stroke(new Path2D(icon.outline));
    });
  },
});
