import { withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { color, declare, slider, speed, toggle } from './controls.ts';
import { defineEffect, drawStill, unitOf } from './effect.ts';
import { between, chance, fraction } from './random.ts';
import { glow, Stamps } from './sprite.ts';

const { properties, form } = declare({
  strikes: slider('Strikes', 3, [1, 6, 1], {
    help: 'In each period; never more than three flashes a second.',
  }),
  period: slider('Period', 6, [4, 30, 1], { unit: 's' }),
  branches: slider('Branches', 5, [0, 10, 1]),
  brightness: slider('Flash', 1, [0, 1.5, 0.1], { unit: '×' }),
  speed: speed('Wind'),
  boltColor: color('Bolt colour', '#a9c4ff'),
  clouds: toggle('Clouds', true),
  rain: toggle('Rain', true),
});

/** Seconds that a strike is seen. */
const strikeLasts = 0.9;

/** A strike's light at an age: the stroke, a second one through the same channel, and an afterglow. */
function lightOf(age: number, again: number): number {
  if (age < 0 || age > strikeLasts) return 0;
  const stroke = Math.exp(-age * 7) * Math.min(1, age / 0.02 + 0.4);
  const second = age > again ? 0.7 * Math.exp(-(age - again) * 6) : 0;
  return Math.min(1, stroke + second);
}

type Point = readonly [number, number];

/** A jagged way between two points: halved again and again, each middle pushed aside by chance. */
function jagged(from: Point, to: Point, seed: number, id: number, levels: number, rough: number): Point[] {
  let points: Point[] = [from, to];
  let push = Math.hypot(to[0] - from[0], to[1] - from[1]) * rough;
  for (let level = 0; level < levels; level++) {
    const next: Point[] = [points[0]!];
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1]!, points[i]!];
      const aside = (chance(seed, id * 4096 + i, 20 + level) - 0.5) * 2 * push;
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
      next.push([(a[0] + b[0]) / 2 + nx * aside, (a[1] + b[1]) / 2 + ny * aside], b);
    }
    points = next;
    push *= 0.54;
  }
  return points;
}

