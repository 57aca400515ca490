import { formatColor, mixColors, parseColor } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { count, declare, palette, scale, slider, toggle } from './controls.ts';
import { defineEffect, drawStill, unitOf } from './effect.ts';
import { between, chance, clamp01, fraction, smooth } from './random.ts';
import { glow, Stamps } from './sprite.ts';

const palettes = palette(
  {
    festive: { label: 'Festive', colors: ['#ff5d73', '#ffd166', '#4cc9f0', '#b388ff', '#7dff9a', '#ff9e4f'] },
    gold: { label: 'Gold and silver', colors: ['#ffd98a', '#fff4dc', '#ffb347', '#dfe8ff'] },
    patriot: { label: 'Red, white, blue', colors: ['#ff4d5e', '#ffffff', '#5b8cff'] },
    berry: { label: 'Berry', colors: ['#ff6ec7', '#c77dff', '#7b8cff', '#ffb3e6'] },
  },
  'festive',
);

const { properties, form } = declare({
  launchInterval: slider('Launch every', 1000, [200, 5000, 50], { unit: 'ms' }),
  duration: slider('Show lasts', 10_000, [1000, 120_000, 500], {
    unit: 'ms',
    help: 'Each show ends with a finale.',
  }),
  repeat: toggle('Show after show', true, { tab: 'content' }),
  sparkCount: count('Sparks of a shell', 72, 160),
  size: scale('Shell size'),
  ...palettes.controls,
  trails: toggle('Trails', true),
  skyline: toggle('Skyline', true),
});

/** Seconds: a rocket's rise at most, and the longest fading of a shell. */
const longestRise = 1.5;
const longestBurst = 3.2;
/** Seconds before the end of a show in which three shells rise instead of one. */
const finale = 1.7;

const kinds = [
  'peony',
  'chrysanthemum',
  'palm',
  'peony',
  'willow',
  'chrysanthemum',
  'ring',
  'strobe',
] as const;

interface Shell {
  id: number;
  kind: (typeof kinds)[number];
  x: number;
  y: number;
  startX: number;
  rise: number;
  radius: number;
  life: number;
  colors: readonly [string, string];
}

interface Ray {
  angle: number;
  /** Share of the shell's radius. */
  reach: number;
  i: number;
}

/** Share of the way that a spark has flown at an age: the air stops it soon. */
const flown = (age: number, drag: number) => (1 - Math.exp(-drag * age)) / (1 - Math.exp(-drag * 2.4));

function sparkAt(shell: Shell, angle: number, reach: number, age: number, unit: number): [number, number] {
  const heavy = shell.kind === 'willow' || shell.kind === 'palm';
  const way = shell.radius * reach * flown(Math.max(0, age), heavy ? 1.7 : 2.5);
  const sink = (heavy ? 38 : 20) * unit * age * age * (age > 0 ? 1 : 0);
  return [shell.x + Math.cos(angle) * way, shell.y + Math.sin(angle) * way + sink];
}

