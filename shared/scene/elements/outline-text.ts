import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { colorOr, parseColor } from '../css/color.ts';
import { defineElementType } from '../element-type.ts';
import {
  alignmentFields,
  autoHeightField,
  boxFields,
  colorField,
  fitTextField,
  textField,
  textShadowField,
  typographyFields,
} from '../form-fields.ts';
import { drawElementText, textBehaviour, textProperties } from './text-base.ts';

export const outlineText = defineElementType({
  ...textBehaviour,
  type: 'outline_text',
  label: 'Outline text',
  description: 'Text with a line around its letters',
  tags: ['text', 'outline', 'stroke', 'title'],
  icon: 'IconBorderStyle2',
  size: { width: 380, height: 75 },
  properties: z.object({
    ...textProperties,
    text: textProperties.text.default('Outline text'),
    strokeColor: z.string().max(contentLimits.colorLength).default('#111827'),
    /** px outside the letters. */
    strokeWidth: z.number().min(0).max(40).default(3),
  }),
  styles: {
    fontFamily: 'Inter',
    fontSize: 48,
    fontWeight: 800,
    lineHeight: 1.2,
    letterSpacing: 1,
    color: '#ffffff',
  },
  form: [
    textField,
    ...typographyFields,
    autoHeightField,
    fitTextField,
    ...alignmentFields,
    colorField,
    { target: 'properties', key: 'strokeColor', tab: 'style', kind: 'color', label: 'Outline colour' },
    {
      target: 'properties',
      key: 'strokeWidth',
      tab: 'style',
      kind: 'slider',
      label: 'Outline width',
      min: 0,
      max: 40,
      step: 0.5,
      unit: 'px',
    },
    ...boxFields,
    textShadowField,
  ],
  draw: (ctx, element, env) => {
    const { strokeColor, strokeWidth } = element.properties;
    drawElementText(ctx, element, env, ({ style }) => {
      // Hollow letters show both halves of the line, filled ones only the outer half.
      const hollow = parseColor(style.color)?.a === 0;
      return {
        fill: style.color,
        stroke: { style: colorOr(strokeColor, '#111827'), width: hollow ? strokeWidth : strokeWidth * 2 },
      };
    });
  },
});
