import { formatColor, mixColors, parseColor } from '../css/color.ts';
import { choice, count, declare, palette, slider, speed, toggle } from './controls.ts';
import { defineEffect, unitOf } from './effect.ts';
import { between, chance, clamp01, fraction, smooth } from './random.ts';
import { glow, Stamps } from './sprite.ts';

const palettes = palette(
  {
    forge: { label: 'Forge', colors: ['#fff3c4', '#ffc145', '#ff6b35', '#d7263d', '#5f0f6b'] },
    arcade: { label: 'Arcade', colors: ['#ffffff', '#5bf2ff', '#3d8bff', '#b14dff', '#ff3da5'] },
    toxic: { label: 'Toxic', colors: ['#faffd1', '#c8ff4d', '#53e05a', '#12a37f', '#0b4f6c'] },
    candy: { label: 'Candy', colors: ['#ffffff', '#ffd1f3', '#ff7ac6', '#a77bff', '#5b5bff'] },
  },
  'forge',
);

/** Colours of a spark's life, from its birth to its end. */
const steps = 12;

const { properties, form } = declare({
  sparkCount: count('Sparks', 150, 600),
  source: choice(
    'Sparks rise from',
    { fountain: 'A fountain', floor: 'The whole floor', middle: 'The middle' },
    'fountain',
  ),
  speed: speed(),
  pixelSize: slider('Pixel size', 7, [2, 24, 1], { unit: 'px', tab: 'style' }),
  gravity: slider('Gravity', 1, [-1, 2, 0.1], { unit: '×' }),
  ...palettes.controls,
  trails: toggle('Trails', true),
  glow: toggle('Glow', true),
});

export const pixelSparks = defineEffect({
  type: 'pixel_sparks',
  label: 'Pixel sparks',
  description: 'Sparks of an old arcade game, square and glowing',
  tags: ['pixel', 'sparks', 'retro', 'arcade', '8-bit', 'game'],
  icon: 'IconGridDots',
  background: 'linear-gradient(180deg, #0b0a1e 0%, #170f2e 70%, #2a1233 100%)',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { sparkCount, source, speed, pixelSize, gravity, trails, glow: shines } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const palette = palettes.colorsOf(element.properties);
    const ramp = Array.from({ length: steps }, (_, i) => {
      const at = (i / (steps - 1)) * (palette.length - 1);
      const index = Math.min(palette.length - 2, Math.floor(at));
      return formatColor(mixColors(parseColor(palette[index])!, parseColor(palette[index + 1])!, at - index));
    });
    const pixel = Math.max(1, pixelSize * unit);
    const snap = (value: number) => Math.round(value / pixel) * pixel;
    const stamps = new Stamps(ctx);
    // Everything is thrown as high as the box allows, whatever its shape.
    const pull = height * 0.7 * gravity;
    for (let i = 0; i < sparkCount; i++) {
      const life = between(seed, i, 1, 1.3, 2.9);
      const way = (env.t * speed) / life + chance(seed, i, 2);
      const id = i * 613 + Math.floor(way);
      const age = fraction(way);
      const seconds = age * life;
      const spread = chance(seed, id, 3) + chance(seed, id, 4) - 1;
      let [x0, y0] = [width / 2 + spread * 0.03 * width, height * 1.01];
      let [vx, vy] = [spread * 0.72 * width, -between(seed, id, 5, 0.75, 1.5) * height];
      if (source === 'floor') {
        x0 = chance(seed, id, 6) * width;
        vx = spread * 0.1 * width;
        vy *= 0.7;
      } else if (source === 'middle') {
        y0 = height / 2;
        const angle = chance(seed, id, 7) * Math.PI * 2;
        const throwing = between(seed, id, 8, 0.15, 0.6) * Math.min(width, height);
        [vx, vy] = [Math.cos(angle) * throwing, Math.sin(angle) * throwing - 0.2 * height];
      }
      const at = (time: number): [number, number] => {
        const drag = (1 - Math.exp(-0.55 * time)) / 0.55;
        return [x0 + vx * drag, y0 + vy * drag + 0.5 * pull * time * time];
      };
      const light = 1 - smooth(0.7, 1, age);
      // Old screens show a few brightnesses only, and sparks that blink before they die.
      if (age > 0.6 && chance(seed, id, 20 + Math.floor(seconds * 14)) < (age - 0.6) * 1.6) continue;
      const tone = Math.min(steps - 1, Math.floor((age * 0.95 + chance(seed, id, 9) * 0.12) * steps));
      const large = chance(seed, id, 10) < 0.22 ? 2 : 1;
      if (trails) {
        for (let back = 3; back >= 1; back--) {
          const [x, y] = at(Math.max(0, seconds - back * 0.05));
          ctx.fillStyle = ramp[Math.min(steps - 1, tone + back)]!;
          stamps.fade(light * (0.5 - back * 0.12));
          ctx.fillRect(snap(x), snap(y), pixel, pixel);
        }
      }
      const [x, y] = at(seconds).map(snap) as [number, number];
      const side = pixel * large * (age > 0.8 ? 0.5 : 1);
      if (shines && large === 2) {
        stamps.put(glow(ramp[tone]!), x + side / 2, y + side / 2, (side * 5) / 64, 0.55 * light);
        stamps.reset();
      }
      stamps.fade(clamp01(light));
      ctx.fillStyle = ramp[tone]!;
      ctx.fillRect(x, y, side, side);
    }
    stamps.reset();
  },
});
