import * as z from 'zod';
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
import { defaultTextColor } from '../text/style.ts';
import { drawElementText, textBehaviour, textProperties } from './text-base.ts';

export const text = defineElementType({
  ...textBehaviour,
  type: 'text',
  label: 'Text',
  description: 'A heading or a paragraph, with merge fields',
  tags: ['text', 'heading', 'paragraph', 'title', 'variable'],
  icon: 'IconTypography',
  size: { width: 300, height: 60 },
  properties: z.object(textProperties),
  styles: { fontFamily: 'Inter', fontSize: 18, fontWeight: 400, lineHeight: 1.3, color: defaultTextColor },
  form: [
    textField,
    ...typographyFields,
    autoHeightField,
    fitTextField,
    ...alignmentFields,
    colorField,
    ...boxFields,
    textShadowField,
  ],
  draw: (ctx, element, env) => drawElementText(ctx, element, env, ({ style }) => ({ fill: style.color })),
});
