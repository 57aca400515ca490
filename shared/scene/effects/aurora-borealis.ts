import { parseColor, withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { count, declare, palette, slider, speed, toggle } from './controls.ts';
import { defineEffect, drawSoftly, drawStill, unitOf } from './effect.ts';
import { between, chance, noise, smooth } from './random.ts';
import { glow, type Sprite, Stamps } from './sprite.ts';

const palettes = palette(
  {
    north: { label: 'Northern green', colors: ['#3dffa2', '#27d9c3', '#8f5bff'] },
    violet: { label: 'Violet night', colors: ['#b06bff', '#5c7cff', '#ff6bd6'] },
    ice: { label: 'Ice', colors: ['#8ff6ff', '#4fa8ff', '#9b8cff'] },
    ember: { label: 'Ember', colors: ['#ffb36b', '#ff5c8a', '#8f5bff'] },
  },
  'north',
);

const { properties, form } = declare({
  curtainCount: count('Curtains', 3, 6),
  speed: speed(),
  brightness: slider('Brightness', 1, [0.2, 1.6, 0.05], { unit: '×' }),
  ...palettes.controls,
  stars: toggle('Stars', true),
  landscape: toggle('Mountains', true),
});

/** The upright light of one ray: a sharp lower edge, then fading upwards from one colour into another. */
const ray = (low: string, high: string): Sprite => ({
  key: `ray:${low}:${high}`,
  width: 4,
  height: 96,
  paint: (ctx) => {
    const light = ctx.createLinearGradient(0, -48, 0, 48);
    light.addColorStop(0, withAlpha(high, 0));
    light.addColorStop(0.35, withAlpha(high, 0.28));
    light.addColorStop(0.68, withAlpha(low, 0.55));
    light.addColorStop(0.9, withAlpha(low, 1));
    light.addColorStop(1, withAlpha(low, 0));
    ctx.fillStyle = light;
    ctx.fillRect(-2, -48, 4, 96);
  },
});

function paintStars(ctx: SceneContext, width: number, height: number, unit: number, seed: number): void {
  const stamps = new Stamps(ctx);
  for (let i = 0; i < 220; i++) {
    const size = between(seed, i, 3, 1.6, 3.6) * (chance(seed, i, 4) < 0.06 ? 2 : 1) * unit;
    const y = chance(seed, i, 2) ** 1.3 * height * 0.85;
    stamps.put(
      glow('#dfe9ff', 0.5),
      chance(seed, i, 1) * width,
      y,
      size / 40,
      between(seed, i, 5, 0.25, 0.9),
    );
  }
}

function ridge(ctx: SceneContext, width: number, height: number, unit: number, seed: number): void {
  for (const [layer, base, tall, fill] of [
    [0, 0.8, 0.14, '#0a1a2c'],
    [1, 0.88, 0.12, '#050f1b'],
  ] as const) {
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.moveTo(0, height);
    const step = 3 * unit;
    for (let x = 0; x <= width + step; x += step) {
      const u = (x / width) * (4 + layer * 3);
      const shape = 0.62 * Math.abs(noise(seed + layer, u)) + 0.26 * noise(seed + 5 + layer, u * 2.7);
      const rough = 0.1 * noise(seed + 9 + layer, u * 9) + 0.035 * noise(seed + 13 + layer, u * 31);
      ctx.lineTo(x, height * (base - tall * (shape + rough)));
    }
    ctx.lineTo(width, height);
    ctx.fill();
    if (layer === 0) continue;
    for (let i = 0; i * 7 * unit < width; i++) {
      const x = (i + chance(seed, i, 61)) * 7 * unit;
      const tree =
        between(seed, i, 62, 10, 28) * unit * (0.6 + 0.5 * Math.abs(noise(seed + 3, x / (90 * unit))));
      const foot = height * 0.955 + noise(seed + 4, x / (120 * unit)) * 8 * unit;
      ctx.beginPath();
      ctx.moveTo(x, foot - tree);
      ctx.lineTo(x + tree * 0.2, foot + 2);
      ctx.lineTo(x - tree * 0.2, foot + 2);
      ctx.fill();
    }
    ctx.fillRect(0, height * 0.945, width, height);
  }
}

export const auroraBorealis = defineEffect({
  type: 'aurora_borealis',
  label: 'Aurora borealis',
  description: 'Northern lights waving above the mountains',
  tags: ['aurora', 'northern lights', 'night', 'sky', 'calm', 'winter'],
  icon: 'IconSunset2',
  isPro: true,
  background: 'linear-gradient(180deg, #030817 0%, #071a33 45%, #0d3143 78%, #12424a 100%)',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { curtainCount, speed, brightness, stars, landscape } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const [low, middle, high] = palettes.colorsOf(element.properties) as [string, string, string];
    if (stars)
      drawStill(ctx, element, `sky:${seed}`, (still) => paintStars(still, width, height, unit, seed));
    const t = env.t * speed;
    drawSoftly(ctx, element, env, { width: 240, height: 135 }, (soft) => {
      const stamps = new Stamps(soft);
      const lit = { from: height, to: 0 };
      for (let i = 0; i < curtainCount; i++) {
        const light = ray(i % 2 === 0 ? low : middle, i % 3 === 1 ? middle : high);
        const steps = 132;
        const place = (i + 0.5) / curtainCount;
        for (let step = 0; step <= steps; step++) {
          const u = step / steps;
          // The curtain's foot winds to and fro, so that folds overlap where it turns back.
          const fold = 0.055 * Math.sin(u * 9 + t * 0.34 + i * 2.1) + 0.03 * Math.sin(u * 21 - t * 0.5 + i);
          const x = (u * 1.16 - 0.08 + fold) * width;
          const foot =
            height *
            (0.4 +
              0.26 * place +
              0.085 * Math.sin(u * 5.2 + t * 0.22 + i * 1.7) +
              0.04 * noise(seed + i, u * 6 + t * 0.2));
          const tall = height * (0.36 + 0.2 * noise(seed + 20 + i, u * 4 - t * 0.12)) * (0.75 + 0.4 * place);
          const rays =
            0.58 +
            0.42 * noise(seed + 40 + i, u * 46 + t * 0.9) * smooth(-0.4, 0.6, noise(seed + 60 + i, u * 7));
          const surge = smooth(-0.75, 0.75, noise(seed + 80 + i, u * 2.6 - t * 0.26 + i * 5));
          const alpha = brightness * 0.6 * rays * (0.12 + 0.88 * surge);
          stamps.put(light, x, foot - tall / 2, (width * 1.9) / steps / 4, alpha, 0, tall / 96);
          lit.from = Math.min(lit.from, foot - tall);
          lit.to = Math.max(lit.to, foot);
        }
      }
      return lit;
    });
    if (landscape) {
      const tint = parseColor(low) ? low : '#3dffa2';
      drawStill(ctx, element, `ridge:${seed}:${tint}`, (still) => ridge(still, width, height, unit, seed));
    }
  },
});
