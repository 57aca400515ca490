import * as z from 'zod';
import type { Box } from '#shared/model/geometry.ts';
import { colorOr, shade } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, colorOf, rangeOf, textField, toggle, when } from '../form-builders.ts';
import { boxFields, colorField } from '../form-fields.ts';
import { nowOf, parseMoment, zoneOf } from '../moment.ts';
import { block, blockLines, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { isolate, roundedBox } from '../paint/canvas.ts';
import { inkOn } from '../paint/panel.ts';
import { drawInsetShadows, drawOuterShadows } from '../paint/shadow.ts';
import { fillRounded } from '../paint/shapes.ts';
import { readNumber } from '../styles.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';
import { color, flag, shortText, within } from './schema-parts.ts';

const properties = z.object({
  mode: z.enum(['duration', 'date']).default('duration'),
  /** `2026-12-31T18:00`; in the zone of the data unless it carries an offset. */
  targetDate: shortText(),
  /** Minutes, from when the scene begins. */
  minutes: within(0, 525_600, 60),
  label: shortText('Offer ends in'),
  finishedText: shortText('Time is up'),
  showDays: flag(true),
  showHours: flag(true),
  showMinutes: flag(true),
  showSeconds: flag(true),
  showUnits: flag(true),
  look: z.enum(['cards', 'plain']).default('cards'),
  cardColor: color('#0f172a'),
});

type Timer = Drawable<z.output<typeof properties>>;

/** Seconds left at t; undefined while it is not known until when. */
export function secondsLeft(
  { properties: it }: Pick<Timer, 'properties'>,
  env: SceneEnv,
): number | undefined {
  // The hair keeps floating point from showing a second one frame too long.
  if (it.mode === 'duration') return Math.max(0, Math.ceil(it.minutes * 60 - env.t - 1e-6));
  const target = parseMoment(resolveText(it.targetDate, { ...env, markMissing: false }), zoneOf(env));
  const now = nowOf(env);
  if (target === undefined || now === undefined) return undefined;
  return Math.max(0, Math.ceil((target - now) / 1000 - 1e-6));
}

const units = [
  { key: 'showDays', seconds: 86_400, one: 'Day', many: 'Days' },
  { key: 'showHours', seconds: 3_600, one: 'Hour', many: 'Hours' },
  { key: 'showMinutes', seconds: 60, one: 'Minute', many: 'Minutes' },
  { key: 'showSeconds', seconds: 1, one: 'Second', many: 'Seconds' },
] as const;

/** The units that are shown, each with its figure; the largest takes what larger ones would have held. */
function timerParts(it: Timer['properties'], seconds: number) {
  let rest = seconds;
  const shown = units.filter(({ key }, i) => it[key] && !(i === 0 && seconds < 86_400 && it.showHours));
  return shown.map(({ seconds: size, one, many }, i) => {
    const value = Math.floor(rest / size);
    rest -= value * size;
    return {
      value: i > 0 || value < 10 ? String(value).padStart(2, '0') : String(value),
      unit: value === 1 ? one : many,
    };
  });
}

function layout(element: Timer, env: SceneEnv): { blocks: TextBlock[]; cards: Box[]; radius: number } {
  const { styles, properties: it, width, height } = element;
  const pad = Math.min(readNumber(styles, 'padding', 12, 0, 200), height / 6, width / 10);
  const inner = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  const base = readTextStyle(styles);
  const label = resolveText(it.label, env);
  const labelSize = label === '' ? 0 : Math.min(inner.height * 0.16, inner.width / 12);
  const blocks: TextBlock[] = [];
  if (label !== '')
    blocks.push(
      block(label, { ...inner, height: labelSize * 1.4 }, styles, {
        fontSize: labelSize,
        fontWeight: 600,
        textAlign: 'center',
        singleLine: true,
      }),
    );
  const top = inner.y + (label === '' ? 0 : labelSize * 1.9);
  const room = { ...inner, y: top, height: inner.y + inner.height - top };
  const left = secondsLeft(element, env);
  if (left === undefined || left === 0) {
    const text = left === 0 ? resolveText(it.finishedText, env) : 'Set a date';
    const fontSize = Math.min(room.height * 0.5, (room.width / Math.max(4, text.length)) * 1.7);
    blocks.push(block(text, room, styles, { fontSize, fontWeight: 700, textAlign: 'center' }));
    return { blocks, cards: [], radius: 0 };
  }
  const parts = timerParts(it, left);
  const longest = Math.max(2, ...parts.map(({ value }) => value.length));
  const gap = room.width * 0.025;
  const unitShare = it.showUnits ? 0.26 : 0;
  const widest = (room.width - gap * (parts.length - 1)) / Math.max(1, parts.length);
  const cardHeight = Math.min(room.height * (1 - unitShare), widest * 1.05);
  const cardWidth = Math.min(widest, cardHeight * Math.max(1.15, longest * 0.62));
  const unitHeight = it.showUnits ? Math.min(cardHeight * 0.34, room.height * unitShare) : 0;
  const total = cardWidth * parts.length + gap * (parts.length - 1);
  const y = room.y + (room.height - cardHeight - unitHeight) / 2;
  const cards: Box[] = [];
  const onCards = it.look === 'cards';
  const ink = onCards ? inkOn(colorOr(it.cardColor, '#0f172a')) : base.color;
  for (const [i, { value, unit }] of parts.entries()) {
    const x = room.x + (room.width - total) / 2 + i * (cardWidth + gap);
    const card = { x, y, width: cardWidth, height: cardHeight };
    cards.push(card);
    const fontSize = Math.min(cardHeight * (onCards ? 0.66 : 0.9), (cardWidth / longest) * 1.42);
    // Each figure has a place of its own: the number must not tremble as it counts.
    const digit = fontSize * 0.64;
    for (const [d, character] of [...value].entries()) {
      const box = {
        ...card,
        x: x + cardWidth / 2 + (d - value.length / 2) * digit - digit / 2,
        width: digit * 2,
      };
      blocks.push(
        block(character, box, styles, {
          fontSize,
          fontWeight: 700,
          color: ink,
          textAlign: 'center',
          singleLine: true,
        }),
      );
    }
    if (!onCards && i > 0) {
      const box = { ...card, x: x - gap / 2 - fontSize / 2, width: fontSize };
      blocks.push(
        block(':', box, styles, {
          fontSize: fontSize * 0.8,
          fontWeight: 600,
          textAlign: 'center',
          opacity: 0.5,
          singleLine: true,
        }),
      );
    }
    if (unitHeight > 0)
      blocks.push(
        block(
          unit,
          { x: x - gap, y: y + cardHeight, width: cardWidth + 2 * gap, height: unitHeight },
          styles,
          {
            fontSize: Math.min(unitHeight * 0.62, cardWidth / 5),
            fontWeight: 500,
            textAlign: 'center',
            singleLine: true,
          },
        ),
      );
  }
  return { blocks, cards: onCards ? cards : [], radius: cardHeight * 0.12 };
}

function drawCard(ctx: SceneContext, card: Box, cardColor: string, radius: number): void {
  const fill = colorOr(cardColor, '#0f172a');
  isolate(ctx, () => {
    ctx.translate(card.x, card.y);
    const outline = roundedBox(ctx, 0, 0, card.width, card.height, radius);
    drawOuterShadows(ctx, '0px 4px 12px -2px rgba(15, 23, 42, 0.35)', outline);
    const box = { x: 0, y: 0, width: card.width, height: card.height };
    fillRounded(ctx, box, `linear-gradient(180deg, ${shade(fill, 0.14)}, ${fill})`, radius);
    drawInsetShadows(ctx, 'inset 0px 1px 0px rgba(255, 255, 255, 0.16)', card, outline);
    const seam = Math.max(1, card.height * 0.012);
    fillRounded(
      ctx,
      { x: 0, y: card.height / 2 - seam / 2, width: card.width, height: seam },
      'rgba(0, 0, 0, 0.28)',
    );
  });
}

export const timer = defineElementType({
  type: 'timer',
  base: 'timer',
  label: 'Timer',
  description: 'Counts down to a date, or for some minutes',
  category: 'Interactive',
  tags: ['timer', 'countdown', 'clock', 'deadline', 'offer'],
  icon: 'IconClock',
  size: { width: 480, height: 180 },
  properties,
  styles: { fontFamily: 'Inter', color: '#0f172a', borderRadius: 0, padding: 12 },
  form: [
    choiceOf('mode', 'Counts', [
      { value: 'duration', label: 'For some minutes' },
      { value: 'date', label: 'To a date' },
    ]),
    rangeOf('minutes', 'Minutes', { min: 0, max: 1440, step: 1 }, 'content', when('mode', 'duration')),
    textField('targetDate', 'Until', 'content', {
      placeholder: '2026-12-31 18:00',
      help: 'Year-month-day and time, in your time zone',
      ...when('mode', 'date'),
    }),
    textField('label', 'Label'),
    textField('finishedText', 'When it is over'),
    toggle('showDays', 'Days'),
    toggle('showHours', 'Hours'),
    toggle('showMinutes', 'Minutes'),
    toggle('showSeconds', 'Seconds'),
    toggle('showUnits', 'Names of the units'),
    choiceOf(
      'look',
      'Look',
      [
        { value: 'cards', label: 'Cards' },
        { value: 'plain', label: 'Figures only' },
      ],
      'style',
    ),
    colorOf('cardColor', 'Cards', 'style', when('look', 'cards')),
    { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
    colorField,
    ...boxFields,
  ],
  animated: true,
  stillUntil: (element, env) => {
    const left = secondsLeft(element, env);
    if (!left) return Infinity;
    const { properties: it } = element;
    const now = it.mode === 'duration' ? env.t : (nowOf(env) ?? 0) / 1000;
    const whole = it.mode === 'duration' ? it.minutes * 60 : undefined;
    // The next whole second before the end.
    if (whole !== undefined) return whole - left + 1 > now ? whole - left + 1 : now;
    return env.t + (1 - (((now % 1) + 1) % 1) || 1);
  },
  weights: [500, 600, 700],
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    const { blocks, cards, radius } = layout(element, env);
    for (const card of cards) drawCard(ctx, card, element.properties.cardColor, radius);
    paintBlocks(ctx, blocks, env);
  },
  text: ({ properties: it }, env) =>
    `${resolveText(it.label, env)} ${resolveText(it.finishedText, env)} 0123456789: Days Hours Minutes Seconds Set a date`,
  textLines: (ctx, element, env) => {
    // Figures stand one by one, but are one word.
    const { blocks } = layout(element, env);
    return blockLines(ctx, blocks, env);
  },
});
