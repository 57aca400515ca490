import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Box } from '#shared/model/geometry.ts';
import { colorOr, withAlpha } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, colorOf, rangeOf } from '../form-builders.ts';
import { panelFields } from '../form-fields.ts';
import { block, blockLines, paintBlocks, type TextBlock, widthOf } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { between, inkOn } from '../paint/panel.ts';
import { fillRounded } from '../paint/shapes.ts';
import { readNumber, readRadius } from '../styles.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';
import { color, longText, shortText, within } from './schema-parts.ts';

const tab = z.object({ label: shortText('Tab'), content: longText() });

const standard = [
  {
    label: 'Overview',
    content: 'What visitors should know first. Keep it short: a tab is read at a glance.',
  },
  { label: 'Details', content: 'What stands behind it.' },
  { label: 'Contact', content: 'How they reach you.' },
];

const properties = z.object({
  items: z.array(tab).max(12).default(standard),
  /** The tab that is open at first, from 1. */
  activeTab: within(1, 12, 1),
  look: z.enum(['line', 'pills']).default('line'),
  accentColor: color('#2563eb'),
});

export type Tabs = Drawable<z.output<typeof properties>>;

/** Sizes in px; live tabs are laid out by the same numbers. */
const tabsMetrics = ({ styles }: Pick<Tabs, 'styles'>) => {
  const fontSize = readNumber(styles, 'fontSize', 16, 6, 200);
  return { fontSize, head: fontSize * 3.2, padX: fontSize * 1.4, between: fontSize * 0.4 };
};

function layout(ctx: SceneContext, element: Tabs, env: SceneEnv) {
  const { styles, properties: it, width, height } = element;
  const { fontSize, head, padX, between: gap } = tabsMetrics(element);
  const accent = colorOr(it.accentColor, '#2563eb');
  const base = readTextStyle(styles);
  const ground = colorOr(styles.backgroundColor, '#ffffff');
  const quiet = between(base.color, ground, 0.3);
  const style = { ...base, fontSize, fontWeight: 600, padding: 0, verticalAlign: 'middle' as const };
  const active = Math.min(Math.floor(it.activeTab), it.items.length) - 1;
  const labels = it.items.map(({ label }) => resolveText(label, env));
  const natural = labels.map((text) => widthOf(ctx, text, style, env) + fontSize * 1.8);
  const room = width - padX - (labels.length - 1) * gap;
  const share = Math.min(1, room / natural.reduce((sum, each) => sum + each, 1));
  const blocks: TextBlock[] = [];
  const tabs: { box: Box; active: boolean }[] = [];
  let x = padX / 2;
  for (const [i, text] of labels.entries()) {
    const box = { x, y: 0, width: natural[i]! * share, height: head };
    tabs.push({ box, active: i === active });
    const tabInk = i !== active ? quiet : it.look === 'pills' ? inkOn(accent) : accent;
    blocks.push(block(text, box, styles, { ...style, color: tabInk, textAlign: 'center', singleLine: true }));
    x += box.width + gap;
  }
  const content = resolveText(it.items[active]?.content ?? '', env);
  const box = {
    x: padX,
    y: head + fontSize * 1.3,
    width: width - 2 * padX,
    height: height - head - fontSize * 2,
  };
  blocks.push(
    block(content, box, styles, { fontSize, fontWeight: 400, lineHeight: 1.55, verticalAlign: 'top' }),
  );
  return { blocks, tabs, head, accent, fontSize };
}

export const tabs = defineElementType({
  type: 'tabs',
  base: 'animation',
  label: 'Tabs',
  description: 'Several texts in one place, one of them open',
  category: 'Interactive',
  tags: ['tabs', 'sections', 'panel', 'switch'],
  icon: 'IconFolders',
  size: { width: 500, height: 300 },
  bounds: { minWidth: 160, minHeight: 80, maxWidth: 2000, maxHeight: 2000, aspect: 'free' },
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
      label: 'Tabs',
      rows: {
        noun: 'tab',
        minRows: 1,
        maxRows: 12,
        blank: { label: 'Tab', content: '' },
        columns: [
          { key: 'label', label: 'Label', kind: 'text', maxLength: contentLimits.messageLength },
          { key: 'content', label: 'Text', kind: 'textarea', maxLength: contentLimits.textLength },
        ],
      },
    },
    rangeOf('activeTab', 'Open at first', { min: 1, max: 12, step: 1 }),
    choiceOf(
      'look',
      'Look',
      [
        { value: 'line', label: 'Line below' },
        { value: 'pills', label: 'Pills' },
      ],
      'style',
    ),
    colorOf('accentColor', 'Accent'),
    ...panelFields,
  ],
  weights: [400, 600],
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    isolate(ctx, () => {
      clipTo(ctx, roundedBox(ctx, 0, 0, element.width, element.height, readRadius(element.styles)));
      const { blocks, tabs: heads, head, accent, fontSize } = layout(ctx, element, env);
      const line = withAlpha(readTextStyle(element.styles).color, 0.12);
      fillRounded(ctx, { x: 0, y: head - 1, width: element.width, height: 1 }, line);
      for (const { box, active } of heads) {
        if (!active) continue;
        if (element.properties.look === 'pills') {
          const pill = { ...box, y: box.height * 0.16, height: box.height * 0.66 };
          fillRounded(ctx, pill, accent, fontSize * 0.6);
        } else
          fillRounded(
            ctx,
            { ...box, y: head - fontSize * 0.2, height: fontSize * 0.2 },
            accent,
            fontSize * 0.1,
          );
      }
      paintBlocks(ctx, blocks, env);
    });
  },
  text: ({ properties: { items } }, env) =>
    items.map(({ label, content }) => `${resolveText(label, env)} ${resolveText(content, env)}`).join(' '),
  textLines: (ctx, element, env) => blockLines(ctx, layout(ctx, element, env).blocks, env),
});
