import { formatColor, mixColors, parseColor, shade, withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { count, declare, palette, scale, slider, speed, toggle } from './controls.ts';
import { around, defineEffect, drawSoftly, drawStill, unitOf } from './effect.ts';
import { between, chance, fraction, mix, noise, smooth } from './random.ts';
import { glow, type Sprite, Stamps } from './sprite.ts';

const palettes = palette(
  {
    sun: { label: 'Sun', colors: ['#fff1b8', '#ffab2e', '#ff4d1f'] },
    blue: { label: 'Blue giant', colors: ['#e6f4ff', '#5ab0ff', '#3a4dff'] },
    red: { label: 'Red dwarf', colors: ['#ffd0a8', '#ff5a3c', '#b3123f'] },
    violet: { label: 'Violet star', colors: ['#ffe3ff', '#d36bff', '#6b2bff'] },
  },
  'sun',
);

const { properties, form } = declare({
  particleCount: count('Particles', 200, 800),
  speed: speed(),
  flares: slider('Flares', 5, [0, 12, 1]),
  sunSize: scale('Size of the sun'),
  ...palettes.controls,
  corona: toggle('Corona', true),
  stars: toggle('Stars', true),
});

/** Long soft rays around a star. */
const rays = (tint: string, seed: number): Sprite => ({
  key: `rays:${tint}:${seed}`,
  width: 200,
  height: 200,
  paint: (ctx) => {
    for (let i = 0; i < 46; i++) {
      const length = between(seed, i, 1, 62, 98);
      const half = between(seed, i, 2, 0.02, 0.085);
      const angle = (i / 46) * Math.PI * 2 + between(seed, i, 3, -0.08, 0.08);
      const light = ctx.createRadialGradient(0, 0, 30, 0, 0, length);
      light.addColorStop(0, withAlpha(tint, between(seed, i, 4, 0.12, 0.42)));
      light.addColorStop(0.5, withAlpha(tint, 0.09));
      light.addColorStop(1, withAlpha(tint, 0));
      ctx.fillStyle = light;
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.arc(0, 0, length, angle - half, angle + half);
      ctx.fill();
    }
  },
});

/** The boiling surface: bright grains between dark lanes. */
const grains = (bright: string, dark: string, seed: number): Sprite => ({
  key: `grains:${bright}:${dark}:${seed}`,
  width: 200,
  height: 200,
  paint: (ctx) => {
    const stamps = new Stamps(ctx);
    for (let i = 0; i < 620; i++) {
      const angle = chance(seed, i, 11) * Math.PI * 2;
      const far = Math.sqrt(chance(seed, i, 12)) * 94;
      const size = between(seed, i, 13, 5, 17);
      const tint = i % 2 === 0 ? dark : bright;
      stamps.put(
        glow(tint),
        Math.cos(angle) * far,
        Math.sin(angle) * far,
        size / 64,
        between(seed, i, 14, 0.25, 0.8),
      );
    }
  },
});

/** An arch of plasma standing on the rim: it rises, stretches and thins out. */
function drawFlare(
  ctx: SceneContext,
  stamps: Stamps,
  radius: number,
  age: number,
  seed: number,
  id: number,
  colors: readonly string[],
): void {
  const grown = smooth(0, 0.55, age);
  const light = Math.sin(Math.PI * age) ** 0.8;
  const foot = between(seed, id, 21, 0, Math.PI * 2);
  const half = between(seed, id, 22, 0.13, 0.3) * (0.75 + 0.4 * grown);
  const tall = radius * between(seed, id, 23, 0.3, 0.85) * (0.25 + 0.75 * grown);
  const at = (angle: number, far: number): [number, number] => [Math.cos(angle) * far, Math.sin(angle) * far];
  // A bundle of threads along the same field: some reach less far and fade sooner.
  const threads = 7;
  for (let thread = 0; thread < threads; thread++) {
    const part = thread / (threads - 1);
    const lift = 0.45 + 0.55 * part + between(seed, id * 16 + thread, 24, -0.08, 0.08);
    const lean = between(seed, id * 16 + thread, 25, -0.05, 0.05) + 0.04 * Math.sin(age * 9 + thread);
    const wide = thread === 0 ? 0.11 : between(seed, id * 16 + thread, 26, 0.012, 0.034);
    const left = foot + lean - half * (0.7 + 0.3 * part);
    const right = foot + lean + half * (0.7 + 0.3 * part);
    stamps.fade(light * (thread === 0 ? 0.3 : between(seed, id * 16 + thread, 27, 0.25, 0.6)));
    ctx.strokeStyle = thread === 0 ? colors[2]! : colors[thread % 3 === 1 ? 0 : 1]!;
    ctx.lineWidth = radius * wide * (1.2 - 0.4 * grown);
    const top = radius * 0.97 + tall * lift * 1.33;
    ctx.beginPath();
    ctx.moveTo(...at(left, radius * 0.97));
    ctx.bezierCurveTo(
      ...at(left + half * 0.1, top),
      ...at(right - half * 0.1, top),
      ...at(right, radius * 0.97),
    );
    ctx.stroke();
  }
}

export const solarFlare = defineEffect({
  type: 'solar_flare',
  label: 'Solar flare',
  description: 'A boiling sun with a corona, arches of plasma and solar wind',
  tags: ['sun', 'solar', 'flare', 'space', 'energy', 'fire'],
  icon: 'IconSun',
  isPro: true,
  background: 'radial-gradient(circle at 50% 50%, #3a0f06 0%, #190707 45%, #070307 100%)',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { particleCount, speed, flares, sunSize, corona, stars } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const colors = palettes.colorsOf(element.properties) as readonly [string, string, string];
    const [hot, main, cool] = colors;
    const [cx, cy] = [width / 2, height / 2];
    const radius = 118 * unit * sunSize;
    const t = env.t * speed;
    const blend = formatColor(mixColors(parseColor(main)!, parseColor(cool)!, 0.6));
    const stamps = new Stamps(ctx);
    if (stars)
      drawStill(ctx, element, `far:${seed}`, (still) => {
        const dots = new Stamps(still);
        for (let i = 0; i < 160; i++) {
          const size = between(seed, i, 43, 1.5, 4) * unit;
          dots.put(
            glow('#ffe9d6', 0.4),
            chance(seed, i, 41) * width,
            chance(seed, i, 42) * height,
            size / 50,
            between(seed, i, 44, 0.15, 0.7),
          );
        }
      });
    drawSoftly(
      ctx,
      element,
      env,
      { width: 320, height: Math.max(1, Math.round((320 * height) / width)) },
      (soft) => {
        soft.globalCompositeOperation = 'lighter';
        const light = new Stamps(soft);
        const breath = 1 + 0.03 * Math.sin(t * 1.3);
        light.put(glow(cool), cx, cy, (radius * 5.6 * breath) / 64, 0.55);
        light.put(glow(main), cx, cy, (radius * 3.5 * breath) / 64, 0.7);
        if (corona) {
          const size = (radius * 2.9) / 100;
          light.put(rays(main, 7), cx, cy, size * breath, 0.75, t * 0.045);
          light.put(rays(hot, 8), cx, cy, size * 0.82 * (2 - breath), 0.5, -t * 0.06);
        }
        light.reset();
        soft.save();
        soft.translate(cx, cy);
        const ring = new Stamps(soft);
        for (let i = 0; i < flares; i++) {
          const life = between(seed, i, 51, 3.6, 6.2);
          const way = t / life + chance(seed, i, 52);
          drawFlare(soft, ring, radius, fraction(way), seed, i * 997 + Math.floor(way) * 31, colors);
        }
        soft.restore();
      },
    );
    drawStill(
      ctx,
      element,
      `disc:${colors.join()}:${sunSize}`,
      (still) => {
        const face = still.createRadialGradient(cx, cy, 0, cx, cy, radius);
        face.addColorStop(0, shade(hot, 0.15));
        face.addColorStop(0.3, hot);
        face.addColorStop(0.6, main);
        face.addColorStop(0.86, blend);
        face.addColorStop(1, cool);
        still.fillStyle = face;
        still.beginPath();
        still.arc(cx, cy, radius, 0, Math.PI * 2);
        still.fill();
      },
      around(cx, cy, radius + 2),
    );
    // The surface boils: three layers of grains come and go in turn.
    for (const [layer, phase] of [0, 2.1, 4.2].entries()) {
      stamps.fade(0.3 + 0.25 * Math.sin(t * 0.8 + phase));
      const paint = (still: SceneContext) => {
        still.beginPath();
        still.arc(cx, cy, radius, 0, Math.PI * 2);
        still.clip();
        new Stamps(still).put(grains(shade(main, 0.3), blend, layer + 3), cx, cy, (radius / 100) * 1.1);
      };
      drawStill(ctx, element, `grains:${main}:${sunSize}:${layer}`, paint, around(cx, cy, radius));
    }
    stamps.reset();

    const sparks = [
      [hot, 0.3],
      [main, 0.2],
      [cool, 0.1],
    ] as const;
    const far = Math.hypot(cx, cy);
    for (let i = 0; i < particleCount; i++) {
      const way = t * between(seed, i, 61, 0.1, 0.24) + chance(seed, i, 62);
      const cycle = Math.floor(way);
      const age = fraction(way);
      const angle = chance(seed, i, 63 + cycle) * Math.PI * 2 + 0.22 * noise(seed + i, age * 3) + age * 0.25;
      const reach =
        radius * 0.98 + (far * 1.02 - radius) * between(seed, i, 64, 0.35, 1) * (1 - (1 - age) ** 1.9);
      const light = smooth(0, 0.08, age) * (1 - age) ** 1.2;
      const size = mix(7, 22, chance(seed, i, 65) ** 3) * unit * (1 - 0.5 * age);
      const [css, core] = sparks[Math.min(2, Math.floor(age * 2 + chance(seed, i, 66)))]!;
      stamps.spark(css, core, cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach, size, light);
    }
    stamps.reset();
  },
});
