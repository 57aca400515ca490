import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Box } from '#shared/model/geometry.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { textField } from '../form-builders.ts';
import { formLimits, type Question } from '../live/form-rules.ts';
import { block, blockLines, heightOf, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { readRadius } from '../styles.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';
import {
  buttonText,
  deliveryFields,
  deliveryProperties,
  drawFormButton,
  drawInput,
  formColors,
  formLook,
  formLookFields,
  formMetrics,
  formStyles,
  labelBlock,
  privateDelivery,
} from './form-base.ts';
import { shortText } from './schema-parts.ts';

const fieldTypes = ['text', 'email', 'phone', 'textarea', 'number'] as const;

const field = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,39}$/, 'must begin with a letter and hold letters, digits, - and _ only')
    .default('field'),
  label: shortText('Field'),
  type: z.enum(fieldTypes).default('text'),
  required: z.boolean().default(true),
  placeholder: shortText(),
});

const uniqueNames = (fields: { name: string }[]) =>
  new Set(fields.map(({ name }) => name)).size === fields.length;

const standard = [
  { name: 'name', label: 'Name', type: 'text' as const, required: true, placeholder: 'Your name' },
  { name: 'email', label: 'E-mail', type: 'email' as const, required: true, placeholder: 'you@example.com' },
  {
    name: 'message',
    label: 'Message',
    type: 'textarea' as const,
    required: true,
    placeholder: 'How can we help?',
  },
];

const properties = z.object({
  title: shortText('Get in touch'),
  intro: shortText(),
  fields: z
    .array(field)
    .max(formLimits.fields)
    .refine(uniqueNames, 'each field needs a name of its own')
    .default(standard),
  submitText: shortText('Send message'),
  successMessage: shortText('Thank you. We will be in touch soon.'),
  action: z.enum(['email', 'webhook']).default('email'),
  ...deliveryProperties,
  ...formLook,
});

export type ContactForm = Drawable<z.output<typeof properties>>;

/** What the form asks, as the rules check it. */
export const contactQuestions = ({ fields }: ContactForm['properties']): Question[] =>
  fields.map(({ name, label, type, required }) => ({ name, label, type, required }));

interface Plan {
  blocks: TextBlock[];
  inputs: Box[];
  button: Box;
  radius: number;
}

/** Places the form in its box: a message's field takes what room is left. */
function layout(ctx: SceneContext, element: ContactForm, env: SceneEnv): Plan {
  const { styles, properties: it } = element;
  const { fontSize, inner, labelHeight, inputHeight, gap, radius } = formMetrics(element as Drawable);
  const blocks: TextBlock[] = [];
  const inputs: Box[] = [];
  let y = inner.y;
  const title = resolveText(it.title, env);
  if (title) {
    const style = {
      ...readTextStyle(styles),
      fontSize: fontSize * 1.5,
      fontWeight: 700,
      lineHeight: 1.25,
      padding: 0,
    };
    const height = heightOf(ctx, title, inner.width, style, env);
    blocks.push(block(title, { ...inner, y, height }, styles, { ...style, verticalAlign: 'top' }));
    y += height + gap * 0.6;
  }
  const intro = resolveText(it.intro, env);
  if (intro) {
    const style = { ...readTextStyle(styles), fontSize, color: formColors.hint, padding: 0 };
    const height = heightOf(ctx, intro, inner.width, style, env);
    blocks.push(block(intro, { ...inner, y, height }, styles, { ...style, verticalAlign: 'top' }));
    y += height + gap * 0.6;
  }
  const buttonHeight = fontSize * 2.9;
  const texts = it.fields.filter(({ type }) => type === 'textarea').length;
  const fixed = it.fields.length * (labelHeight + gap) + (it.fields.length - texts) * inputHeight;
  const free = inner.y + inner.height - y - fixed - buttonHeight;
  const textHeight = Math.max(inputHeight, texts > 0 ? free / texts : 0);
  for (const { label, required, type, placeholder } of it.fields) {
    blocks.push(
      labelBlock(resolveText(label, env), required, { ...inner, y, height: labelHeight }, styles, fontSize),
    );
    const height = type === 'textarea' ? textHeight : inputHeight;
    const input = { x: inner.x, y: y + labelHeight, width: inner.width, height };
    inputs.push(input);
    const hint = {
      x: input.x + fontSize * 0.8,
      y: input.y,
      width: input.width - fontSize * 1.6,
      height: inputHeight,
    };
    if (placeholder)
      blocks.push(
        block(resolveText(placeholder, env), hint, styles, {
          fontSize,
          color: formColors.hint,
          singleLine: true,
        }),
      );
    y += labelHeight + height + gap;
  }
  const button = { x: inner.x, y, width: inner.width, height: buttonHeight };
  blocks.push(buttonText(resolveText(it.submitText, env), button, element, fontSize));
  return { blocks, inputs, button, radius };
}

export const contactForm = defineElementType({
  type: 'contact_form',
  base: 'button',
  label: 'Contact form',
  description: 'Visitors write to you by e-mail or webhook',
  category: 'Forms',
  tags: ['form', 'contact', 'message', 'e-mail', 'lead', 'input'],
  icon: 'IconForms',
  size: { width: 400, height: 500 },
  bounds: { minWidth: 200, minHeight: 160, maxWidth: 2000, maxHeight: 2000, aspect: 'free' },
  properties,
  styles: formStyles,
  form: [
    textField('title', 'Title'),
    textField('intro', 'Line below the title'),
    {
      target: 'properties',
      key: 'fields',
      tab: 'content',
      kind: 'rows',
      label: 'Fields',
      rows: {
        noun: 'field',
        minRows: 1,
        maxRows: formLimits.fields,
        blank: { name: 'field', label: 'Field', type: 'text', required: false, placeholder: '' },
        columns: [
          { key: 'label', label: 'Label', kind: 'text', maxLength: contentLimits.messageLength },
          { key: 'name', label: 'Name in the message', kind: 'text', maxLength: 40 },
          {
            key: 'type',
            label: 'Kind',
            kind: 'select',
            options: [
              { value: 'text', label: 'Line' },
              { value: 'email', label: 'E-mail' },
              { value: 'phone', label: 'Phone' },
              { value: 'number', label: 'Number' },
              { value: 'textarea', label: 'Long text' },
            ],
          },
          { key: 'required', label: 'Required', kind: 'toggle' },
          { key: 'placeholder', label: 'Hint', kind: 'text', maxLength: contentLimits.messageLength },
        ],
      },
    },
    textField('submitText', 'Button'),
    textField('successMessage', 'After sending'),
    ...deliveryFields('action', 'email'),
    ...formLookFields,
  ],
  weights: [400, 600, 700],
  privateProperties: privateDelivery,
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    isolate(ctx, () => {
      clipTo(ctx, roundedBox(ctx, 0, 0, element.width, element.height, readRadius(element.styles)));
      const { blocks, inputs, button, radius } = layout(ctx, element, env);
      for (const input of inputs) drawInput(ctx, input, radius);
      drawFormButton(ctx, button, element.properties.accentColor, radius);
      paintBlocks(ctx, blocks, env);
    });
  },
  text: ({ properties: it }, env) =>
    [
      it.title,
      it.intro,
      ...it.fields.flatMap(({ label, placeholder }) => [label, placeholder]),
      it.submitText,
      it.successMessage,
      '*',
    ]
      .map((text) => resolveText(text, env))
      .join(' '),
  textLines: (ctx, element, env) => blockLines(ctx, layout(ctx, element, env).blocks, env),
});
