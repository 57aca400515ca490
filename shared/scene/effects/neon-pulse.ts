import { shade } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { count, declare, palette, slider, speed, toggle } from './controls.ts';
import { defineEffect, drawStill, unitOf } from './effect.ts';
import { chance, fraction } from './random.ts';
import { glow, Stamps } from './sprite.ts';

const palettes = palette(
  {
    arcade: { label: 'Arcade', colors: ['#00e5ff', '#ff2bd6', '#8a5bff'] },
    lime: { label: 'Lime', colors: ['#b4ff39', '#00ffa3', '#00d0ff'] },
    heat: { label: 'Heat', colors: ['#ff3d3d', '#ff9f1c', '#ff2bd6'] },
    ice: { label: 'Ice', colors: ['#7df9ff', '#4d8dff', '#e0f7ff'] },
  },
  'arcade',
);

const { properties, form } = declare({
  lineCount: count('Tubes', 4, 10),
  speed: speed(),
  waveHeight: slider('Wave height', 1, [0.1, 2.5, 0.1], { unit: '×' }),
  thickness: slider('Thickness', 1, [0.4, 3, 0.1], { unit: '×', tab: 'style' }),
  ...palettes.controls,
  pulses: toggle('Running pulses', true),
  sun: toggle('Sun', true),
  grid: toggle('Floor grid', true),
});

/** The sun of a poster from the eighties: a disc that sinks behind the floor, cut into stripes below. */
function paintSun(ctx: SceneContext, width: number, height: number, colors: readonly string[]): void {
  const [x, y, radius] = [width / 2, height * 0.47, height * 0.25];
  const face = ctx.createLinearGradient(0, y - radius, 0, y + radius);
  face.addColorStop(0, shade(colors[0]!, 0.2));
  face.addColorStop(0.55, colors[1] ?? colors[0]!);
  face.addColorStop(1, colors[2] ?? colors[0]!);
  new Stamps(ctx).put(glow(colors[1] ?? colors[0]!), x, y, (radius * 4.2) / 64, 0.3);
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.save();
  ctx.clip();
  ctx.fillStyle = face;
  ctx.globalAlpha = 0.62;
  for (let i = 0, from = y - radius; i < 8 && from < height * 0.62; i++) {
    const to = y - radius * 0.12 + i * radius * 0.17;
    ctx.fillRect(x - radius, from, radius * 2, Math.min(to, height * 0.62) - from);
    from = to + radius * (0.02 + i * 0.012);
  }
  ctx.restore();
}

/** A floor running towards the viewer. Upright lines only: the cross lines move. */
function paintGrid(ctx: SceneContext, width: number, height: number, unit: number, tint: string): void {
  const horizon = height * 0.62;
  ctx.strokeStyle = tint;
  ctx.lineWidth = 1.1 * unit;
  ctx.globalAlpha = 0.3;
  ctx.beginPath();
  for (let i = -16; i <= 16; i++) {
    ctx.moveTo(width / 2 + i * width * 0.035, horizon);
    ctx.lineTo(width / 2 + i * width * 0.2, height);
  }
  ctx.stroke();
  const haze = ctx.createLinearGradient(0, horizon, 0, horizon + height * 0.16);
  haze.addColorStop(0, 'rgba(0, 0, 0, 1)');
  haze.addColorStop(1, 'rgba(0, 0, 0, 0)');
  ctx.globalAlpha = 1;
  ctx.globalCompositeOperation = 'destination-out';
  ctx.fillStyle = haze;
  ctx.fillRect(0, horizon - unit, width, height * 0.2);
  ctx.globalCompositeOperation = 'source-over';
  new Stamps(ctx).put(glow(tint), width / 2, horizon, (width * 1.1) / 64, 0.34, 0, (height * 0.3) / 64);
}

