import * as z from 'zod';
import { defineElementType } from '../element-type.ts';
import {
  alignmentFields,
  autoHeightField,
  boxFields,
  colorField,
  fitTextField,
  selectOptions,
  textField,
  typographyFields,
} from '../form-fields.ts';
import { drawElementText, textBehaviour, textProperties } from './text-base.ts';

const depths = {
  soft: '0px 2px 2px rgba(15, 23, 42, 0.22), 0px 8px 18px rgba(15, 23, 42, 0.32)',
  long: Array.from(
    { length: 14 },
    (_, i) => `${i + 1}px ${i + 1}px 0px rgba(15, 23, 42, ${0.14 - i * 0.009})`,
  ).join(', '),
  retro: '2px 2px 0px #f59e0b, 4px 4px 0px #ef4444, 6px 6px 0px #2563eb',
  glow: '0px 0px 6px rgba(59, 130, 246, 0.9), 0px 0px 18px rgba(59, 130, 246, 0.7), 0px 0px 42px rgba(59, 130, 246, 0.5)',
} as const;

export const shadowText = defineElementType({
  ...textBehaviour,
  type: 'shadow_text',
  label: 'Shadow text',
  description: 'Text that stands out by its shadow',
  tags: ['text', 'shadow', 'depth', 'glow', 'title'],
  icon: 'IconShadow',
  size: { width: 350, height: 70 },
  properties: z.object({
    ...textProperties,
    text: textProperties.text.default('Shadow text'),
    shadow: z.enum(['soft', 'long', 'retro', 'glow', 'custom']).default('soft'),
  }),
  styles: { fontFamily: 'Inter', fontSize: 42, fontWeight: 800, lineHeight: 1.2, color: '#1e3a8a' },
  form: [
    textField,
    ...typographyFields,
    autoHeightField,
    fitTextField,
    ...alignmentFields,
    colorField,
    ...boxFields,
    {
      target: 'properties',
      key: 'shadow',
      tab: 'effects',
      kind: 'select',
      label: 'Shadow',
      options: selectOptions(['soft', 'long', 'retro', 'glow', 'custom']),
    },
    {
      target: 'styles',
      key: 'textShadow',
      tab: 'effects',
      kind: 'text',
      label: 'Own shadow',
      help: 'As CSS writes text-shadow, e.g. 0px 4px 8px rgba(0, 0, 0, 0.6)',
      showWhen: { target: 'properties', key: 'shadow', in: ['custom'] },
    },
  ],
  draw: (ctx, element, env) => {
    const { shadow } = element.properties;
    const styles = shadow === 'custom' ? element.styles : { ...element.styles, textShadow: depths[shadow] };
    drawElementText(ctx, { ...element, styles }, env, ({ style }) => ({ fill: style.color }));
  },
});
