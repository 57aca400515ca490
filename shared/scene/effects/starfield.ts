import type { SceneContext } from '../env.ts';
import { choice, count, declare, palette, scale, speed, toggle } from './controls.ts';
import { defineEffect, drawStill, unitOf } from './effect.ts';
import { between, chance, fraction, smooth } from './random.ts';
import { glow, Stamps } from './sprite.ts';

const palettes = palette(
  {
    real: { label: 'Starlight', colors: ['#ffffff', '#cfe0ff', '#9dbdff', '#fff1dc', '#ffd3a1'] },
    ice: { label: 'Ice', colors: ['#ffffff', '#bfe9ff', '#67c8ff'] },
    candy: { label: 'Candy', colors: ['#ffffff', '#ff9de2', '#9d8cff'] },
    gold: { label: 'Gold', colors: ['#ffffff', '#ffe9a8', '#ffc24d'] },
  },
  'real',
);

const { properties, form } = declare({
  starCount: count('Stars', 200, 800),
  mode: choice('Movement', { warp: 'Into the depth', drift: 'Drifting by' }, 'warp'),
  speed: speed(),
  size: scale('Star size'),
  ...palettes.controls,
  trails: toggle('Trails', true),
  dust: toggle('Distant stars', true),
  nebula: toggle('Nebula', true),
});

/** Clouds of light far away: each [x, y, width, height] as shares of the box. */
const clouds = [
  { at: [0.24, 0.34, 1.15, 0.95], color: '#4c2fb8', alpha: 0.42 },
  { at: [0.8, 0.68, 1.0, 1.0], color: '#0f5f9e', alpha: 0.36 },
  { at: [0.62, 0.2, 0.7, 0.55], color: '#a02d83', alpha: 0.24 },
] as const;

function paintNebula(ctx: SceneContext, width: number, height: number): void {
  const stamps = new Stamps(ctx);
  for (const {
    at: [x, y, w, h],
    color,
    alpha,
  } of clouds)
    stamps.put(glow(color), x * width, y * height, (w * width) / 64, alpha, 0, (h * height) / 64);
}

export const starfield = defineEffect({
  type: 'starfield',
  label: 'Starfield',
  description: 'A flight through the stars',
  tags: ['stars', 'space', 'galaxy', 'warp', 'night', 'universe'],
  icon: 'IconStars',
  background: 'radial-gradient(circle at 50% 50%, #101a3d 0%, #070b1f 55%, #03040d 100%)',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { starCount, mode, speed, size, trails, dust, nebula } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element) * size;
    const colors = palettes.colorsOf(element.properties);
    if (nebula) drawStill(ctx, element, 'nebula', (still) => paintNebula(still, width, height));
    const stamps = new Stamps(ctx);
    if (dust) {
      for (let i = 0; i < starCount; i++) {
        const twinkle =
          0.5 + 0.5 * Math.sin(env.t * between(seed, i, 31, 0.6, 2.4) + chance(seed, i, 32) * 6.28);
        stamps.fade(between(seed, i, 33, 0.25, 0.8) * (0.4 + 0.6 * twinkle));
        ctx.fillStyle = colors[i % colors.length]!;
        const dot = between(seed, i, 34, 0.8, 1.9) * unit;
        ctx.fillRect(chance(seed, i, 35) * width, chance(seed, i, 36) * height, dot, dot);
      }
      stamps.reset();
    }
    const focal = Math.hypot(width, height) / 2;
    ctx.lineCap = 'round';
    for (let i = 0; i < starCount; i++) {
      const tint = colors[Math.floor(chance(seed, i, 1) ** 1.6 * colors.length)]!;
      const own = between(seed, i, 2, 0.6, 1.5) * (chance(seed, i, 3) < 0.07 ? 1.9 : 1);
      if (mode === 'drift') {
        const depth = chance(seed, i, 4) ** 2;
        const lane = chance(seed, i, 5) - ((8 + 46 * depth) * unit * speed * env.t) / (width + 40 * unit);
        const x = fraction(lane) * (width + 40 * unit) - 20 * unit;
        const y = chance(seed, i, 6 + 64 * Math.floor(lane)) * height;
        const twinkle = 0.75 + 0.25 * Math.sin(env.t * 2 * own + i);
        stamps.put(
          glow(tint, 0.3),
          x,
          y,
          ((4 + 15 * depth) * own * unit) / 64,
          twinkle * (0.35 + 0.65 * depth),
        );
        continue;
      }
      const journey = chance(seed, i, 7) + env.t * 0.055 * speed * between(seed, i, 8, 0.8, 1.2);
      const cycle = Math.floor(journey);
      const near = fraction(journey);
      const depth = 1 - near * 0.88;
      const angle = chance(seed, i, 9 + 2 * cycle) * Math.PI * 2;
      // At least a little beside the line of flight, so that no star flies into the viewer's eye.
      const radius = (0.04 + 0.44 * Math.sqrt(chance(seed, i, 10 + 2 * cycle))) * focal;
      const [dx, dy] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
      const [x, y] = [width / 2 + dx / depth, height / 2 + dy / depth];
      const before = depth + (0.012 + 0.03 * near) * Math.min(2, speed);
      const [tailX, tailY] = [width / 2 + dx / before, height / 2 + dy / before];
      if ((tailX < 0 && x < 0) || (tailX > width && x > width)) continue;
      if ((tailY < 0 && y < 0) || (tailY > height && y > height)) continue;
      const light = smooth(0, 0.15, near) * (0.45 + 0.55 * near);
      const thick = (0.8 + 3 * near * near) * own * unit;
      if (trails && near > 0.2) {
        stamps.reset();
        const fade = ctx.createLinearGradient(tailX, tailY, x, y);
        fade.addColorStop(0, 'rgba(255, 255, 255, 0)');
        fade.addColorStop(1, tint);
        stamps.fade(light * 0.75);
        ctx.strokeStyle = fade;
        ctx.lineWidth = thick;
        ctx.beginPath();
        ctx.moveTo(tailX, tailY);
        ctx.lineTo(x, y);
        ctx.stroke();
      }
      stamps.put(glow(tint, 0.3), x, y, (thick * 7) / 64, light);
    }
    stamps.reset();
  },
});
