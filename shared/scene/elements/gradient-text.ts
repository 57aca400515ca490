import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { defineElementType } from '../element-type.ts';
import {
  alignmentFields,
  autoHeightField,
  boxFields,
  fitTextField,
  textField,
  textShadowField,
  typographyFields,
} from '../form-fields.ts';
import { paintStyle } from '../paint/fill.ts';
import { drawElementText, textBehaviour, textProperties } from './text-base.ts';

const defaultTextGradient = 'linear-gradient(90deg, #2563eb 0%, #9333ea 50%, #db2777 100%)';

export const gradientText = defineElementType({
  ...textBehaviour,
  type: 'gradient_text',
  label: 'Gradient text',
  description: 'Large text filled with a gradient',
  tags: ['text', 'gradient', 'title', 'colour'],
  icon: 'IconColorFilter',
  size: { width: 400, height: 80 },
  properties: z.object({
    ...textProperties,
    text: textProperties.text.default('Gradient text'),
    gradient: z.string().max(contentLimits.cssLength).default(defaultTextGradient),
  }),
  styles: { fontFamily: 'Inter', fontSize: 48, fontWeight: 800, lineHeight: 1.2, letterSpacing: -1 },
  form: [
    textField,
    ...typographyFields,
    autoHeightField,
    fitTextField,
    ...alignmentFields,
    {
      target: 'properties',
      key: 'gradient',
      tab: 'style',
      kind: 'text',
      label: 'Gradient',
      help: 'As CSS writes it, e.g. linear-gradient(90deg, #2563eb, #db2777)',
      maxLength: contentLimits.cssLength,
    },
    ...boxFields,
    textShadowField,
  ],
  draw: (ctx, element, env) =>
    drawElementText(ctx, element, env, (layout) => ({
      // Laid over the letters rather than the box, so that the whole gradient is seen.
      fill: paintStyle(ctx, element.properties.gradient, layout.bounds, layout.style.color),
    })),
});
