import { shade, withAlpha } from '../css/color.ts';
import { count, declare, palette, scale, slider, speed, toggle } from './controls.ts';
import { defineEffect, unitOf } from './effect.ts';
import { between, chance, fraction, mix, smooth } from './random.ts';
import { type Sprite, Stamps } from './sprite.ts';

const palettes = palette(
  {
    soap: { label: 'Soap', colors: ['#6ec6ff', '#b79bff', '#ff9ad5'] },
    sea: { label: 'Sea', colors: ['#4fd8e8', '#3aa0ff', '#8ff0d0'] },
    candy: { label: 'Candy', colors: ['#ff8fb8', '#ffc27a', '#b59bff'] },
    mint: { label: 'Mint', colors: ['#6ee7b7', '#86efac', '#67e8f9'] },
  },
  'soap',
);

/** A bubble of soap: nearly clear in the middle, its rim in two colours, a window's light above and its mirror below. */
const bubble = (rim: string, other: string): Sprite => ({
  key: `bubble:${rim}:${other}`,
  width: 100,
  height: 100,
  paint: (ctx) => {
    const body = ctx.createRadialGradient(-6, -8, 6, 0, 0, 48);
    body.addColorStop(0, 'rgba(255, 255, 255, 0.02)');
    body.addColorStop(0.62, withAlpha(rim, 0.07));
    body.addColorStop(0.86, withAlpha(rim, 0.34));
    body.addColorStop(0.96, withAlpha(other, 0.66));
    body.addColorStop(1, withAlpha(shade(rim, 0.4), 0.5));
    ctx.fillStyle = body;
    ctx.beginPath();
    ctx.arc(0, 0, 48, 0, Math.PI * 2);
    ctx.fill();
    const sheen = ctx.createLinearGradient(-30, -34, 34, 40);
    sheen.addColorStop(0, withAlpha(other, 0.5));
    sheen.addColorStop(0.45, withAlpha(other, 0));
    sheen.addColorStop(0.72, withAlpha(rim, 0));
    sheen.addColorStop(1, withAlpha('#ffd6f2', 0.5));
    ctx.fillStyle = sheen;
    ctx.fill();
    ctx.lineCap = 'round';
    for (const [radius, from, to, width, alpha] of [
      [39, 3.5, 4.35, 5.5, 0.85],
      [39, 4.52, 4.62, 5, 0.7],
      [40, 0.5, 1.15, 3, 0.45],
    ] as const) {
      ctx.beginPath();
      ctx.arc(0, 0, radius, from, to);
      ctx.lineWidth = width;
      ctx.strokeStyle = `rgba(255, 255, 255, ${alpha})`;
      ctx.stroke();
    }
    ctx.lineWidth = 1.1;
    ctx.strokeStyle = withAlpha(shade(rim, -0.15), 0.62);
    ctx.beginPath();
    ctx.arc(0, 0, 48, 0, Math.PI * 2);
    ctx.stroke();
  },
});

const { properties, form } = declare({
  bubbleCount: count('Bubbles', 30, 200),
  speed: speed(),
  sway: slider('Sway', 1, [0, 3, 0.1], { unit: '×' }),
  size: scale('Bubble size'),
  ...palettes.controls,
  wobble: toggle('Wobble', true),
});

export const bubbleFloat = defineEffect({
  type: 'bubble_float',
  label: 'Bubbles',
  description: 'Soap bubbles rising and wobbling',
  tags: ['bubbles', 'soap', 'float', 'playful', 'water'],
  icon: 'IconBubble',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { bubbleCount, speed, sway, size, wobble } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const colors = palettes.colorsOf(element.properties);
    const stamps = new Stamps(ctx);
    for (let i = 0; i < bubbleCount; i++) {
      const depth = ((i + 0.5) / bubbleCount) ** 1.6;
      const diameter = mix(20, 116, depth) * between(seed, i, 1, 0.75, 1.25) * size * unit;
      const tall = height + 2 * diameter;
      const risen =
        chance(seed, i, 2) +
        (mix(26, 62, depth) * between(seed, i, 3, 0.8, 1.2) * speed * unit * env.t) / tall;
      const cycle = Math.floor(risen);
      const share = fraction(risen);
      const y = height + diameter - share * tall;
      const phase = chance(seed, i, 4) * 6.28;
      const swing = mix(14, 34, depth) * sway * unit;
      const x =
        chance(seed, i, 10 + cycle) * width +
        swing * (Math.sin(env.t * 0.8 * speed + phase) + 0.4 * Math.sin(env.t * 1.9 * speed + phase * 2.3));
      const squeeze = wobble ? 0.035 * Math.sin(env.t * between(seed, i, 5, 2.4, 3.6) + phase) : 0;
      // Some burst on their way, quickly growing and gone, before they reach the top.
      const end = chance(seed, i, 500 + cycle) < 0.3 ? between(seed, i, 900 + cycle, 0.55, 0.85) : 2;
      const popped = ((share - end) * tall) / (24 * unit);
      if (popped > 1) continue;
      const burst = smooth(0, 1, popped);
      const first = Math.floor(chance(seed, i, 6) * colors.length);
      const light = bubble(colors[first]!, colors[(first + 1) % colors.length]!);
      const grown = (diameter / 100) * (1 + 0.22 * burst);
      stamps.put(
        light,
        x,
        y,
        grown * (1 + squeeze),
        mix(0.6, 1, depth) * (1 - burst),
        0,
        grown * (1 - squeeze),
      );
    }
    stamps.reset();
  },
});
