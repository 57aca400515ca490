import { formatColor, mixColors, parseColor } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { choice, count, declare, palette, slider, speed, toggle } from './controls.ts';
import { around, defineEffect, drawStill, unitOf } from './effect.ts';
import { clamp01, fraction, smooth } from './random.ts';
import { glow, Stamps } from './sprite.ts';

const palettes = palette(
  {
    violet: { label: 'Violet', colors: ['#22d3ee', '#818cf8', '#e879f9'] },
    sunrise: { label: 'Sunrise', colors: ['#fde047', '#fb7185', '#c026d3'] },
    mint: { label: 'Mint', colors: ['#a7f3d0', '#2dd4bf', '#0ea5e9'] },
    mono: { label: 'Monochrome', colors: ['#ffffff', '#cbd5e1', '#64748b'] },
  },
  'violet',
);

const sides = { triangle: 3, square: 4, hexagon: 6, circle: 0 } as const;

const { properties, form } = declare({
  shape: choice(
    'Shape',
    { triangle: 'Triangle', square: 'Square', hexagon: 'Hexagon', circle: 'Circle' },
    'hexagon',
  ),
  shapeCount: count('Rings', 7, 16),
  speed: speed('Pulse'),
  rotation: slider('Turning', 1, [-4, 4, 0.1], { unit: '×' }),
  ...palettes.controls,
  lattice: toggle('Lattice behind', true),
  glow: toggle('Glow', true),
});

function tracePolygon(
  ctx: SceneContext,
  x: number,
  y: number,
  radius: number,
  corners: number,
  turn: number,
): void {
  if (corners === 0) {
    ctx.moveTo(x + radius, y);
    ctx.arc(x, y, radius, 0, Math.PI * 2);
    return;
  }
  for (let i = 0; i < corners; i++) {
    const angle = turn + (i / corners) * Math.PI * 2 - Math.PI / 2;
    const [px, py] = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
    if (i === 0) ctx.moveTo(px, py);
    else ctx.lineTo(px, py);
  }
  ctx.closePath();
}

/** Colours of a palette from 0 to 1, in a few steps. */
const steps = 8;

function ramp(colors: readonly string[]): string[] {
  return Array.from({ length: steps }, (_, i) => {
    const at = (i / (steps - 1)) * (colors.length - 1);
    const index = Math.min(colors.length - 2, Math.floor(at));
    return formatColor(mixColors(parseColor(colors[index])!, parseColor(colors[index + 1])!, at - index));
  });
}

/** A heartbeat: quick up, slow down. @param phase from 0 to 1 */
const beat = (phase: number) => smooth(0, 0.12, phase) * (1 - smooth(0.12, 0.8, phase));

export const geometricPulse = defineEffect({
  type: 'geometric_pulse',
  label: 'Geometric pulse',
  description: 'Shapes that pulse outwards through a lattice',
  tags: ['geometric', 'pulse', 'shapes', 'rings', 'abstract', 'modern'],
  icon: 'IconHexagons',
  background: 'radial-gradient(circle at 50% 50%, #1e1b4b 0%, #0f0d2b 60%, #07061a 100%)',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { shape, shapeCount, speed, rotation, lattice, glow: shines } = element.properties;
    const { width, height } = element;
    const unit = unitOf(element);
    const colors = ramp(palettes.colorsOf(element.properties));
    const corners = sides[shape];
    const [cx, cy] = [width / 2, height / 2];
    const far = Math.hypot(cx, cy);
    const pace = env.t * 0.32 * speed;
    const stamps = new Stamps(ctx);

    if (lattice) {
      const pitch = 38 * unit;
      const rows = Math.ceil(cy / (pitch * 0.866)) + 1;
      const columns = Math.ceil(cx / pitch) + 1;
      const turn = env.t * 0.25 * rotation;
      for (let row = -rows; row <= rows; row++) {
        for (let column = -columns; column <= columns; column++) {
          const x = cx + (column + (row & 1 ? 0.5 : 0)) * pitch;
          const y = cy + row * pitch * 0.866;
          const distance = Math.hypot(x - cx, y - cy) / far;
          const wave = beat(fraction(pace - distance * 1.35));
          const radius = (2 + 9.5 * wave) * unit;
          ctx.fillStyle = colors[Math.min(steps - 1, Math.floor(distance * steps))]!;
          stamps.fade(0.22 + 0.45 * wave);
          if (wave < 0.04) {
            ctx.fillRect(x - radius * 0.8, y - radius * 0.8, radius * 1.6, radius * 1.6);
            continue;
          }
          ctx.beginPath();
          tracePolygon(ctx, x, y, radius, corners || 6, turn);
          ctx.fill();
        }
      }
      stamps.reset();
    }

    const pulse = beat(fraction(pace));
    if (shines) {
      ctx.globalCompositeOperation = 'lighter';
      stamps.fade(0.3 + 0.6 * pulse);
      const shine = (still: SceneContext) =>
        new Stamps(still).put(glow(colors[3]!), cx, cy, (430 * unit) / 64);
      drawStill(ctx, element, `pulse:${colors[3]}`, shine, around(cx, cy, 216 * unit));
      stamps.reset();
      ctx.globalCompositeOperation = 'source-over';
    }
    ctx.lineJoin = 'round';
    for (let i = 0; i < shapeCount; i++) {
      const age = fraction(pace / 2 + i / shapeCount);
      // Rings start fast and slow down, as if thrown.
      const reach = 1 - (1 - age) ** 1.7;
      const radius = 18 * unit + reach * far * 1.05;
      const alpha = smooth(0, 0.08, age) * (1 - age) ** 1.4;
      const tint = colors[Math.min(steps - 1, Math.floor(age * steps))]!;
      const turn = (env.t * 0.22 + reach * 1.1) * rotation * (i % 2 === 0 ? 1 : -1);
      ctx.strokeStyle = tint;
      const widths: readonly (readonly [number, number])[] = shines
        ? [
            [11, 0.12],
            [5, 0.25],
            [2, 1],
          ]
        : [[2, 1]];
      for (const [thick, share] of widths) {
        stamps.fade(alpha * share);
        ctx.lineWidth = thick * unit * (0.6 + 0.8 * clamp01(1 - age));
        ctx.beginPath();
        tracePolygon(ctx, cx, cy, radius, corners, turn);
        ctx.stroke();
      }
    }
    stamps.fade(1);
    ctx.fillStyle = colors[1]!;
    ctx.beginPath();
    tracePolygon(ctx, cx, cy, (20 + 9 * pulse) * unit, corners, env.t * 0.4 * rotation);
    ctx.fill();
    ctx.fillStyle = 'rgba(255, 255, 255, 0.85)';
    ctx.beginPath();
    tracePolygon(ctx, cx, cy, (9 + 6 * pulse) * unit, corners, -env.t * 0.4 * rotation);
    ctx.fill();
    stamps.reset();
  },
});