function drawBurst(
  ctx: SceneContext,
  stamps: Stamps,
  shell: Shell,
  age: number,
  unit: number,
  seed: number,
  properties: { sparkCount: number; trails: boolean },
): void {
  const { kind, life, colors, id } = shell;
  const left = 1 - age / life;
  const { sparkCount, trails } = properties;
  const sparks = kind === 'palm' ? Math.ceil(sparkCount / 4) : sparkCount;
  const tail = { peony: 0.1, chrysanthemum: 0.3, willow: 0.62, ring: 0.1, palm: 0.4, strobe: 0.05 }[kind];
  const tint = formatColor(
    mixColors(parseColor(colors[0])!, parseColor(colors[1])!, smooth(life * 0.35, life * 0.8, age)),
  );
  // Some shells hold a second, smaller ball of the other colour.
  const hasCore = kind === 'peony' || kind === 'chrysanthemum';
  const rays = [[], []] as [Ray[], Ray[]];
  for (let i = 0; i < sparks; i++) {
    const turn = (i / sparks) * Math.PI * 2 + between(seed, id * 512 + i, 1, -0.09, 0.09);
    const inner = hasCore && i % 3 === 0;
    // A ball seen from afar: more sparks towards its rim.
    const reach = kind === 'ring' ? 1 : Math.sqrt(1 - chance(seed, id * 512 + i, 2) ** 2 * 0.96);
    const angle = turn + (kind === 'ring' ? 0 : chance(seed, id * 512 + i, 3));
    rays[inner ? 1 : 0].push({ angle, reach: inner ? reach * 0.45 : reach, i });
  }
  const light = clamp01(left * 1.25) ** 1.3;
  ctx.lineCap = 'round';
  rays.forEach((group, ball) => {
    if (group.length === 0) return;
    const parts = trails ? 4 : 0;
    ctx.strokeStyle = ball === 1 ? colors[1] : tint;
    for (let part = 0; part < parts; part++) {
      const from = age - (tail * part) / parts;
      const to = age - (tail * (part + 1)) / parts;
      if (from <= 0) break;
      stamps.fade(light * (1 - part / parts) ** 1.5 * (kind === 'willow' ? 0.7 : 0.9) * smooth(0, 0.12, age));
      ctx.lineWidth = (kind === 'palm' ? 3.6 : 2.2) * unit * (1 - part * 0.16);
      ctx.beginPath();
      for (const { angle, reach } of group) {
        ctx.moveTo(...sparkAt(shell, angle, reach, from, unit));
        ctx.lineTo(...sparkAt(shell, angle, reach, Math.max(0, to), unit));
      }
      ctx.stroke();
    }
    const head = colors[ball === 1 || age > life * 0.55 ? 1 : 0];
    for (const { angle, reach, i } of group) {
      const twinkle =
        kind === 'strobe' || left < 0.4
          ? 0.25 + 1.2 * chance(seed, id * 512 + i, 40 + Math.floor(age * 16))
          : 1;
      const [x, y] = sparkAt(shell, angle, reach, age, unit);
      const size = (kind === 'palm' ? 20 : kind === 'strobe' ? 17 : 16) * unit * (0.45 + 0.55 * left);
      stamps.spark(head, 0.26, x, y, size, light * twinkle);
    }
    stamps.reset();
  });
  if (age < 0.7) {
    const ember = (1 - age / 0.7) ** 2;
    stamps.put(glow(colors[0], 0.45), shell.x, shell.y, (shell.radius * (0.5 + age)) / 32, ember * 0.75);
  }
  const flash = 1 - age / 0.3;
  if (flash > 0) {
    ctx.globalCompositeOperation = 'lighter';
    stamps.put(
      glow(colors[0], 0.25),
      shell.x,
      shell.y,
      (shell.radius * (0.9 + 0.7 * (1 - flash))) / 32,
      flash ** 2 * 0.8,
    );
    ctx.globalCompositeOperation = 'source-over';
  }
  stamps.reset();
}

function drawRocket(
  ctx: SceneContext,
  stamps: Stamps,
  shell: Shell,
  age: number,
  unit: number,
  height: number,
): void {
  const at = (time: number): [number, number] => {
    const share = clamp01(time / shell.rise);
    const eased = 1 - (1 - share) ** 2.1;
    return [
      shell.startX + (shell.x - shell.startX) * share,
      height + 10 * unit + (shell.y - height - 10 * unit) * eased,
    ];
  };
  ctx.lineCap = 'round';
  for (let part = 0; part < 5; part++) {
    stamps.fade(0.8 * (1 - part / 5) ** 1.6 * (1 - smooth(0.8, 1, age / shell.rise) * 0.6));
    ctx.strokeStyle = part < 2 ? '#ffe6b0' : '#ff9d4d';
    ctx.lineWidth = (2.6 - part * 0.35) * unit;
    ctx.beginPath();
    ctx.moveTo(...at(age - part * 0.05));
    ctx.lineTo(...at(age - (part + 1) * 0.05));
    ctx.stroke();
  }
  stamps.put(glow('#ffd89a', 0.4), ...at(age), (15 * unit) / 64, 0.9);
  stamps.reset();
}

