import { shade, withAlpha } from '../css/color.ts';
import { count, declare, palette, scale, slider, speed, toggle } from './controls.ts';
import { defineEffect, unitOf } from './effect.ts';
import { between, chance, fraction, mix } from './random.ts';
import { type Sprite, Stamps } from './sprite.ts';

const palettes = palette(
  {
    party: { label: 'Party', colors: ['#ef4444', '#f59e0b', '#22c55e', '#3b82f6', '#a855f7', '#ec4899'] },
    gold: { label: 'Gold and black', colors: ['#d4a017', '#f5d77a', '#262626', '#f5f5f4'] },
    pastel: { label: 'Pastel', colors: ['#fbb1bd', '#a5d8ff', '#b2f2bb', '#ffec99', '#d0bfff'] },
    brand: { label: 'Blue and white', colors: ['#2563eb', '#60a5fa', '#f8fafc'] },
  },
  'party',
);

/** A balloon of 80 × 100 with its knot; light falls from the upper left and shines through below. */
const balloon = (tint: string): Sprite => ({
  key: `balloon:${tint}`,
  width: 100,
  height: 128,
  paint: (ctx) => {
    ctx.translate(0, -10);
    const trace = () => {
      ctx.beginPath();
      ctx.moveTo(0, 54);
      ctx.bezierCurveTo(-26, 44, -41, 16, -41, -8);
      ctx.bezierCurveTo(-41, -35, -23, -50, 0, -50);
      ctx.bezierCurveTo(23, -50, 41, -35, 41, -8);
      ctx.bezierCurveTo(41, 16, 26, 44, 0, 54);
    };
    ctx.fillStyle = shade(tint, -0.28);
    ctx.beginPath();
    ctx.moveTo(0, 51);
    ctx.lineTo(-7, 62);
    ctx.quadraticCurveTo(0, 58.5, 7, 62);
    ctx.closePath();
    ctx.fill();
    const body = ctx.createRadialGradient(-14, -22, 4, 0, -4, 62);
    body.addColorStop(0, shade(tint, 0.5));
    body.addColorStop(0.28, shade(tint, 0.14));
    body.addColorStop(0.66, tint);
    body.addColorStop(1, shade(tint, -0.38));
    ctx.fillStyle = body;
    trace();
    ctx.fill();
    ctx.save();
    ctx.clip();
    const through = ctx.createRadialGradient(16, 30, 2, 16, 30, 34);
    through.addColorStop(0, withAlpha(shade(tint, 0.55), 0.5));
    through.addColorStop(1, withAlpha(tint, 0));
    ctx.fillStyle = through;
    ctx.fillRect(-50, -50, 100, 110);
    ctx.translate(-19, -25);
    ctx.rotate(-0.65);
    ctx.scale(0.55, 1);
    const gloss = ctx.createRadialGradient(0, 0, 0, 0, 0, 17);
    gloss.addColorStop(0, 'rgba(255, 255, 255, 0.9)');
    gloss.addColorStop(0.4, 'rgba(255, 255, 255, 0.55)');
    gloss.addColorStop(1, 'rgba(255, 255, 255, 0)');
    ctx.rotate(Math.PI / 2);
    ctx.fillStyle = gloss;
    ctx.fillRect(-18, -18, 36, 36);
    ctx.restore();
  },
});

const { properties, form } = declare({
  balloonCount: count('Balloons', 25, 120),
  speed: speed(),
  sway: slider('Sway', 1, [0, 3, 0.1], { unit: '×' }),
  size: scale('Balloon size'),
  ...palettes.controls,
  strings: toggle('Strings', true),
});

export const floatingBalloons = defineEffect({
  type: 'floating_balloons',
  label: 'Floating balloons',
  description: 'Balloons rising on swinging strings',
  tags: ['balloons', 'birthday', 'party', 'celebration', 'congratulations'],
  icon: 'IconBalloon',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { balloonCount, speed, sway, size, strings } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element);
    const colors = palettes.colorsOf(element.properties);
    const stamps = new Stamps(ctx);
    ctx.lineCap = 'round';
    for (let i = 0; i < balloonCount; i++) {
      const depth = ((i + 0.5) / balloonCount) ** 1.15;
      const wide = mix(38, 88, depth) * between(seed, i, 1, 0.9, 1.1) * size * unit;
      const string = wide * 1.5;
      const tall = height + 1.5 * wide + string;
      const way =
        ((i * 0.618 + chance(seed, i, 2) * 0.12) % 1) +
        (mix(30, 62, depth) * between(seed, i, 3, 0.88, 1.12) * speed * unit * env.t) / tall;
      const cycle = Math.floor(way);
      const phase = chance(seed, i, 4) * 6.28;
      const pace = between(seed, i, 5, 0.55, 0.85) * speed;
      const swing = mix(12, 26, depth) * sway * unit;
      const x =
        between(seed, i, 10 + cycle, 0.02, 0.98) * width +
        swing * (Math.sin(env.t * pace + phase) + 0.3 * Math.sin(env.t * pace * 2.3 + phase));
      const y = height + 0.75 * wide - fraction(way) * tall;
      const lean = 0.13 * sway * Math.cos(env.t * pace + phase);
      const scale = wide / 82;
      const tint = colors[i % colors.length]!;
      const alpha = mix(0.72, 1, depth);
      if (strings) {
        stamps.reset();
        const [kx, ky] = [x - Math.sin(lean) * 50 * scale, y + Math.cos(lean) * 50 * scale];
        const tail = Math.sin(env.t * pace * 1.7 + phase - 1) * 0.16 * string;
        const curl = Math.sin(env.t * pace * 2.4 + phase) * 0.13 * string;
        stamps.fade(alpha * 0.75);
        ctx.strokeStyle = withAlpha(shade(tint, -0.45), 0.8);
        ctx.lineWidth = Math.max(0.7, 1.5 * scale);
        ctx.beginPath();
        ctx.moveTo(kx, ky);
        ctx.bezierCurveTo(
          kx + curl,
          ky + string * 0.35,
          kx - curl + tail,
          ky + string * 0.65,
          kx + tail,
          ky + string,
        );
        ctx.stroke();
      }
      stamps.put(balloon(tint), x, y, scale, alpha, lean);
    }
    stamps.reset();
  },
});
