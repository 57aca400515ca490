import { formatColor, mixColors, parseColor } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { isolate } from '../paint/canvas.ts';
import { count, declare, palette, slider, speed, toggle } from './controls.ts';
import { around, defineEffect, drawStill, unitOf } from './effect.ts';
import { between, chance, mix } from './random.ts';
import { glow, Stamps } from './sprite.ts';

const palettes = palette(
  {
    lagoon: { label: 'Lagoon', colors: ['#7fe3dc', '#1796b8', '#063b66'] },
    deep: { label: 'Deep sea', colors: ['#5fa8ff', '#1e4fa8', '#06163f'] },
    dusk: { label: 'Dusk', colors: ['#ffb38a', '#9a4f8f', '#25164d'] },
    emerald: { label: 'Emerald', colors: ['#a6f0c6', '#1c9c74', '#053d3d'] },
  },
  'lagoon',
);

const { properties, form } = declare({
  waveCount: count('Waves', 3, 8),
  speed: speed(),
  waveHeight: slider('Wave height', 1, [0.2, 3, 0.1], { unit: '×' }),
  level: slider('Water level', 55, [10, 95, 1], { unit: '%' }),
  ...palettes.controls,
  foam: toggle('Foam', true),
  glitter: toggle('Sun on the water', true),
});

const between2 = (from: string, to: string, share: number) =>
  formatColor(mixColors(parseColor(from)!, parseColor(to)!, share));

interface Swell {
  base: number;
  height: number;
  unit: number;
  pace: number;
  seed: number;
  index: number;
}

/** The height of a swell at x: long waves carry shorter ones, and crests are sharper than troughs. */
function surface({ base, height, unit, pace, seed, index }: Swell, x: number, t: number): number {
  const u = x / (unit * 100);
  const phase = chance(seed, index, 3) * 6.28;
  const direction = index % 2 === 0 ? 1 : -1;
  const long = Math.sin(u * 1.25 + direction * t * 0.85 * pace + phase);
  const middle = Math.sin(u * 2.3 - direction * t * 1.15 * pace + phase * 2.1);
  const short = Math.sin(u * 4.9 + t * 1.9 * pace + phase * 0.7);
  const crest = (1 - Math.abs(Math.sin(u * 0.62 + direction * t * 0.42 * pace + phase))) ** 2;
  return base - height * (0.5 * long + 0.26 * middle + 0.1 * short + 0.55 * crest);
}

/** The surface from edge to edge, as a run of points. */
function surfaceLine(swell: Swell, width: number, t: number): [number, number][] {
  const step = Math.max(3, swell.unit * 9);
  const points: [number, number][] = [];
  for (let x = -step; x <= width + step; x += step) points.push([x, surface(swell, x, t)]);
  return points;
}

function trace(ctx: SceneContext, line: readonly [number, number][], lift = 0): void {
  for (const [x, y] of line) ctx.lineTo(x, y - lift);
}

export const oceanWaves = defineEffect({
  type: 'ocean_waves',
  label: 'Ocean waves',
  description: 'Swells rolling over one another under a wide sky',
  tags: ['ocean', 'sea', 'water', 'waves', 'summer', 'calm'],
  icon: 'IconRipple',
  isPro: true,
  background: 'linear-gradient(180deg, #ffd9a8 0%, #ffeeda 22%, #d4f1f4 48%, #a5e3ea 100%)',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { waveCount, speed, waveHeight, level, foam, glitter } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const [light, main, deep] = palettes.colorsOf(element.properties) as [string, string, string];
    const top = height * (1 - level / 100);
    const stamps = new Stamps(ctx);
    if (glitter) {
      drawStill(
        ctx,
        element,
        `sun:${level}`,
        (still) =>
          new Stamps(still).put(
            glow('#fff3d0', 0.32),
            width * 0.68,
            top - 40 * unit,
            (330 * unit) / 64,
            0.95,
          ),
        around(width * 0.68, top - 40 * unit, 166 * unit),
      );
    }
    for (let i = 0; i < waveCount; i++) {
      const near = waveCount === 1 ? 1 : i / (waveCount - 1);
      const swell: Swell = {
        base: mix(top + 12 * unit, mix(top, height, 0.62), near),
        height: mix(16, 42, near) * waveHeight * unit,
        unit: unit * mix(0.9, 2, near),
        pace: speed * mix(0.75, 1.1, near),
        seed,
        index: i,
      };
      const body =
        near < 0.5 ? between2(light, main, 0.25 + near * 1.5) : between2(main, deep, (near - 0.5) * 1.1);
      const line = surfaceLine(swell, width, env.t);
      const crown = Math.max(0, Math.floor(swell.base - swell.height * 1.7));
      stamps.reset();
      isolate(ctx, () => {
        ctx.beginPath();
        trace(ctx, line);
        ctx.lineTo(width + 40 * unit, height + 1);
        ctx.lineTo(-40 * unit, height + 1);
        ctx.clip();
        const paint = (still: SceneContext) => {
          const face = still.createLinearGradient(0, swell.base - swell.height, 0, height);
          face.addColorStop(0, between2(body, '#ffffff', 0.22));
          face.addColorStop(0.16, body);
          face.addColorStop(1, between2(body, deep, 0.62));
          still.fillStyle = face;
          still.fillRect(0, crown, width, height - crown);
        };
        const key = `wave:${waveCount}:${i}:${waveHeight}:${level}:${light}:${main}:${deep}`;
        drawStill(ctx, element, key, paint, { x: 0, y: crown, width, height: Math.max(1, height - crown) });
      });
      if (foam) {
        ctx.lineJoin = 'round';
        for (const [lift, thick, alpha] of [
          [-1, mix(1.4, 3.2, near), 0.6],
          [-7 * mix(0.6, 1.3, near), mix(3, 9, near), 0.1],
        ] as const) {
          ctx.strokeStyle = `rgba(255, 255, 255, ${alpha})`;
          ctx.lineWidth = thick * unit;
          ctx.beginPath();
          trace(ctx, line, lift * unit);
          ctx.stroke();
        }
      }
      if (!glitter) continue;
      // Sparks on the water, where the sun's path lies: each lives as long as its facet points at the eye.
      for (let k = 0; k < 34; k++) {
        const id = i * 100 + k;
        const beat = env.t * between(seed, id, 5, 0.5, 1.1) * speed + chance(seed, id, 6);
        const spark = Math.sin((beat % 1) * Math.PI) ** 3;
        const cycle = Math.floor(beat);
        const spread =
          (chance(seed, id, 10 + 2 * cycle) + chance(seed, id, 11 + 2 * cycle) - 1) * mix(0.16, 0.34, near);
        const x = (0.68 + spread) * width;
        const y = surface(swell, x, env.t) + (4 + chance(seed, id, 9) ** 1.5 * mix(50, 150, near)) * unit;
        const wide = mix(7, 18, near) * unit * (0.5 + chance(seed, id, 8));
        stamps.put(
          glow('#fffbe6', 0.4),
          x,
          y,
          wide / 32,
          spark * 0.85,
          0,
          (1.8 * unit * mix(0.8, 1.5, near)) / 18,
        );
      }
    }
    stamps.reset();
  },
});
