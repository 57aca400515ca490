import { withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { color, count, declare, scale, slider, speed, toggle } from './controls.ts';
import { defineEffect, unitOf } from './effect.ts';
import { between, chance, fraction, mix } from './random.ts';
import { Stamps, sprites } from './sprite.ts';

/** A flake out of focus. */
const softFlake = sprites((tint) => ({
  key: `snow:${tint}`,
  width: 32,
  height: 32,
  paint: (ctx) => {
    const light = ctx.createRadialGradient(0, 0, 0, 0, 0, 16);
    light.addColorStop(0, tint);
    light.addColorStop(0.45, withAlpha(tint, 0.95));
    light.addColorStop(0.7, withAlpha(tint, 0.4));
    light.addColorStop(1, withAlpha(tint, 0));
    ctx.fillStyle = light;
    ctx.fillRect(-16, -16, 32, 32);
  },
}));

/** One of six arms, upwards from the middle, with side branches. */
function traceArm(ctx: SceneContext, branches: readonly (readonly [at: number, length: number])[]): void {
  ctx.moveTo(0, 0);
  ctx.lineTo(0, -14);
  for (const [at, length] of branches) {
    ctx.moveTo(-length, -at - length * 0.8);
    ctx.lineTo(0, -at);
    ctx.lineTo(length, -at - length * 0.8);
  }
}

const crystalShapes = [
  [
    [5, 4],
    [9, 3],
  ],
  [
    [4, 2.5],
    [7, 4.5],
    [11, 2],
  ],
  [[7.5, 5]],
] as const;

const crystal = sprites((tint, shape) => ({
  key: `crystal:${tint}:${shape}`,
  width: 34,
  height: 34,
  paint: (ctx) => {
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    for (const [width, style] of [
      [3.4, 'rgba(160, 195, 235, 0.45)'],
      [1.7, tint],
    ] as const) {
      ctx.lineWidth = width;
      ctx.strokeStyle = style;
      ctx.beginPath();
      for (let arm = 0; arm < 6; arm++) {
        traceArm(ctx, crystalShapes[shape]!);
        ctx.rotate(Math.PI / 3);
      }
      ctx.stroke();
    }
  },
}));

const { properties, form } = declare({
  flakeCount: count('Flakes', 100, 600),
  speed: speed(),
  wind: slider('Wind', 0.15, [-1, 1, 0.05], { help: 'Below 0 the snow drifts to the left.' }),
  sway: slider('Sway', 1, [0, 3, 0.1], { unit: '×' }),
  size: scale('Flake size'),
  color: color('Flake colour', '#dceafd', { help: 'A touch of blue keeps flakes visible on a white page.' }),
  crystals: toggle('Crystals among the flakes', true),
});

export const snowAnimation = defineEffect({
  type: 'snow_animation',
  label: 'Snow',
  description: 'Snow falling softly in three depths',
  tags: ['snow', 'winter', 'christmas', 'flakes', 'weather'],
  icon: 'IconSnowflake',
  size: { width: 400, height: 300 },
  properties,
  form,
  draw: (ctx, element, env) => {
    const { flakeCount, speed, wind, sway, size, color, crystals } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element) * 1.5;
    const soft = softFlake(color);
    const stamps = new Stamps(ctx);
    const margin = 24 * unit * size;
    const tall = height + 2 * margin;
    for (let i = 0; i < flakeCount; i++) {
      // Drawn from the far to the near: most flakes are far, small and slow.
      const depth = ((i + 0.5) / flakeCount) ** 2.2;
      const fall = mix(26, 92, depth) * between(seed, i, 1, 0.85, 1.15) * speed * unit;
      const travelled = chance(seed, i, 2) + (fall * env.t) / tall;
      const cycle = Math.floor(travelled);
      const y = fraction(travelled) * tall - margin;
      const swing = mix(6, 22, depth) * sway * unit;
      const phase = chance(seed, i, 3) * 6.28;
      const drift = wind * 90 * unit * mix(0.4, 1, depth) * env.t * speed;
      const wide = width + 2 * margin;
      const lane = chance(seed, i, 10 + cycle) * wide + drift;
      const swayed =
        swing * (Math.sin(env.t * 0.9 * speed + phase) + 0.45 * Math.sin(env.t * 2.1 * speed + phase * 1.7));
      const x = (((lane % wide) + wide) % wide) - margin + swayed;
      const diameter = mix(2.6, 11, depth) * between(seed, i, 4, 0.8, 1.25) * size * unit;
      const isCrystal = crystals && depth > 0.3 && chance(seed, i, 5) < 0.4;
      if (isCrystal) {
        const turn = (chance(seed, i, 6) - 0.5) * 1.6 * speed * env.t + phase;
        const shape = Math.floor(chance(seed, i, 7) * crystalShapes.length);
        stamps.put(crystal(color, shape), x, y, (diameter * 1.9) / 34, mix(0.75, 1, depth), turn);
      } else {
        stamps.put(soft, x, y, (diameter * 1.5) / 32, mix(0.5, 0.95, depth));
      }
    }
  },
});
