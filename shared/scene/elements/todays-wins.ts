import * as z from 'zod';
import type { JsonValue } from '#shared/model/bounded-map.ts';
import type { Box } from '#shared/model/geometry.ts';
import { dollars } from '#shared/model/money.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { wallRows, wallWins, winsElement } from '#shared/model/wins-wall.ts';
import { colorOr, withAlpha } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { colorOf, rangeOf, textField, toggle } from '../form-builders.ts';
import { boxFields, colorField } from '../form-fields.ts';
import { block, blockLines, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { drawFitted } from '../paint/image-fit.ts';
import { inkOn } from '../paint/panel.ts';
import { fillCircle, fillRounded } from '../paint/shapes.ts';
import { readNumber } from '../styles.ts';
import { resolveText } from '../variables.ts';
import { color, flag, shortText, within } from './schema-parts.ts';

const properties = z.object({
  title: shortText('Today’s wins'),
  emptyText: shortText('The first sale of the day could be yours'),
  rows: within(wallRows.min, wallRows.max, wallRows.default),
  showPhoto: flag(true),
  showAmount: flag(true),
  showCustomer: flag(true),
  showTotal: flag(true),
  accentColor: color('#f5a524'),
});
type TodaysWins = Drawable<z.output<typeof properties>>;

/** What is known of the day; undefined until somebody has told. */
const known = (env: Pick<SceneEnv, 'data'>) => {
  const read = wallWins.safeParse(env.data.wins as JsonValue | undefined);
  return read.success ? read.data : undefined;
};

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};

interface Face {
  box: Box;
  url: string | null;
}

interface Plan {
  blocks: TextBlock[];
  faces: Face[];
  /** The grounds of the rows. */
  rows: Box[];
}

interface Row extends Box {
  fontSize: number;
}

/** One win in its row: its face, who sold and to whom, and for how much. */
function putRow(
  plan: Plan,
  element: TodaysWins,
  win: z.output<typeof wallWins>['wins'][number],
  row: Row,
): void {
  const { properties: it, styles } = element;
  const { fontSize, height: high } = row;
  const gap = high * 0.16;
  plan.rows.push(row);
  let x = row.x + gap;
  let right = row.x + row.width - gap;
  if (it.showPhoto) {
    const side = high - 2 * gap;
    const box = { x, y: row.y + gap, width: side, height: side };
    const url = win.photo && isMediaSource(win.photo) ? win.photo : null;
    plan.faces.push({ box, url });
    if (!url)
      plan.blocks.push(
        block(initialsOf(win.rep), box, styles, {
          fontSize: side * 0.38,
          fontWeight: 700,
          textAlign: 'center',
          singleLine: true,
          color: inkOn(colorOr(it.accentColor, '#f5a524')),
        }),
      );
    x += side + gap;
  }
  if (it.showAmount && win.amount !== null) {
    const width = Math.min((right - x) * 0.4, fontSize * 7);
    plan.blocks.push(
      block(dollars(win.amount), { x: right - width, y: row.y, width, height: high }, styles, {
        fontSize: fontSize * 1.1,
        fontWeight: 700,
        textAlign: 'right',
        singleLine: true,
        color: colorOr(it.accentColor, '#f5a524'),
      }),
    );
    right -= width + gap;
  }
  const customer = it.showCustomer ? win.customer : '';
  const names = { x, width: Math.max(1, right - x) };
  const nameHigh = customer ? high * 0.5 : high;
  plan.blocks.push(
    block(
      win.rep || 'Somebody',
      { ...names, y: row.y + (customer ? high * 0.06 : 0), height: nameHigh },
      styles,
      {
        fontSize,
        fontWeight: 600,
        textAlign: 'left',
        singleLine: true,
      },
    ),
  );
  if (customer)
    plan.blocks.push(
      block(customer, { ...names, y: row.y + high * 0.52, height: high * 0.38 }, styles, {
        fontSize: fontSize * 0.72,
        textAlign: 'left',
        singleLine: true,
        opacity: 0.75,
      }),
    );
}

