import * as z from 'zod';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, rangeOf, toggle } from '../form-builders.ts';
import { drawBox } from '../paint/box.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { randomFrom } from '../seed.ts';
import { readRadius } from '../styles.ts';
import { within } from './schema-parts.ts';

const palettes = {
  party: ['#f43f5e', '#f59e0b', '#facc15', '#22c55e', '#0ea5e9', '#8b5cf6'],
  gold: ['#fef3c7', '#fcd34d', '#f59e0b', '#b45309', '#fffbeb'],
  brand: ['#0f2a5f', '#2563eb', '#f59e0b', '#fcd34d', '#ffffff'],
  pastel: ['#fda4af', '#fde68a', '#bbf7d0', '#bae6fd', '#ddd6fe'],
} as const;

const properties = z.object({
  pieceCount: within(10, 600, 240),
  mode: z.enum(['cannons', 'rain']).default('cannons'),
  colors: z.enum(Object.keys(palettes) as [keyof typeof palettes]).default('party'),
  /** px; the longer side of a piece. */
  pieceSize: within(4, 40, 16),
  speed: within(0.2, 4, 1),
  sway: within(0, 3, 1),
  /** Fires (or falls) again and again; otherwise once. */
  continuous: z.boolean().default(true),
  /** Seconds from one volley to the next. */
  interval: within(1.5, 20, 4.5),
});

type Confetti = Drawable<z.output<typeof properties>>;

interface Piece {
  x: number;
  y: number;
  turn: number;
  tumble: number;
  opacity: number;
}

const gravity = 400;
/** How much of its speed the air takes from a piece in a second. */
const drag = 1.9;

/** One piece of a volley, `age` seconds after it was fired; nothing once it is gone. */
function fired(element: Confetti, index: number, volley: number, age: number): Piece | undefined {
  const { width, height, seed, properties: it } = element;
  const random = randomFrom(seed + volley * 7919, index);
  const left = index % 2 === 0;
  const late = random() * 0.22;
  const t = (age - late) * it.speed;
  if (t < 0) return undefined;
  const angle = (left ? 1 : -1) * (0.1 + random() * 0.86);
  const reach = (0.7 + random() * 0.75) * Math.sqrt(height / 600);
  const power = 1330 * reach;
  // A body thrown through air that slows it: towards an even fall.
  const slowed = (1 - Math.exp(-drag * t)) / drag;
  const fall = gravity / drag;
  const x = (left ? -0.01 : 1.01) * width + Math.sin(angle) * power * slowed;
  const y = height * 1.02 - Math.cos(angle) * power * slowed + fall * (t - slowed);
  const sway = Math.sin(t * (2.2 + random() * 2.4) + random() * 6) * 26 * it.sway * Math.min(1, t);
  if (y > height + 40 && t > 0.6) return undefined;
  return {
    x: x + sway,
    y,
    turn: random() * 6.28 + t * (random() - 0.5) * 9,
    tumble: t * (5 + random() * 7) + random() * 6.28,
    opacity: Math.max(0, Math.min(1, (6.2 - t) / 1.4)),
  };
}

function falling(element: Confetti, index: number, t: number): Piece | undefined {
  const { width, height, seed, properties: it } = element;
  const random = randomFrom(seed, index);
  const speed = (90 + random() * 130) * it.speed;
  const way = height + 80;
  const start = random() * way;
  const fallen = t * speed + (it.continuous ? start : -start * 0.6);
  if (!it.continuous && (fallen < 0 || fallen > way)) return undefined;
  const y = (fallen % way) - 40;
  const sway = Math.sin(t * (0.9 + random() * 1.4) + random() * 6) * 34 * it.sway;
  return {
    x: random() * width + sway,
    y,
    turn: random() * 6.28 + t * (random() - 0.5) * 3,
    tumble: t * (2.4 + random() * 4) + random() * 6.28,
    opacity: 1,
  };
}