function strokeWay(ctx: SceneContext, way: readonly Point[]): void {
  ctx.beginPath();
  way.forEach(([x, y], i) => {
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
  ctx.stroke();
}

/** Heaps of cloud, dark below and lighter above. @param light the colour that lights them */
function paintClouds(ctx: SceneContext, width: number, height: number, seed: number, light: string): void {
  const base = ctx.createLinearGradient(0, 0, 0, height * 0.3);
  base.addColorStop(0, withAlpha(light, 0.75));
  base.addColorStop(1, withAlpha(light, 0));
  ctx.fillStyle = base;
  ctx.fillRect(0, 0, width, height * 0.3);
  const stamps = new Stamps(ctx);
  const heaps = 190;
  for (let i = 0; i < heaps; i++) {
    const share = i / heaps;
    const x = between(seed, i, 31, -0.08, 1.08) * width;
    const hang = 0.05 + 0.1 * Math.sin((x / width) * 6 + 1) ** 2;
    const y = (between(seed, i, 32, -0.16, 0.06) + share * hang * 2) * height;
    const size = between(seed, i, 33, 0.16, 0.34) * Math.max(width, height) * (1.3 - share * 0.75);
    const tint = i % 5 < 2 ? '#080b16' : light;
    stamps.put(glow(tint), x, y, size / 64, between(seed, i, 34, 0.3, 0.55), 0, (size * 0.62) / 64);
  }
}

/**
 * The strikes to be seen at t, with their light from 0 to 1 and the place where they come down from. Light that
 * flickers more than three times a second can bring on a seizure (WCAG 2.3.1): where strikes follow one another
 * fast, each is a single stroke.
 */
export function strikesAt(strikes: number, period: number, seed: number, t: number) {
  const every = period / strikes;
  const twice = every >= 1.6;
  const newest = Math.floor(t / every) + 1;
  return [newest - 2, newest - 1, newest].flatMap((id) => {
    // The first strike is in the sky at t = 0.
    const begins = id * every - 0.06 + (id === 0 ? 0 : between(seed, id, 1, 0, twice ? 0.3 : 0.5) * every);
    const light = lightOf(t - begins, twice ? between(seed, id, 2, 0.16, 0.3) : Infinity);
    return light > 0.01 ? [{ id, light, x: between(seed, id, 3, 0.18, 0.82) }] : [];
  });
}

export const lightningStorm = defineEffect({
  type: 'lightning_storm',
  label: 'Lightning storm',
  description: 'Bolts, lit clouds and driving rain',
  tags: ['lightning', 'storm', 'thunder', 'rain', 'weather', 'power'],
  icon: 'IconBolt',
  isPro: true,
  background: 'linear-gradient(180deg, #0a0e1c 0%, #151d33 50%, #27304a 100%)',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { strikes, period, branches, brightness, speed, boltColor, clouds, rain } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const stamps = new Stamps(ctx);
    const bolts = strikesAt(strikes, period, seed, env.t);

    if (clouds)
      drawStill(ctx, element, `clouds:${seed}`, (still) =>
        paintClouds(still, width, height, seed, '#39435f'),
      );
    for (const { light, x: share, id } of bolts) {
      const x = share * width;
      ctx.globalCompositeOperation = 'lighter';
      stamps.fade(Math.min(1, light * brightness * 0.55));
      if (clouds) {
        const side = Math.floor((x / width) * 3);
        drawStill(ctx, element, `lit:${seed}:${side}:${boltColor}`, (still) => {
          paintClouds(still, width, height, seed, boltColor);
          still.globalCompositeOperation = 'destination-in';
          new Stamps(still).put(
            glow('#ffffff', 0.3),
            ((side + 0.5) / 3) * width,
            0.1 * height,
            (width * 1.5) / 64,
            1,
            0,
            (height * 1.5) / 64,
          );
        });
      }
      ctx.globalCompositeOperation = 'source-over';
      stamps.fade(Math.min(1, light * brightness * 0.1));
      ctx.fillStyle = boltColor;
      ctx.fillRect(0, 0, width, height);
      const top: Point = [x, -0.02 * height];
      const foot: Point = [
        x + between(seed, id, 4, -0.18, 0.18) * width,
        between(seed, id, 5, 0.72, 0.95) * height,
      ];
      const main = jagged(top, foot, seed, id, 6, 0.13);
      const ways: { way: Point[]; thick: number }[] = [{ way: main, thick: 1 }];
      for (let branch = 0; branch < branches; branch++) {
        const from = main[Math.floor(between(seed, id * 32 + branch, 6, 0.08, 0.72) * main.length)]!;
        const reach = between(seed, id * 32 + branch, 7, 0.12, 0.34) * height;
        const lean =
          between(seed, id * 32 + branch, 8, 0.35, 1.1) * (chance(seed, id * 32 + branch, 9) < 0.5 ? -1 : 1);
        const to: Point = [from[0] + Math.sin(lean) * reach, from[1] + Math.cos(lean) * reach];
        ways.push({ way: jagged(from, to, seed, id * 32 + branch + 7, 4, 0.16), thick: 0.45 });
      }
      ctx.lineCap = ctx.lineJoin = 'round';
      for (const [wide, alpha, css] of [
        [46, 0.035, boltColor],
        [30, 0.05, boltColor],
        [16, 0.13, boltColor],
        [7, 0.35, boltColor],
        [2.6, 1, '#ffffff'],
      ] as const) {
        ctx.strokeStyle = css;
        for (const { way, thick } of ways) {
          ctx.lineWidth = wide * thick * unit;
          stamps.fade(Math.min(1, light * 1.5) * alpha * (thick < 1 ? 0.8 : 1));
          strokeWay(ctx, way);
        }
      }
      stamps.put(
        glow(boltColor, 0.15),
        foot[0],
        foot[1],
        (150 * unit) / 64,
        light * 0.6,
        0,
        (60 * unit) / 64,
      );
    }
    stamps.reset();

    if (rain) {
      ctx.lineCap = 'butt';
      ctx.strokeStyle = '#b8c8ea';
      for (const [layer, drops, length, pace, thick, alpha] of [
        [0, 120, 16, 1.5, 0.8, 0.2],
        [1, 70, 30, 2.3, 1.3, 0.3],
      ] as const) {
        stamps.fade(alpha);
        ctx.lineWidth = thick * unit;
        ctx.beginPath();
        for (let i = 0; i < drops; i++) {
          const id = layer * 1000 + i;
          const fallen = env.t * pace * between(seed, id, 51, 0.85, 1.15) + chance(seed, id, 52);
          const y = fraction(fallen) * (height + 2 * length * unit) - length * unit;
          const slant = 0.16 * speed;
          const wide = width + slant * height;
          const x = chance(seed, id, 53 + Math.floor(fallen)) * wide - y * slant;
          ctx.moveTo(x, y);
          ctx.lineTo(x - slant * length * unit, y + length * unit);
        }
        ctx.stroke();
      }
    }
    stamps.reset();
  },
});
