import { encode } from 'uqr';
import * as z from 'zod';
import { isMediaSource } from '#shared/model/urls.ts';
import { colorOr } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { assetOf, choiceOf, colorOf, rangeOf, textField } from '../form-builders.ts';
import { radiusField } from '../form-fields.ts';
import { memoize } from '../memo.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { drawFitted } from '../paint/image-fit.ts';
import { contrast, drawNotice } from '../paint/panel.ts';
import { drawOuterShadows } from '../paint/shadow.ts';
import { fillRounded } from '../paint/shapes.ts';
import { boxShadowPresets } from '../presets.ts';
import { readRadius } from '../styles.ts';
import { resolveText } from '../variables.ts';
import { color, mediaSource, within } from './schema-parts.ts';

const levels = ['L', 'M', 'Q', 'H'] as const;

/** Most bytes that a code can hold at its weakest correction (ISO/IEC 18004, version 40-L). */
const mostBytes = 2_953;

const properties = z.object({
  text: z.string().max(mostBytes).default('https://example.com'),
  errorCorrection: z.enum(levels).default('M'),
  foreground: color('#0f172a'),
  background: color('#ffffff'),
  look: z.enum(['square', 'rounded', 'dots']).default('square'),
  /** Modules of empty ground around the code; scanners want 4 (ISO/IEC 18004). */
  quietZone: within(0, 10, 4),
  logo: mediaSource,
});

type QrCode = Drawable<z.output<typeof properties>>;

interface Code {
  size: number;
  data: boolean[][];
}

const codeOf = memoize((key: string): Code | undefined => {
  const ecc = key[0] as (typeof levels)[number];
  try {
    const { size, data } = encode(key.slice(1), { ecc, border: 0 });
    return { size, data };
  } catch {
    // More than a code of that correction can hold.
    return undefined;
  }
}, 100);

/** Whether a module belongs to one of the three squares in the corners, which are drawn in one piece. */
function inFinder(size: number, x: number, y: number): boolean {
  const low = (value: number) => value < 7;
  const high = (value: number) => value >= size - 7;
  return (low(x) && (low(y) || high(y))) || (high(x) && low(y));
}

function drawFinder(
  ctx: SceneContext,
  x: number,
  y: number,
  unit: number,
  ink: string,
  ground: string,
  look: QrCode['properties']['look'],
) {
  const round = look === 'square' ? 0 : unit;
  fillRounded(ctx, { x, y, width: unit * 7, height: unit * 7 }, ink, round * 2);
  fillRounded(ctx, { x: x + unit, y: y + unit, width: unit * 5, height: unit * 5 }, ground, round * 1.4);
  fillRounded(ctx, { x: x + unit * 2, y: y + unit * 2, width: unit * 3, height: unit * 3 }, ink, round);
}

function drawModules(
  ctx: SceneContext,
  code: Code,
  left: number,
  top: number,
  unit: number,
  element: QrCode,
  hole: number,
) {
  const { look } = element.properties;
  const { size, data } = code;
  const middle = (value: number) => Math.abs(value + 0.5 - size / 2) < hole / 2;
  const dark = (x: number, y: number) =>
    data[y]?.[x] === true && !inFinder(size, x, y) && !(middle(x) && middle(y));
  ctx.beginPath();
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!dark(x, y)) continue;
      const px = left + x * unit;
      const py = top + y * unit;
      if (look === 'dots') {
        ctx.moveTo(px + unit * 0.95, py + unit / 2);
        ctx.arc(px + unit / 2, py + unit / 2, unit * 0.45, 0, Math.PI * 2);
      } else if (look === 'rounded') {
        // Only corners that stand free are round, so that neighbours flow together.
        const r = unit * 0.45;
        const free = (dx: number, dy: number) => (dark(x + dx, y) || dark(x, y + dy) ? 0 : r);
        ctx.roundRect(px, py, unit, unit, [free(-1, -1), free(1, -1), free(1, 1), free(-1, 1)]);
      } else ctx.rect(px, py, unit, unit);
    }
  }
  ctx.fill();
}

