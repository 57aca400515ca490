import * as z from 'zod';
import { bankNote, noteSize } from './bank-note.ts';
import { choice, color, count, declare, hidden, slider, toggle } from './controls.ts';
import { defineEffect, unitOf } from './effect.ts';
import { between, chance, fraction, mix, smooth } from './random.ts';
import { glow, type Sprite, Stamps } from './sprite.ts';

const signs = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' } as const;

/** How often each denomination falls (specification, section 9). */
const defaultBills = [
  { value: 1, weight: 0.05 },
  { value: 5, weight: 0.1 },
  { value: 10, weight: 0.15 },
  { value: 20, weight: 0.2 },
  { value: 50, weight: 0.25 },
  { value: 100, weight: 0.25 },
];

const billTypes = z
  .array(z.object({ value: z.number().int().min(1).max(100_000), weight: z.number().min(0).max(1000) }))
  .max(12)
  .refine(
    (bills) => bills.some(({ weight }) => weight > 0),
    'at least one denomination must have a weight above 0',
  )
  .default(defaultBills);

const { properties, form } = declare({
  billCount: count('Bills', 40, 200),
  billTypes: hidden(billTypes),
  currency: choice('Currency', { USD: 'Dollar', EUR: 'Euro', GBP: 'Pound', JPY: 'Yen' }, 'USD'),
  fallSpeed: slider('Fall speed', 1, [0.1, 4, 0.1], { unit: '×' }),
  swayAmount: slider('Sway', 1, [0, 3, 0.1], { unit: '×' }),
  rotationSpeed: slider('Tumbling', 1, [0, 4, 0.1], { unit: '×' }),
  billSize: slider('Bill size', 1, [0.3, 3, 0.1], { unit: '×', tab: 'style' }),
  color1: color('1', '#6b8f71'),
  color5: color('5', '#7a6fb0'),
  color10: color('10', '#c98a3d'),
  color20: color('20', '#3f9b6d'),
  color50: color('50', '#c0566b'),
  color100: color('100', '#2f8f83'),
  continuous: toggle('Continuous', true, { help: 'Otherwise each bill falls once.' }),
  duration: {
    schema: z.number().min(0).max(600_000).nullable().default(null),
    field: {
      tab: 'effects',
      label: 'Stop after',
      kind: 'number',
      min: 0,
      max: 600_000,
      step: 500,
      unit: 'ms',
      help: 'No new bills after this; 0 or empty means never.',
    },
  },
  fadeOut: toggle('Fade out at the bottom', true),
  sparkleEffect: toggle('Sparkles', true),
});

type Bills = z.output<typeof properties>;

/** The colour of a denomination: its own, or that of the next one below. */
function colorOf(value: number, properties: Bills): string {
  const { color1, color5, color10, color20, color50, color100 } = properties;
  const colors = [color1, color5, color10, color20, color50, color100];
  const known = [1, 5, 10, 20, 50, 100].filter((denomination) => denomination <= value).length;
  return colors[Math.max(0, known - 1)]!;
}

/** Picks a denomination by weight. @param at from 0 to 1 */
export function pickBill(bills: Bills['billTypes'], at: number): number {
  const total = bills.reduce((sum, { weight }) => sum + weight, 0);
  let left = at * total;
  for (const { value, weight } of bills) {
    left -= weight;
    if (left < 0) return value;
  }
  return bills.findLast(({ weight }) => weight > 0)?.value ?? bills[0]!.value;
}

/** A star of light with four points. */
const sparkle: Sprite = {
  key: 'sparkle',
  width: 64,
  height: 64,
  paint: (ctx) => {
    ctx.save();
    ctx.scale(0.5, 0.5);
    glow('#ffe08a', 0.3).paint(ctx);
    ctx.restore();
    ctx.fillStyle = '#fffdf2';
    ctx.beginPath();
    for (let i = 0; i < 8; i++) {
      const reach = i % 2 === 0 ? 30 : 3.4;
      ctx.lineTo(Math.cos((i * Math.PI) / 4) * reach, Math.sin((i * Math.PI) / 4) * reach);
    }
    ctx.fill();
  },
};

/** Seconds that the slowest bill needs from above the box to below it, at fall speed 1. */
const longestFall = 11;
const shortestFall = 5;

