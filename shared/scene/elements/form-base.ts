import * as z from 'zod';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Box } from '#shared/model/geometry.ts';
import { colorOr, withAlpha } from '../css/color.ts';
import type { Drawable, FormField } from '../element-type.ts';
import type { SceneContext } from '../env.ts';
import { choiceOf, colorOf, textField, when } from '../form-builders.ts';
import { boxFields, colorField } from '../form-fields.ts';
import { block, type TextBlock } from '../paint/blocks.ts';
import { inkOn } from '../paint/panel.ts';
import { fillRounded, lineRounded, strokeGlyph } from '../paint/shapes.ts';
import { readNumber } from '../styles.ts';
import { color } from './schema-parts.ts';

const line = z.string().max(contentLimits.messageLength);

/** Where a form's answers go. Visitors are not sent these. */
export const deliveryProperties = {
  recipient: line.default(''),
  webhookUrl: z.string().max(contentLimits.urlLength).default(''),
};
export const privateDelivery = ['recipient', 'webhookUrl'] as const;

export const formLook = {
  accentColor: color('#2563eb'),
};

export const questionTypes = [
  'text',
  'textarea',
  'email',
  'phone',
  'number',
  'choice',
  'choices',
  'rating',
  'yesno',
] as const;

export const formStyles: JsonMap = {
  fontFamily: 'Inter',
  fontSize: 16,
  color: '#0f172a',
  backgroundColor: '#ffffff',
  borderRadius: 16,
  padding: 28,
  boxShadow: '0px 0px 0px 1px rgba(15, 23, 42, 0.08), 0px 16px 40px -16px rgba(15, 23, 42, 0.28)',
};

const actions = (first: 'email' | 'webhook') => [
  { value: first, label: first === 'email' ? 'Send an e-mail' : 'Call a webhook' },
  {
    value: first === 'email' ? 'webhook' : 'email',
    label: first === 'email' ? 'Call a webhook' : 'Send an e-mail',
  },
];

/** Fields that say where answers go. @param key of the property that chooses */
export const deliveryFields = (key: string, first: 'email' | 'webhook'): FormField[] => [
  choiceOf(key, 'When it is sent', actions(first)),
  textField('recipient', 'E-mail to', 'content', {
    placeholder: 'sales@example.com',
    ...when(key, 'email'),
  }),
  textField('webhookUrl', 'Webhook', 'content', {
    placeholder: 'https://',
    maxLength: contentLimits.urlLength,
    help: 'Only https, and only addresses on the public internet',
    ...when(key, 'webhook'),
  }),
];

export const formLookFields: readonly FormField[] = [
  colorOf('accentColor', 'Button colour'),
  { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
  {
    target: 'styles',
    key: 'fontSize',
    tab: 'style',
    kind: 'number',
    label: 'Size',
    min: 6,
    max: 80,
    step: 1,
    unit: 'px',
  },
  colorField,
  ...boxFields,
];

/** Sizes of a form's parts in px; drawn and live forms are laid out by the same numbers. */
export function formMetrics(element: Pick<Drawable, 'styles' | 'width' | 'height'>) {
  const fontSize = readNumber(element.styles, 'fontSize', 16, 6, 200);
  const padding = Math.min(
    readNumber(element.styles, 'padding', 28, 0, 200),
    element.width / 4,
    element.height / 4,
  );
  return {
    fontSize,
    padding,
    inner: {
      x: padding,
      y: padding,
      width: Math.max(1, element.width - 2 * padding),
      height: Math.max(1, element.height - 2 * padding),
    } as Box,
    labelHeight: fontSize * 1.5,
    inputHeight: fontSize * 2.7,
    gap: fontSize * 1.05,
    radius: fontSize * 0.5,
  };
}

export const formColors = {
  input: '#ffffff',
  edge: '#94a3b8',
  hint: '#64748b',
  required: '#b91c1c',
} as const;

/** An empty input with its hint. */
export function drawInput(ctx: SceneContext, box: Box, radius: number): void {
  fillRounded(ctx, box, formColors.input, radius);
  lineRounded(ctx, box, formColors.edge, 1.25, radius);
}

export function drawFormButton(ctx: SceneContext, box: Box, accent: string, radius: number): void {
  fillRounded(ctx, box, colorOr(accent, '#2563eb'), radius);
}

export const buttonText = (
  text: string,
  box: Box,
  element: Drawable<{ accentColor: string }>,
  fontSize: number,
): TextBlock =>
  block(text, box, element.styles, {
    fontSize,
    fontWeight: 600,
    color: inkOn(colorOr(element.properties.accentColor, '#2563eb')),
    textAlign: 'center',
    singleLine: true,
  });

/** A label above an input; required ones carry a star, as the live form says in words. */
export function labelBlock(
  text: string,
  required: boolean,
  box: Box,
  styles: JsonMap,
  fontSize: number,
): TextBlock {
  return block(required ? `${text} *` : text, box, styles, {
    fontSize: fontSize * 0.9,
    fontWeight: 600,
    singleLine: true,
  });
}

/** A round or square mark of a choice. */
export function drawMark(ctx: SceneContext, x: number, y: number, side: number, round: boolean): void {
  const box = { x, y, width: side, height: side };
  fillRounded(ctx, box, formColors.input, round ? side / 2 : side * 0.25);
  lineRounded(ctx, box, formColors.edge, 1.5, round ? side / 2 : side * 0.25);
}

export function drawStar(ctx: SceneContext, x: number, y: number, side: number, stroke: string): void {
  strokeGlyph(
    ctx,
    { x, y, side },
    stroke,
    () => {
      for (let i = 0; i < 10; i++) {
        const angle = (i * Math.PI) / 5 - Math.PI / 2;
        const r = i % 2 ? 4.4 : 10;
        ctx.lineTo(12 + Math.cos(angle) * r, 12.6 + Math.sin(angle) * r);
      }
      ctx.closePath();
      ctx.stroke();
    },
    1.6,
  );
}

export const softAccent = (accent: string) => withAlpha(colorOr(accent, '#2563eb'), 0.16);