export const neonPulse = defineEffect({
  type: 'neon_pulse',
  label: 'Neon pulse',
  description: 'Neon tubes that swing, glow and carry pulses of light',
  tags: ['neon', 'pulse', 'glow', 'synthwave', 'retro', 'music'],
  icon: 'IconWaveSine',
  background: 'linear-gradient(180deg, #0a0618 0%, #140a2e 60%, #05030d 100%)',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { lineCount, speed, waveHeight, thickness, pulses, sun, grid } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const colors = palettes.colorsOf(element.properties);
    const t = env.t * speed;
    const stamps = new Stamps(ctx);
    const floor = colors[2] ?? colors[0]!;
    if (sun)
      drawStill(ctx, element, `sun:${colors.join()}`, (still) => paintSun(still, width, height, colors));
    if (grid) {
      drawStill(ctx, element, `grid:${floor}`, (still) => paintGrid(still, width, height, unit, floor));
      const horizon = height * 0.62;
      ctx.strokeStyle = floor;
      for (let i = 0; i < 12; i++) {
        const near = fraction(i / 12 + t * 0.07);
        stamps.fade(0.34 * near ** 0.8);
        ctx.lineWidth = (0.6 + 1.4 * near) * unit;
        const y = horizon + (height - horizon) * near ** 2.6;
        ctx.beginPath();
        ctx.moveTo(0, y);
        ctx.lineTo(width, y);
        ctx.stroke();
      }
      stamps.reset();
    }
    const middle = height * (grid ? 0.42 : 0.5);
    const step = 10 * unit;
    ctx.lineJoin = 'round';
    for (let i = 0; i < lineCount; i++) {
      const tint = colors[i % colors.length]!;
      const own = chance(seed, i, 1) * 6.28;
      const spread = lineCount === 1 ? 0 : i / (lineCount - 1) - 0.5;
      const surface = (x: number) => {
        const u = x / (unit * 100);
        // Quiet at both ends, so that the tubes gather there as strings do.
        const free = Math.sin(Math.PI * Math.min(1, Math.max(0, x / width)));
        const swing =
          Math.sin(u * (0.72 + 0.12 * i) - t * (1.1 + 0.16 * i) + own) * 0.62 +
          Math.sin(u * 1.7 + t * 0.8 + own * 2) * 0.26 +
          Math.sin(u * 0.34 - t * 0.5 + i) * 0.5;
        const breath = 0.75 + 0.25 * Math.sin(t * 1.6 + i * 0.9);
        return middle + (spread * 90 + swing * 128 * breath * waveHeight) * free * unit;
      };
      const beat = 0.72 + 0.28 * Math.sin(t * 2.6 - i * 0.8) ** 2;
      for (const [wide, alpha, css] of [
        [24, 0.08, tint],
        [9, 0.3, tint],
        [2.2, 1, shade(tint, 0.72)],
      ] as const) {
        stamps.fade(alpha * beat);
        ctx.strokeStyle = css;
        ctx.lineWidth = wide * unit * thickness;
        ctx.beginPath();
        for (let x = -step; x <= width + step; x += step) ctx.lineTo(x, surface(x));
        ctx.stroke();
      }
      if (!pulses) continue;
      for (let k = 0; k < 2; k++) {
        const way = fraction(t * 0.16 * (1 + 0.2 * chance(seed, i, 2)) + chance(seed, i, 3 + k));
        const x = (way * 1.1 - 0.05) * width * (i % 2 === 0 ? 1 : -1) + (i % 2 === 0 ? 0 : width);
        for (let tail = 3; tail >= 0; tail--) {
          const behind = x - tail * 10 * unit * (i % 2 === 0 ? 1 : -1);
          const wide = (40 - tail * 7) * unit * thickness;
          stamps.spark(tint, tail === 0 ? 0.34 : 0.12, behind, surface(behind), wide, 0.9 - tail * 0.22);
        }
      }
      stamps.reset();
    }
    stamps.reset();
  },
});