export const rainingMoney = defineEffect({
  type: 'raining_money',
  label: 'Raining money',
  description: 'Bank notes tumbling down',
  tags: ['money', 'cash', 'rain', 'win', 'bonus', 'commission', 'deal'],
  icon: 'IconCashBanknote',
  properties,
  form,
  animatedUntil: ({ properties: { continuous, duration, fallSpeed } }) => {
    const fall = longestFall / fallSpeed;
    if (duration) return duration / 1000 + fall;
    return continuous ? Number.POSITIVE_INFINITY : fall;
  },
  draw: (ctx, element, env) => {
    const { properties, width, height, seed } = element;
    const { billCount, fallSpeed, swayAmount, rotationSpeed, billSize, duration } = properties;
    const unit = unitOf(element);
    const stamps = new Stamps(ctx);
    const sign = signs[properties.currency];
    const end = duration ? duration / 1000 : Number.POSITIVE_INFINITY;
    for (let i = 0; i < billCount; i++) {
      const depth = ((i + 0.5) / billCount) ** 1.2;
      const fall = (mix(longestFall, shortestFall, depth) * between(seed, i, 1, 0.8, 1)) / fallSpeed;
      const offset = (i * 0.618 + chance(seed, i, 2) * 0.15) % 1;
      const way = env.t / fall + offset;
      const cycle = Math.floor(way);
      const share = fraction(way);
      // A bill that is let go after the end, or after its only fall, is not there.
      if ((cycle - offset) * fall > end || (!properties.continuous && cycle > 0)) continue;
      const id = i * 389 + cycle;
      const scale = (mix(66, 138, depth) * billSize * unit) / noteSize.width;
      const margin = noteSize.width * scale * 0.7;
      const phase = chance(seed, id, 3) * 6.28;
      const rhythm = between(seed, i, 4, 0.9, 1.5) * fallSpeed ** 0.5;
      const sway = mix(22, 52, depth) * swayAmount * unit;
      const glide = Math.sin(env.t * rhythm + phase);
      const x = between(seed, id, 5, 0.0, 1) * width + sway * glide;
      const y = share * (height + 2 * margin) - margin - Math.cos(2 * (env.t * rhythm + phase)) * sway * 0.16;
      const roll = phase + env.t * between(seed, i, 6, 1.1, 2.3) * rotationSpeed;
      const turn = between(seed, id, 7, -0.9, 0.9) + 0.4 * Math.cos(env.t * rhythm + phase) * swayAmount;
      const alpha = properties.fadeOut ? 1 - smooth(0.78, 0.97, share) : 1;
      const value = pickBill(properties.billTypes, chance(seed, id, 8));
      const tint = colorOf(value, properties);
      // Paper curls: its length follows a wave, in strips that meet edge to edge.
      const strips = depth > 0.45 ? 4 : 2;
      const facing = Math.cos(roll);
      const flat = Math.max(0.1, Math.abs(facing));
      const note = bankNote(value, sign, tint, facing > 0 ? 'front' : 'back');
      const curl = 0.11 * noteSize.width * scale * (0.4 + 0.6 * Math.abs(Math.sin(roll)));
      const bend = (u: number) => curl * Math.sin(phase + env.t * 1.4 * rotationSpeed + u * 3.4);
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      for (let strip = 0; strip < strips; strip++) {
        const [from, to] = [strip / strips, (strip + 1) / strips];
        const slope = (bend(to) - bend(from)) / (noteSize.width / strips);
        const lift = bend(from) - slope * (from - 0.5) * noteSize.width;
        stamps.fade(alpha * mix(0.8, 1, depth));
        stamps.move(x - sin * lift, y + cos * lift, scale, flat * scale, turn, slope);
        stamps.strip(note, from, to, scale);
        // Less light falls on what is turned away.
        const dark = 0.3 * (1 - flat) + (facing < 0 ? 0.06 : 0) + Math.max(-0.1, Math.min(0.16, slope * 0.5));
        if (dark <= 0.02) continue;
        stamps.fade(alpha * dark);
        ctx.fillStyle = '#0b1f17';
        const inset = [strip === 0 ? 1 : 0, strip === strips - 1 ? 1 : 0] as const;
        ctx.fillRect(
          (from - 0.5) * noteSize.width + inset[0],
          -noteSize.height / 2 + 1,
          noteSize.width / strips - inset[0] - inset[1],
          noteSize.height - 2,
        );
      }
      if (!properties.sparkleEffect || i % 3 !== 0) continue;
      const beat = env.t * between(seed, i, 11, 0.5, 0.9) + chance(seed, i, 12);
      const shine = Math.sin(Math.PI * fraction(beat)) ** 6;
      const spot = i * 71 + Math.floor(beat);
      const [sx, sy] = [(chance(seed, spot, 13) - 0.5) * 130, (chance(seed, spot, 14) - 0.5) * 60];
      stamps.put(sparkle, x + sx * scale, y + sy * scale, (26 * unit * shine) / 64, shine * alpha, beat);
    }
    stamps.reset();
  },
});
