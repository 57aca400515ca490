import * as z from 'zod';
import { defineElementType } from '../element-type.ts';
import { drawPlaceholder } from '../paint/placeholder.ts';

/** What stands for every type that this release does not know: the element is kept as it came. */
export const unknown = defineElementType({
  type: 'unknown',
  base: 'animation',
  label: 'Unknown element',
  description: 'An element of a type that this release does not know',
  category: 'Interactive',
  tags: [],
  icon: 'IconHelpSquare',
  size: { width: 200, height: 100 },
  properties: z.object({}),
  styles: {},
  form: [],
  draw: (ctx, element, env) =>
    drawPlaceholder(ctx, element, { icon: 'puzzle', label: 'Element type not implemented' }, env),
  text: () => 'Element type not implemented',
});
