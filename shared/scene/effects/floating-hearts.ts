import { shade, withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { count, declare, palette, scale, slider, speed, toggle } from './controls.ts';
import { defineEffect, unitOf } from './effect.ts';
import { between, chance, fraction, mix, smooth } from './random.ts';
import { type Sprite, Stamps } from './sprite.ts';

const palettes = palette(
  {
    love: { label: 'Love', colors: ['#f43f5e', '#fb7185', '#e11d48', '#f9a8d4'] },
    blush: { label: 'Blush', colors: ['#f9a8d4', '#fbcfe8', '#fda4af', '#f0abfc'] },
    passion: { label: 'Passion', colors: ['#dc2626', '#991b1b', '#ef4444'] },
    pride: { label: 'Rainbow', colors: ['#ef4444', '#f59e0b', '#22c55e', '#3b82f6', '#a855f7'] },
  },
  'love',
);

function traceHeart(ctx: SceneContext, size: number): void {
  ctx.moveTo(0, size * 0.92);
  ctx.bezierCurveTo(-size * 0.5, size * 0.5, -size * 1.05, size * 0.12, -size, -size * 0.38);
  ctx.bezierCurveTo(-size * 0.95, -size * 0.92, -size * 0.28, -size * 1.0, 0, -size * 0.42);
  ctx.bezierCurveTo(size * 0.28, -size * 1.0, size * 0.95, -size * 0.92, size, -size * 0.38);
  ctx.bezierCurveTo(size * 1.05, size * 0.12, size * 0.5, size * 0.5, 0, size * 0.92);
}

const heart = (tint: string): Sprite => ({
  key: `heart:${tint}`,
  width: 100,
  height: 100,
  paint: (ctx) => {
    const body = ctx.createRadialGradient(-14, -20, 4, 4, 6, 58);
    body.addColorStop(0, shade(tint, 0.5));
    body.addColorStop(0.4, tint);
    body.addColorStop(1, shade(tint, -0.34));
    ctx.fillStyle = body;
    ctx.beginPath();
    traceHeart(ctx, 46);
    ctx.fill();
    ctx.save();
    ctx.clip();
    const rim = ctx.createRadialGradient(0, -8, 30, 0, -8, 60);
    rim.addColorStop(0, withAlpha(shade(tint, 0.6), 0));
    rim.addColorStop(1, withAlpha(shade(tint, 0.6), 0.4));
    ctx.fillStyle = rim;
    ctx.fillRect(-50, -50, 100, 100);
    ctx.translate(-20, -21);
    ctx.rotate(-0.6);
    const gloss = ctx.createRadialGradient(0, 0, 0, 0, 0, 15);
    gloss.addColorStop(0, 'rgba(255, 255, 255, 0.8)');
    gloss.addColorStop(0.5, 'rgba(255, 255, 255, 0.4)');
    gloss.addColorStop(1, 'rgba(255, 255, 255, 0)');
    ctx.scale(1, 0.62);
    ctx.fillStyle = gloss;
    ctx.fillRect(-16, -16, 32, 32);
    ctx.restore();
  },
});

const { properties, form } = declare({
  heartCount: count('Hearts', 20, 150),
  speed: speed(),
  sway: slider('Sway', 1, [0, 3, 0.1], { unit: '×' }),
  size: scale('Heart size'),
  ...palettes.controls,
  beat: toggle('Heartbeat', true),
  fadeOut: toggle('Fade towards the top', true),
});

/** Two beats, then a rest: how much larger a heart is. @param phase from 0 to 1 */
const beatAt = (phase: number) =>
  0.11 * Math.exp(-(((phase - 0.12) / 0.06) ** 2)) + 0.08 * Math.exp(-(((phase - 0.34) / 0.08) ** 2));

export const floatingHearts = defineEffect({
  type: 'floating_hearts',
  label: 'Floating hearts',
  description: 'Hearts rising, swaying and beating',
  tags: ['hearts', 'love', 'valentine', 'wedding', 'thank you'],
  icon: 'IconHearts',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { heartCount, speed, sway, size, beat, fadeOut } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const colors = palettes.colorsOf(element.properties);
    const stamps = new Stamps(ctx);
    for (let i = 0; i < heartCount; i++) {
      const depth = ((i + 0.5) / heartCount) ** 1.25;
      const wide = mix(30, 106, depth) * between(seed, i, 1, 0.85, 1.15) * size * unit;
      const tall = height + 2 * wide;
      // Evenly spread over the height, so that few hearts never leave a hole.
      const risen = (i * 0.618 + chance(seed, i, 2) * 0.2) % 1;
      const way =
        risen + (mix(30, 68, depth) * between(seed, i, 3, 0.85, 1.15) * speed * unit * env.t) / tall;
      const cycle = Math.floor(way);
      const share = fraction(way);
      const phase = chance(seed, i, 4) * 6.28;
      const swing = mix(16, 36, depth) * sway * unit;
      const pace = between(seed, i, 5, 0.8, 1.25) * speed;
      const x = between(seed, i, 10 + cycle, 0.04, 0.96) * width + swing * Math.sin(env.t * pace + phase);
      const y = height + wide - share * tall;
      // A heart leans into its sway.
      const lean = 0.3 * sway * Math.cos(env.t * pace + phase) + between(seed, i, 6, -0.15, 0.15);
      const pulse = beat ? 1 + beatAt(fraction(env.t * 0.85 + phase)) : 1;
      const fade = fadeOut ? 1 - smooth(0.62, 0.98, share) : 1;
      const tint = colors[i % colors.length]!;
      stamps.put(heart(tint), x, y, (wide / 100) * pulse, mix(0.7, 1, depth) * fade, lean);
    }
    stamps.reset();
  },
});