export const qrCode = defineElementType({
  type: 'qr_code',
  base: 'qr_code',
  label: 'QR code',
  description: 'A link that phones can scan, also one per lead',
  category: 'Interactive',
  tags: ['qr', 'code', 'scan', 'link', 'phone', 'barcode'],
  icon: 'IconQrcode',
  size: { width: 240, height: 240 },
  properties,
  styles: { borderRadius: 12 },
  form: [
    {
      ...textField('text', 'Link or text', 'content', { maxLength: mostBytes, placeholder: 'https://' }),
      kind: 'textarea',
      variables: true,
    },
    assetOf('logo', 'Logo in the middle'),
    choiceOf(
      'errorCorrection',
      'May be damaged by',
      [
        { value: 'L', label: '7 %' },
        { value: 'M', label: '15 %' },
        { value: 'Q', label: '25 %' },
        { value: 'H', label: '30 %' },
      ],
      'content',
    ),
    choiceOf(
      'look',
      'Look',
      [
        { value: 'square', label: 'Squares' },
        { value: 'rounded', label: 'Rounded' },
        { value: 'dots', label: 'Dots' },
      ],
      'style',
    ),
    colorOf('foreground', 'Colour'),
    colorOf('background', 'Ground'),
    radiusField,
    rangeOf('quietZone', 'Empty edge', { min: 0, max: 10, step: 1 }, 'layout', {
      help: 'In modules; scanners want 4',
    }),
    {
      target: 'styles',
      key: 'boxShadow',
      tab: 'effects',
      kind: 'select',
      label: 'Box shadow',
      options: boxShadowPresets,
    },
  ],
  draw: (ctx, element, env: SceneEnv) => {
    const { properties: it, width, height } = element;
    const text = resolveText(it.text, env).trim();
    // A logo covers modules, which only the strongest correction makes good.
    const code = text === '' ? undefined : codeOf(`${it.logo ? 'H' : it.errorCorrection}${text}`);
    const side = Math.min(width, height);
    const place = { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
    const ground = colorOr(it.background, '#ffffff');
    let ink = colorOr(it.foreground, '#0f172a');
    // Below this no scanner tells the two apart.
    if (contrast(ink, ground) < 2.5) ink = contrast('#000000', ground) >= 2.5 ? '#000000' : '#ffffff';
    const outline = roundedBox(ctx, place.x, place.y, side, side, readRadius(element.styles));
    drawOuterShadows(ctx, element.styles.boxShadow, outline);
    fillRounded(ctx, place, ground, readRadius(element.styles));
    if (!code) {
      const message = text === '' ? 'Enter a link' : 'Too long for a QR code';
      return drawNotice(ctx, place, { glyph: 'broken', text: message, ink }, env);
    }
    const unit = side / (code.size + 2 * it.quietZone);
    const left = place.x + it.quietZone * unit;
    const top = place.y + it.quietZone * unit;
    const logo = isMediaSource(it.logo) ? env.assets.image(it.logo) : undefined;
    const hole = logo?.state === 'loaded' ? Math.floor(code.size * 0.24) | 1 : 0;
    ctx.fillStyle = ink;
    drawModules(ctx, code, left, top, unit, element, hole);
    for (const [x, y] of [
      [0, 0],
      [code.size - 7, 0],
      [0, code.size - 7],
    ] as const)
      drawFinder(ctx, left + x * unit, top + y * unit, unit, ink, ground, it.look);
    if (!logo || hole === 0) return;
    const box = {
      x: left + ((code.size - hole) / 2 + 0.5) * unit,
      y: top + ((code.size - hole) / 2 + 0.5) * unit,
      width: (hole - 1) * unit,
      height: (hole - 1) * unit,
    };
    isolate(ctx, () => {
      clipTo(ctx, roundedBox(ctx, box.x, box.y, box.width, box.height, unit));
      drawFitted(ctx, logo, box, 'contain');
    });
  },
  images: ({ properties: { logo } }) => (isMediaSource(logo) ? [logo] : []),
  text: ({ properties: { text } }, env) => `QR code: ${resolveText(text, env)}`,
});
