import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Box } from '#shared/model/geometry.ts';
import { colorOr, withAlpha } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { colorOf, rangeOf, toggle } from '../form-builders.ts';
import { panelFields } from '../form-fields.ts';
import { block, blockLines, heightOf, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { between } from '../paint/panel.ts';
import { fillRounded, strokeGlyph } from '../paint/shapes.ts';
import { readNumber, readRadius } from '../styles.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';
import { color, longText, shortText, within } from './schema-parts.ts';

const item = z.object({ title: shortText('Title'), content: longText() });

const standard = [
  {
    title: 'How does it work?',
    content: 'Tell visitors in a sentence or two. They open what they care about.',
  },
  { title: 'What does it cost?', content: 'Put your answer here.' },
  { title: 'How do I begin?', content: 'Put your answer here.' },
];

const properties = z.object({
  items: z.array(item).max(40).default(standard),
  allowMultiple: z.boolean().default(false),
  /** The item that is open at first, from 1; 0 is none. */
  openItem: within(0, 40, 1),
  accentColor: color('#2563eb'),
});

export type Accordion = Drawable<z.output<typeof properties>>;

/** Sizes in px; the live accordion is laid out by the same numbers. */
const accordionMetrics = ({ styles }: Pick<Accordion, 'styles'>) => {
  const fontSize = readNumber(styles, 'fontSize', 16, 6, 200);
  return { fontSize, padX: fontSize * 1.25, head: fontSize * 3.3, contentGap: fontSize * 1.1 };
};

interface Plan {
  blocks: TextBlock[];
  heads: { box: Box; open: boolean }[];
}

function layout(ctx: SceneContext, element: Accordion, env: SceneEnv): Plan {
  const { styles, properties: it, width, height } = element;
  const { fontSize, padX, head, contentGap } = accordionMetrics(element);
  const blocks: TextBlock[] = [];
  const heads: Plan['heads'] = [];
  const style = {
    ...readTextStyle(styles),
    fontSize: fontSize * 0.95,
    fontWeight: 400,
    lineHeight: 1.5,
    padding: 0,
  };
  let y = 0;
  for (const [i, { title, content }] of it.items.entries()) {
    // One more than is seen, so that what is missing is known of.
    if (y > height + head) break;
    const open = i + 1 === it.openItem;
    heads.push({ box: { x: 0, y, width, height: head }, open });
    const titleBox = { x: padX, y, width: width - padX * 2 - fontSize * 1.6, height: head };
    blocks.push(
      block(resolveText(title, env), titleBox, styles, { fontSize, fontWeight: 600, singleLine: true }),
    );
    y += head;
    const text = resolveText(content, env);
    if (!open || text === '') continue;
    const inner = width - padX * 2;
    const textHeight = heightOf(ctx, text, inner, style, env);
    const quiet = between(style.color, colorOr(styles.backgroundColor, '#ffffff'), 0.28);
    blocks.push(
      block(text, { x: padX, y, width: inner, height: textHeight }, styles, {
        ...style,
        color: quiet,
        verticalAlign: 'top',
      }),
    );
    y += textHeight + contentGap;
  }
  return { blocks, heads };
}

export const accordion = defineElementType({
  type: 'accordion',
  base: 'animation',
  label: 'Accordion',
  description: 'Headings that open to show more',
  category: 'Interactive',
  tags: ['accordion', 'faq', 'questions', 'fold', 'collapse'],
  icon: 'IconLayoutList',
  size: { width: 400, height: 300 },
  bounds: { minWidth: 120, minHeight: 50, maxWidth: 2000, maxHeight: 2000, aspect: 'free' },
  properties,
  styles: {
    fontFamily: 'Inter',
    fontSize: 16,
    color: '#0f172a',
    backgroundColor: '#ffffff',
    borderRadius: 14,
    boxShadow: '0px 0px 0px 1px rgba(15, 23, 42, 0.1), 0px 8px 24px -12px rgba(15, 23, 42, 0.22)',
  },
  form: [
    {
      target: 'properties',
      key: 'items',
      tab: 'content',
      kind: 'rows',
      label: 'Items',
      rows: {
        noun: 'item',
        minRows: 1,
        maxRows: 40,
        blank: { title: 'Title', content: '' },
        columns: [
          { key: 'title', label: 'Title', kind: 'text', maxLength: contentLimits.messageLength },
          { key: 'content', label: 'Text', kind: 'textarea', maxLength: contentLimits.textLength },
        ],
      },
    },
    toggle('allowMultiple', 'Several may be open'),
    rangeOf('openItem', 'Open at first', { min: 0, max: 40, step: 1 }, 'content', { help: '0 is none' }),
    colorOf('accentColor', 'Accent'),
    ...panelFields,
  ],
  weights: [400, 600],
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    const { heads, blocks } = layout(ctx, element, env);
    const { fontSize, padX } = accordionMetrics(element);
    const accent = colorOr(element.properties.accentColor, '#2563eb');
    const ink = readTextStyle(element.styles).color;
    isolate(ctx, () => {
      clipTo(ctx, roundedBox(ctx, 0, 0, element.width, element.height, readRadius(element.styles)));
      for (const [i, { box, open }] of heads.entries()) {
        if (i > 0) fillRounded(ctx, { ...box, height: 1 }, withAlpha(ink, 0.12));
        const side = fontSize * 1.25;
        const place = { x: box.width - padX - side, y: box.y + (box.height - side) / 2, side };
        strokeGlyph(ctx, place, open ? accent : withAlpha(ink, 0.6), () => {
          ctx.moveTo(5, open ? 15 : 9);
          ctx.lineTo(12, open ? 8.5 : 15.5);
          ctx.lineTo(19, open ? 15 : 9);
          ctx.stroke();
        });
        if (open)
          fillRounded(
            ctx,
            { x: 0, y: box.y + box.height * 0.26, width: fontSize * 0.24, height: box.height * 0.48 },
            accent,
            fontSize * 0.12,
          );
      }
      paintBlocks(ctx, blocks, env);
    });
  },
  text: ({ properties: { items } }, env) =>
    items.map(({ title, content }) => `${resolveText(title, env)} ${resolveText(content, env)}`).join(' '),
  textLines: (ctx, element, env) => blockLines(ctx, layout(ctx, element, env).blocks, env),
});
