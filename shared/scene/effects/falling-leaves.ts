import { shade, withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { count, declare, palette, scale, slider, speed, toggle } from './controls.ts';
import { defineEffect, unitOf } from './effect.ts';
import { between, chance, fraction, mix } from './random.ts';
import { Stamps, sprites } from './sprite.ts';

const palettes = palette(
  {
    autumn: { label: 'Autumn', colors: ['#d9480f', '#f08c00', '#c92a2a', '#e8a317', '#9c4a1a', '#b8860b'] },
    spring: { label: 'Spring', colors: ['#66a80f', '#94d82d', '#2f9e44', '#c0eb75'] },
    cherry: { label: 'Cherry blossom', colors: ['#fbb6ce', '#f687b3', '#fed7e2'] },
    gold: { label: 'Gold', colors: ['#d4a017', '#f2c94c', '#b7791f'] },
  },
  'autumn',
);

/** Half of a maple leaf, from its stem upwards along the right side, on a grid of 100. */
const maple = [
  [3, 20],
  [16, 26],
  [14, 18],
  [36, 20],
  [31, 13],
  [46, -2],
  [38, -5],
  [41, -17],
  [28, -13],
  [24, -19],
  [17, -5],
  [20, -30],
  [13, -27],
  [0, -48],
] as const;

function traceLeaf(ctx: SceneContext, shape: number): void {
  ctx.moveTo(0, 24);
  if (shape === 0) {
    for (const [x, y] of maple) ctx.lineTo(x, y);
    for (const [x, y] of [...maple].reverse()) ctx.lineTo(-x, y);
  } else if (shape === 1) {
    ctx.bezierCurveTo(26, 16, 24, -22, 0, -46);
    ctx.bezierCurveTo(-24, -22, -26, 16, 0, 24);
  } else {
    // An oak's: lobes on each side.
    const lobes = [
      [20, 18, 10, 8],
      [28, 4, 12, -5],
      [26, -12, 10, -19],
      [18, -30, 0, -44],
    ] as const;
    for (const [cx, cy, x, y] of lobes) ctx.bezierCurveTo(cx * 0.6, cy + 8, cx * 1.25, cy + 2, x, y);
    for (let i = lobes.length - 1; i >= 0; i--) {
      const [cx, cy] = lobes[i]!;
      const [x, y] = i === 0 ? [0, 24] : [lobes[i - 1]![2], lobes[i - 1]![3]];
      ctx.bezierCurveTo(-cx * 1.25, cy + 2, -cx * 0.6, cy + 8, -x, y);
    }
  }
  ctx.closePath();
}

const veins = [
  [
    [0, -42],
    [36, -4],
    [-36, -4],
    [26, 17],
    [-26, 17],
    [14, -24],
    [-14, -24],
  ],
  [
    [0, -42],
    [13, -22],
    [-13, -22],
    [16, -6],
    [-16, -6],
    [13, 8],
    [-13, 8],
  ],
  [
    [0, -40],
    [15, -26],
    [-15, -26],
    [20, -10],
    [-20, -10],
    [19, 6],
    [-19, 6],
  ],
] as const;

const leaf = sprites((tint, shape) => ({
  key: `leaf:${tint}:${shape}`,
  width: 100,
  height: 104,
  paint: (ctx) => {
    ctx.lineCap = ctx.lineJoin = 'round';
    ctx.strokeStyle = shade(tint, -0.35);
    ctx.lineWidth = 2.6;
    ctx.beginPath();
    ctx.moveTo(0, 20);
    ctx.quadraticCurveTo(1, 36, 6, 47);
    ctx.stroke();
    const body = ctx.createLinearGradient(-34, -36, 30, 30);
    body.addColorStop(0, shade(tint, 0.3));
    body.addColorStop(0.5, tint);
    body.addColorStop(1, shade(tint, -0.28));
    ctx.fillStyle = body;
    ctx.beginPath();
    traceLeaf(ctx, shape);
    ctx.fill();
    ctx.save();
    ctx.clip();
    // The half turned away from the light.
    ctx.fillStyle = withAlpha(shade(tint, -0.5), 0.2);
    ctx.fillRect(0, -52, 52, 104);
    ctx.strokeStyle = withAlpha(shade(tint, -0.45), 0.5);
    ctx.beginPath();
    veins[shape]!.forEach(([x, y], i) => {
      const root = i === 0 ? 22 : shape === 0 ? 16 : y + 12;
      ctx.moveTo(0, root);
      ctx.quadraticCurveTo(x * 0.4, (root + y) / 2, x, y);
    });
    ctx.lineWidth = 1.3;
    ctx.stroke();
    ctx.restore();
  },
}));

const { properties, form } = declare({
  leafCount: count('Leaves', 30, 200),
  speed: speed(),
  wind: slider('Wind', 0.2, [-1, 1, 0.05], { help: 'Below 0 the leaves drift to the left.' }),
  flutter: slider('Flutter', 1, [0, 2, 0.1], { unit: '×' }),
  size: scale('Leaf size'),
  ...palettes.controls,
  tumble: toggle('Tumbling', true),
});

export const fallingLeaves = defineEffect({
  type: 'falling_leaves',
  label: 'Falling leaves',
  description: 'Leaves tumbling down, swaying as they glide',
  tags: ['leaves', 'autumn', 'fall', 'nature', 'season'],
  icon: 'IconLeaf',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { leafCount, speed, wind, flutter, size, tumble } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const colors = palettes.colorsOf(element.properties);
    const stamps = new Stamps(ctx);
    for (let i = 0; i < leafCount; i++) {
      const depth = ((i + 0.5) / leafCount) ** 1.2;
      const wide = mix(34, 96, depth) * between(seed, i, 1, 0.85, 1.2) * size * unit;
      const margin = 1.6 * wide;
      const tall = height + 2 * margin;
      const pace = mix(34, 74, depth) * between(seed, i, 2, 0.85, 1.2) * speed * unit;
      const way = ((i * 0.618 + chance(seed, i, 3) * 0.15) % 1) + (pace * env.t) / tall;
      const cycle = Math.floor(way);
      const phase = chance(seed, i, 4) * 6.28;
      const rhythm = between(seed, i, 5, 1.1, 1.8) * speed;
      const swing = Math.sin(env.t * rhythm + phase);
      const reach = mix(18, 46, depth) * flutter * unit;
      // A gliding leaf falls fastest in the middle of each sweep and hangs at its ends.
      const y = fraction(way) * tall - margin - Math.cos(2 * (env.t * rhythm + phase)) * reach * 0.22;
      const band = width + 2 * margin;
      const lane = chance(seed, i, 10 + cycle) * band + wind * 60 * unit * speed * env.t * mix(0.6, 1, depth);
      const x = (((lane % band) + band) % band) - margin + swing * reach;
      const turn =
        phase +
        Math.cos(env.t * rhythm + phase) * 0.75 * flutter +
        (chance(seed, i, 6) - 0.5) * 0.5 * speed * env.t;
      const facing = tumble ? Math.cos(env.t * between(seed, i, 7, 0.7, 1.5) * speed + phase * 1.3) : 1;
      const flat = Math.sign(facing || 1) * Math.max(0.16, Math.abs(facing));
      const tint = colors[i % colors.length]!;
      const shape = Math.floor(chance(seed, i, 9) * 3);
      stamps.put(leaf(tint, shape), x, y, wide / 100, mix(0.7, 1, depth), turn, (wide / 100) * flat);
    }
    stamps.reset();
  },
});