function paintSkyline(ctx: SceneContext, width: number, height: number, unit: number, seed: number): void {
  let x = -10 * unit;
  for (let i = 0; x < width; i++) {
    const wide = between(seed, i, 81, 26, 62) * unit;
    const tall = between(seed, i, 82, 18, 64) * unit * (chance(seed, i, 83) < 0.2 ? 1.6 : 1);
    ctx.fillStyle = '#04060f';
    ctx.fillRect(x, height - tall, wide + 1, tall + 1);
    if (chance(seed, i, 84) < 0.3)
      ctx.fillRect(x + wide * 0.48, height - tall - 16 * unit, 2 * unit, 16 * unit);
    for (let row = 0; row * 9 * unit < tall - 12 * unit; row++) {
      for (let column = 0; column * 8 * unit < wide - 12 * unit; column++) {
        if (chance(seed, i * 1000 + row * 20 + column, 85) > 0.22) continue;
        ctx.fillStyle = 'rgba(255, 206, 130, 0.5)';
        ctx.fillRect(x + (5 + column * 8) * unit, height - tall + (6 + row * 9) * unit, 3 * unit, 4 * unit);
      }
    }
    x += wide;
  }
}

export const fireworks = defineEffect({
  type: 'fireworks',
  label: 'Fireworks',
  description: 'Rockets, shells of six kinds and a finale',
  tags: ['fireworks', 'celebration', 'new year', 'party', 'win'],
  icon: 'IconSparkles',
  isPro: true,
  size: { width: 500, height: 400 },
  background: 'linear-gradient(180deg, #050816 0%, #0d1433 55%, #2a1f4d 100%)',
  properties,
  form,
  animatedUntil: ({ properties: { repeat, duration } }) =>
    repeat ? Number.POSITIVE_INFINITY : duration / 1000 + longestRise + longestBurst,
  draw: (ctx, element, env) => {
    const { launchInterval, duration, repeat, size, skyline } = element.properties;
    const { width, height, seed } = element;
    const unit = unitOf(element) * 1.35;
    const colors = palettes.colorsOf(element.properties);
    const interval = launchInterval / 1000;
    const show = duration / 1000;
    const stamps = new Stamps(ctx);
    const newest = Math.floor(env.t / interval) + 1;
    const oldest = Math.floor((env.t - longestRise - longestBurst) / interval) - 1;
    // Shells from before the beginning are in the air at t = 0 already.
    for (let k = oldest; k <= newest; k++) {
      const beginning = k * interval;
      if (!repeat && beginning > show) break;
      const inFinale = fraction(beginning / show) * show > show - finale;
      for (let extra = 0; extra < (inFinale ? 3 : 1); extra++) {
        const id = k * 4 + extra;
        const age = env.t - beginning - between(seed, id, 1, -0.2, 0.2) * interval - extra * 0.14;
        const round = Math.floor(k / kinds.length);
        const order = k + extra * 2 + Math.floor(chance(seed, round, 2) * kinds.length);
        const kind = kinds[((order % kinds.length) + kinds.length) % kinds.length]!;
        const rise = between(seed, id, 3, 0.95, longestRise - 0.15);
        if (age < 0 || age > rise + longestBurst) continue;
        const x = between(seed, id, 4, 0.14, 0.86) * width;
        const first = Math.floor(chance(seed, id, 5) * colors.length);
        const second = (first + 1 + Math.floor(chance(seed, id, 6) * (colors.length - 1))) % colors.length;
        const gold = ['#ffdd8f', '#ffb04a'] as const;
        const shell: Shell = {
          id,
          kind,
          x,
          y: between(seed, id, 7, 0.16, 0.5) * height,
          startX: x + between(seed, id, 8, -0.1, 0.1) * width,
          rise,
          radius: between(seed, id, 9, 92, 142) * unit * size * (kind === 'willow' ? 1.1 : 1),
          life: between(seed, id, 10, 1.9, 2.5) * (kind === 'willow' ? 1.28 : 1),
          colors: kind === 'willow' ? gold : [colors[first]!, colors[second]!],
        };
        if (age < rise) drawRocket(ctx, stamps, shell, age, unit, height);
        else if (age - rise < shell.life)
          drawBurst(ctx, stamps, shell, age - rise, unit, seed, element.properties);
      }
    }
    if (skyline)
      drawStill(ctx, element, `skyline:${seed}`, (still) => paintSkyline(still, width, height, unit, seed));
  },
});