function drawPiece(ctx: SceneContext, piece: Piece, element: Confetti, index: number): void {
  const { pieceSize, colors } = element.properties;
  const random = randomFrom(element.seed ^ 0x5bd1e995, index);
  const palette = palettes[colors];
  const length = pieceSize * (0.65 + random() * 0.6);
  const kind = random();
  // A piece of paper that turns over shows its edge, and its back is darker.
  const facing = Math.cos(piece.tumble);
  isolate(ctx, () => {
    ctx.translate(piece.x, piece.y);
    ctx.rotate(piece.turn);
    ctx.globalAlpha *= piece.opacity;
    ctx.fillStyle = palette[Math.floor(random() * palette.length)]!;
    ctx.scale(1, Math.max(0.08, Math.abs(facing)));
    ctx.beginPath();
    if (kind < 0.22) ctx.arc(0, 0, length * 0.42, 0, Math.PI * 2);
    else if (kind < 0.4) ctx.rect(-length * 0.9, -length * 0.14, length * 1.8, length * 0.28);
    else ctx.rect(-length / 2, -length * 0.3, length, length * 0.6);
    ctx.fill();
    if (facing < 0) {
      ctx.fillStyle = 'rgba(15, 23, 42, 0.22)';
      ctx.fill();
    }
  });
}

/** Seconds after which a single run is over. */
const runSeconds = ({ properties: it, height }: Confetti) =>
  it.mode === 'cannons' ? 6.5 / it.speed : ((height + 80) * 1.6) / (90 * it.speed);

export const confetti = defineElementType({
  type: 'confetti',
  base: 'confetti',
  label: 'Confetti',
  description: 'Paper that is fired or falls, for a deal that is won',
  category: 'Effects',
  tags: ['confetti', 'celebration', 'party', 'win', 'background'],
  isNew: true,
  icon: 'IconConfetti',
  size: { width: 800, height: 600 },
  properties,
  styles: { backgroundColor: 'transparent', borderRadius: 0 },
  form: [
    choiceOf('mode', 'How', [
      { value: 'cannons', label: 'Fired from both sides' },
      { value: 'rain', label: 'Falling' },
    ]),
    rangeOf('pieceCount', 'Pieces', { min: 10, max: 600, step: 10 }),
    toggle('continuous', 'Again and again'),
    rangeOf('interval', 'Each volley after', { min: 1.5, max: 20, step: 0.5, unit: 's' }),
    choiceOf(
      'colors',
      'Colours',
      [
        { value: 'party', label: 'Party' },
        { value: 'gold', label: 'Gold' },
        { value: 'brand', label: 'Navy and amber' },
        { value: 'pastel', label: 'Pastel' },
      ],
      'style',
    ),
    rangeOf('pieceSize', 'Size', { min: 4, max: 40, step: 1, unit: 'px' }, 'style'),
    { target: 'styles', key: 'backgroundColor', tab: 'style', kind: 'color', label: 'Background' },
    rangeOf('speed', 'Speed', { min: 0.2, max: 4, step: 0.1, unit: '×' }, 'effects'),
    rangeOf('sway', 'Sway', { min: 0, max: 3, step: 0.1 }, 'effects'),
  ],
  animated: true,
  stillUntil: (element, env) =>
    !element.properties.continuous && env.t > runSeconds(element) ? Infinity : env.t,
  reach: () => 0,
  draw: (ctx, element, env: SceneEnv) => {
    drawBox(ctx, element, element.styles);
    const { mode, pieceCount, continuous, interval } = element.properties;
    const t = Math.max(0, env.t);
    const count = Math.round(pieceCount);
    clipTo(ctx, roundedBox(ctx, 0, 0, element.width, element.height, readRadius(element.styles)));
    if (mode === 'rain') {
      for (let i = 0; i < count; i++) {
        const piece = falling(element, i, t);
        if (piece) drawPiece(ctx, piece, element, i);
      }
      return;
    }
    // The volley before may still be falling.
    const latest = continuous ? Math.floor(t / interval) : 0;
    for (let volley = Math.max(0, latest - 1); volley <= latest; volley++) {
      for (let i = 0; i < count; i++) {
        const piece = fired(element, i, volley, t - volley * interval);
        if (piece && piece.opacity > 0) drawPiece(ctx, piece, element, i);
      }
    }
  },
});
