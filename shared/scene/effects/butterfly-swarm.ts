import { shade, withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { count, declare, palette, scale, slider, speed, toggle } from './controls.ts';
import { defineEffect, unitOf } from './effect.ts';
import { between, chance, mix } from './random.ts';
import { type Sprite, Stamps } from './sprite.ts';

const palettes = palette(
  {
    meadow: { label: 'Meadow', colors: ['#f97316', '#3b82f6', '#eab308', '#a855f7', '#ec4899'] },
    monarch: { label: 'Monarch', colors: ['#f97316', '#fb923c', '#ea580c'] },
    morpho: { label: 'Morpho', colors: ['#2563eb', '#38bdf8', '#4f46e5'] },
    pastel: { label: 'Pastel', colors: ['#f9a8d4', '#93c5fd', '#c4b5fd', '#fde68a'] },
  },
  'meadow',
);

function traceForewing(ctx: SceneContext): void {
  ctx.moveTo(1, -6);
  ctx.bezierCurveTo(12, -38, 40, -50, 50, -42);
  ctx.bezierCurveTo(54, -30, 46, -8, 34, 0);
  ctx.bezierCurveTo(22, 4, 8, 2, 1, 0);
  ctx.closePath();
}

function traceHindwing(ctx: SceneContext): void {
  ctx.moveTo(1, -2);
  ctx.bezierCurveTo(16, -2, 38, 2, 40, 16);
  ctx.bezierCurveTo(42, 30, 28, 44, 18, 40);
  ctx.bezierCurveTo(10, 36, 4, 18, 1, 6);
  ctx.closePath();
}

/** The right wings, their root at (0, 0): bright within, dark at the edge, with veins and pale spots. */
const wings = (tint: string): Sprite => ({
  key: `wings:${tint}`,
  width: 112,
  height: 104,
  paint: (ctx) => {
    const edge = shade(tint, -0.72);
    for (const [trace, x, y, reach] of [
      [traceHindwing, 6, 4, 46],
      [traceForewing, 8, -10, 62],
    ] as const) {
      const body = ctx.createRadialGradient(x, y, 2, x + 6, y, reach);
      body.addColorStop(0, shade(tint, -0.25));
      body.addColorStop(0.25, shade(tint, 0.28));
      body.addColorStop(0.62, tint);
      body.addColorStop(0.84, shade(tint, -0.3));
      body.addColorStop(1, edge);
      ctx.fillStyle = body;
      ctx.beginPath();
      trace(ctx);
      ctx.fill();
      ctx.strokeStyle = edge;
      ctx.lineWidth = 3.2;
      ctx.lineJoin = 'round';
      ctx.stroke();
    }
    ctx.strokeStyle = withAlpha(edge, 0.55);
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (const [x, y] of [
      [46, -40],
      [48, -28],
      [42, -12],
      [32, -2],
      [38, 14],
      [32, 30],
      [20, 38],
    ] as const) {
      ctx.moveTo(2, -1);
      ctx.quadraticCurveTo(x * 0.5, y * 0.35, x, y);
    }
    ctx.stroke();
    ctx.fillStyle = withAlpha('#ffffff', 0.85);
    ctx.beginPath();
    for (const [x, y, r] of [
      [46, -37, 1.9],
      [47.5, -29, 1.6],
      [45, -20, 1.4],
      [37, 14, 1.5],
      [35, 24, 1.7],
      [28, 33, 1.4],
    ] as const) {
      ctx.moveTo(x + r, y);
      ctx.arc(x, y, r, 0, Math.PI * 2);
    }
    ctx.fill();
  },
});

const body: Sprite = {
  key: 'butterfly-body',
  width: 30,
  height: 84,
  paint: (ctx) => {
    ctx.strokeStyle = '#292018';
    ctx.lineCap = 'round';
    ctx.lineWidth = 1.3;
    ctx.beginPath();
    ctx.moveTo(-1, -17);
    ctx.quadraticCurveTo(-4, -30, -10, -37);
    ctx.moveTo(1, -17);
    ctx.quadraticCurveTo(4, -30, 10, -37);
    ctx.stroke();
    const fur = ctx.createLinearGradient(-4, 0, 4, 0);
    fur.addColorStop(0, '#1c1510');
    fur.addColorStop(0.4, '#5b4634');
    fur.addColorStop(1, '#17110c');
    ctx.fillStyle = fur;
    ctx.beginPath();
    ctx.ellipse(0, -16, 3, 3.4, 0, 0, Math.PI * 2);
    ctx.ellipse(0, -5, 3.7, 9, 0, 0, Math.PI * 2);
    ctx.fill();
    ctx.beginPath();
    ctx.ellipse(0, 14, 2.6, 14, 0, 0, Math.PI * 2);
    ctx.fill();
  },
};

const { properties, form } = declare({
  butterflyCount: count('Butterflies', 20, 100),
  speed: speed(),
  flapping: slider('Wing beats', 1, [0.2, 3, 0.1], { unit: '×' }),
  size: scale('Butterfly size'),
  ...palettes.controls,
  depth: toggle('Near and far', true),
});

export const butterflySwarm = defineEffect({
  type: 'butterfly_swarm',
  label: 'Butterfly swarm',
  description: 'Butterflies fluttering to and fro',
  tags: ['butterflies', 'spring', 'nature', 'summer', 'gentle'],
  icon: 'IconButterfly',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { butterflyCount, speed, flapping, size, depth: hasDepth } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const colors = palettes.colorsOf(element.properties);
    const stamps = new Stamps(ctx);
    for (let i = 0; i < butterflyCount; i++) {
      const depth = hasDepth ? (i + 0.5) / butterflyCount : 0.6;
      const scale = (mix(36, 88, depth) * between(seed, i, 1, 0.9, 1.15) * size * unit) / 100;
      const pace = speed * mix(0.16, 0.26, depth) * between(seed, i, 2, 0.8, 1.25);
      const phase = (n: number) => chance(seed, i, 10 + n) * 6.28;
      const beat = env.t * between(seed, i, 3, 7, 10) * flapping * speed ** 0.5 + phase(0);
      // A way without end made of waves of unlike lengths; each beat of the wings lifts the body.
      const placeAt = (t: number): readonly [number, number] => [
        width * (0.5 + 0.4 * Math.sin(t * pace + phase(1)) + 0.13 * Math.sin(t * pace * 2.63 + phase(2))),
        height *
          (0.5 + 0.36 * Math.sin(t * pace * 1.31 + phase(3)) + 0.12 * Math.sin(t * pace * 3.17 + phase(4))),
      ];
      const [x, y] = placeAt(env.t);
      const [nextX, nextY] = placeAt(env.t + 0.06);
      const heading = Math.atan2(nextY - y, nextX - x) + Math.PI / 2;
      const tilt = heading + 0.22 * Math.sin(env.t * 1.7 * speed + phase(5));
      const bob = Math.sin(beat) * 4 * scale;
      // Wings open slowly and close fast, and pause spread out now and then.
      const gliding = Math.max(0, Math.sin(env.t * 0.8 * speed + phase(6)) - 0.6) * 2.2;
      const swing = Math.sin(beat + 0.5 * Math.sin(beat));
      const open = mix(0.58 + 0.42 * swing, 0.92, Math.min(1, gliding));
      const wing = wings(colors[i % colors.length]!);
      const alpha = hasDepth ? mix(0.72, 1, depth) : 1;
      const spread = scale * Math.max(0.12, open);
      stamps.put(wing, x, y - bob, spread, alpha, tilt, scale);
      stamps.put(wing, x, y - bob, -spread, alpha, tilt, scale);
      stamps.put(body, x, y - bob, scale * 0.9, alpha, tilt);
    }
    stamps.reset();
  },
});
