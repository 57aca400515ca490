import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { boxFields, colorField, textField, textShadowField, typographyFields } from '../form-fields.ts';
import { drawBox } from '../paint/box.ts';
import { layoutText, type TextLayout } from '../text/layout.ts';
import { paintText } from '../text/paint.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';
import { elementTextLines } from './text-base.ts';

const targets = ['_self', '_blank', '_parent', '_top'] as const;

const properties = z.object({
  text: z.string().max(contentLimits.textLength).default('Click me'),
  href: z.string().max(contentLimits.urlLength).default(''),
  target: z.enum(targets).default('_self'),
});

type Button = Drawable<z.output<typeof properties>>;

function layoutLabel(ctx: SceneContext, element: Button, env: SceneEnv): TextLayout {
  const style = { ...readTextStyle(element.styles, 'center'), verticalAlign: 'middle' as const };
  const side = Math.min(style.padding, element.width / 4);
  const box = { x: side, y: 0, width: element.width - 2 * side, height: element.height };
  const label = resolveText(element.properties.text, env);
  return layoutText(ctx, label, { ...style, padding: 0 }, box, env, { singleLine: true });
}

export const button = defineElementType({
  type: 'button',
  base: 'button',
  label: 'Button',
  description: 'A button that opens a link',
  category: 'Interactive',
  tags: ['button', 'link', 'action', 'call to action', 'cta'],
  icon: 'IconHandClick',
  size: { width: 150, height: 40 },
  properties,
  styles: {
    fontFamily: 'Inter',
    fontSize: 15,
    fontWeight: 600,
    color: '#ffffff',
    backgroundColor: 'linear-gradient(180deg, #3b82f6 0%, #2563eb 100%)',
    borderRadius: 8,
    padding: 14,
    boxShadow:
      'inset 0px 1px 0px rgba(255, 255, 255, 0.28), inset 0px 0px 0px 1px rgba(30, 58, 138, 0.35), ' +
      '0px 1px 2px rgba(15, 23, 42, 0.24), 0px 4px 10px -2px rgba(37, 99, 235, 0.35)',
  },
  form: [
    textField,
    {
      target: 'properties',
      key: 'href',
      tab: 'content',
      kind: 'text',
      label: 'Link',
      placeholder: 'https://',
      maxLength: contentLimits.urlLength,
    },
    {
      target: 'properties',
      key: 'target',
      tab: 'content',
      kind: 'select',
      label: 'Opens in',
      options: [
        { value: '_self', label: 'The same frame' },
        { value: '_blank', label: 'A new tab' },
        { value: '_parent', label: 'The parent frame' },
        { value: '_top', label: 'The whole window' },
      ],
    },
    ...typographyFields,
    colorField,
    ...boxFields,
    textShadowField,
  ],
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    const layout = layoutLabel(ctx, element, env);
    paintText(ctx, layout, { fill: layout.style.color });
  },
  text: (element, env) => resolveText(element.properties.text, env),
  textLines: (ctx, element, env) => elementTextLines(layoutLabel(ctx, element, env)),
});