function layout(element: TodaysWins, env: SceneEnv): Plan {
  const { styles, properties: it, width, height } = element;
  const plan: Plan = { blocks: [], faces: [], rows: [] };
  const day = known(env);
  if (!day && env.hideEmpty) return plan;
  const pad = Math.min(readNumber(styles, 'padding', 28, 0, 200), height / 8, width / 8);
  const inner = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  const title = resolveText(it.title, env);
  const head = title || it.showTotal ? Math.min(inner.height * 0.16, inner.width * 0.09, 96) : 0;
  const headed = { fontSize: head * 0.62, fontWeight: 700, singleLine: true } as const;
  if (title) {
    const box = { ...inner, width: inner.width * (it.showTotal ? 0.62 : 1), height: head };
    plan.blocks.push(block(title, box, styles, { ...headed, textAlign: 'left' }));
  }
  const wins = (day?.wins ?? []).slice(0, it.rows);
  if (it.showTotal && day?.total) {
    const box = { ...inner, x: inner.x + inner.width * 0.62, width: inner.width * 0.38, height: head };
    const accent = colorOr(it.accentColor, '#f5a524');
    plan.blocks.push(
      block(dollars(day.total), box, styles, { ...headed, textAlign: 'right', color: accent }),
    );
  }
  const top = inner.y + head * 1.2;
  const room = inner.y + inner.height - top;
  if (wins.length === 0) {
    const words = day ? resolveText(it.emptyText, env) : 'What is won today is shown here';
    plan.blocks.push(
      block(words, { ...inner, y: top, height: room }, styles, {
        fontSize: Math.max(12, Math.min(room * 0.14, inner.width / 18)),
        textAlign: 'center',
        opacity: 0.8,
      }),
    );
    return plan;
  }
  const share = room / it.rows;
  const gap = Math.min(share * 0.12, 16);
  const high = Math.min(share - gap, inner.width * 0.22);
  for (const [at, win] of wins.entries())
    putRow(plan, element, win, {
      x: inner.x,
      y: top + at * (high + gap),
      width: inner.width,
      height: high,
      fontSize: Math.max(8, Math.min(high * 0.36, inner.width / 16)),
    });
  return plan;
}

function draw(ctx: SceneContext, element: TodaysWins, env: SceneEnv): void {
  drawBox(ctx, element, element.styles);
  const { blocks, faces, rows } = layout(element, env);
  const accent = colorOr(element.properties.accentColor, '#f5a524');
  for (const row of rows) fillRounded(ctx, row, withAlpha('#94a3b8', 0.16), row.height * 0.2);
  for (const { box, url } of faces) {
    fillCircle(ctx, box.x + box.width / 2, box.y + box.height / 2, box.width / 2, accent);
    if (!url) continue;
    isolate(ctx, () => {
      clipTo(ctx, roundedBox(ctx, box.x, box.y, box.width, box.height, box.width / 2));
      // Faces stand in the upper part of a portrait.
      drawFitted(ctx, env.assets.image(url), box, 'cover', 'center 25%');
    });
  }
  paintBlocks(ctx, blocks, env);
}

export const todaysWins = defineElementType({
  type: winsElement,
  base: 'shape',
  label: 'Today’s wins',
  description: 'Who sold what today, kept up to date on every display',
  category: 'Charts',
  tags: ['wins', 'sales', 'celebration', 'leaderboard', 'deals', 'wall', 'bell'],
  isNew: true,
  icon: 'IconTrophy',
  size: { width: 800, height: 600 },
  bounds: { minWidth: 240, minHeight: 160, maxWidth: 4000, maxHeight: 4000, aspect: 'free' },
  properties,
  styles: {
    fontFamily: 'Inter',
    color: '#f8fafc',
    backgroundColor: '#0f1a30',
    borderRadius: 24,
    padding: 28,
  },
  form: [
    textField('title', 'Title'),
    textField('emptyText', 'While nothing is won yet'),
    rangeOf('rows', 'Wins that it shows', { ...wallRows, step: 1 }),
    toggle('showPhoto', 'Photos'),
    toggle('showAmount', 'Amounts'),
    toggle('showCustomer', 'Customers', 'content', {
      help: 'What is not shown is not sent to the display either.',
    }),
    toggle('showTotal', 'Total of the day'),
    colorOf('accentColor', 'Accent'),
    { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
    colorField,
    ...boxFields,
  ],
  weights: [400, 600, 700],
  draw,
  images: (element, env) => layout(element, env).faces.flatMap(({ url }) => url ?? []),
  text: (element, env) =>
    layout(element, env)
      .blocks.map(({ text }) => text)
      .join(' '),
  textLines: (ctx, element, env) => blockLines(ctx, layout(element, env).blocks, env),
});
