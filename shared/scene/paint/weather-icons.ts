import type { SceneContext } from '../env.ts';
import { fillOutline, isolate } from './canvas.ts';
import { fillCircle } from './shapes.ts';

export const conditions = [
  'clear',
  'night',
  'partly',
  'cloudy',
  'rain',
  'snow',
  'storm',
  'fog',
  'wind',
] as const;
export type Condition = (typeof conditions)[number];

/** Words that weather services use, the more telling ones first. */
const words: [RegExp, Condition][] = [
  [/thunder|storm|lightning|gewitter/i, 'storm'],
  [/snow|sleet|hail|ice|blizzard|flurr/i, 'snow'],
  [/rain|drizzle|shower/i, 'rain'],
  [/fog|mist|haze|smoke|dust/i, 'fog'],
  [/wind|breez|gale|squall/i, 'wind'],
  [/part|few|scattered|mostly sunny|intervals/i, 'partly'],
  [/cloud|overcast/i, 'cloudy'],
  [/night|moon/i, 'night'],
  [/clear|sun|fair|fine/i, 'clear'],
];

/** The condition that a service's wording means; undefined for none. */
export function conditionOf(text: string): Condition | undefined {
  return words.find(([pattern]) => pattern.test(text))?.[1];
}

/** Sky behind each condition, as CSS gradients; all dark enough for white text. */
export const skies: Record<Condition, string> = {
  clear: 'linear-gradient(165deg, #0c4a8f 0%, #1d72c4 55%, #2f86cf 100%)',
  night: 'linear-gradient(165deg, #0b1026 0%, #1e2a5a 60%, #35407a 100%)',
  partly: 'linear-gradient(165deg, #1b5693 0%, #3678b4 60%, #4c83ad 100%)',
  cloudy: 'linear-gradient(165deg, #3b4a5f 0%, #56677e 60%, #66778c 100%)',
  rain: 'linear-gradient(165deg, #1f2f46 0%, #34506f 60%, #446685 100%)',
  snow: 'linear-gradient(165deg, #35506e 0%, #557391 60%, #64809b 100%)',
  storm: 'linear-gradient(165deg, #17142b 0%, #2f2b4d 60%, #474266 100%)',
  fog: 'linear-gradient(165deg, #46525f 0%, #616d79 60%, #6c7780 100%)',
  wind: 'linear-gradient(165deg, #155e6b 0%, #257784 60%, #37808a 100%)',
};

function sun(ctx: SceneContext, x: number, y: number, r: number): void {
  const glow = ctx.createRadialGradient(x, y, r * 0.6, x, y, r * 2.2);
  glow.addColorStop(0, 'rgba(253, 224, 71, 0.5)');
  glow.addColorStop(1, 'rgba(253, 224, 71, 0)');
  ctx.fillStyle = glow;
  fillOutline(ctx, () => ctx.arc(x, y, r * 2.2, 0, Math.PI * 2));
  ctx.strokeStyle = '#fcd34d';
  ctx.lineWidth = r * 0.2;
  ctx.lineCap = 'round';
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4;
    ctx.beginPath();
    ctx.moveTo(x + Math.cos(angle) * r * 1.4, y + Math.sin(angle) * r * 1.4);
    ctx.lineTo(x + Math.cos(angle) * r * 1.75, y + Math.sin(angle) * r * 1.75);
    ctx.stroke();
  }
  const body = ctx.createLinearGradient(x, y - r, x, y + r);
  body.addColorStop(0, '#fde68a');
  body.addColorStop(1, '#f59e0b');
  ctx.fillStyle = body;
  fillOutline(ctx, () => ctx.arc(x, y, r, 0, Math.PI * 2));
}

function moon(ctx: SceneContext, x: number, y: number, r: number): void {
  ctx.fillStyle = '#fde9b0';
  ctx.beginPath();
  ctx.arc(x, y, r, Math.PI * 0.35, Math.PI * 1.65, false);
  ctx.arc(x + r * 0.5, y, r * 0.82, Math.PI * 1.52, Math.PI * 0.48, true);
  ctx.closePath();
  ctx.fill();
  for (const [dx, dy, size] of [
    [1.5, -0.7, 0.1],
    [1.15, 0.35, 0.07],
    [1.8, 0.2, 0.06],
  ] as const)
    fillCircle(ctx, x + dx * r, y + dy * r, r * size, '#ffffff');
}

function cloud(ctx: SceneContext, x: number, y: number, width: number, light: string, dark: string): void {
  const u = width / 20;
  const body = ctx.createLinearGradient(0, y - u * 7, 0, y + u * 5);
  body.addColorStop(0, light);
  body.addColorStop(1, dark);
  ctx.fillStyle = body;
  ctx.beginPath();
  ctx.roundRect(x - u * 10, y - u * 1.6, u * 20, u * 6.6, u * 3.3);
  ctx.moveTo(x, y - u * 2);
  ctx.arc(x - u * 1.6, y - u * 1.6, u * 5.3, 0, Math.PI * 2);
  ctx.moveTo(x + u * 8, y);
  ctx.arc(x + u * 4.4, y - u * 0.2, u * 3.9, 0, Math.PI * 2);
  ctx.fill();
}

function drops(ctx: SceneContext, color: string, long: number): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = 3;
  ctx.lineCap = 'round';
  for (const [i, x] of [32, 48, 64].entries()) {
    const y = 74 + (i % 2) * 6;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x - long * 0.45, y + long);
    ctx.stroke();
  }
}

/** Draws a condition into a square of `side` px at (x, y). */
export function drawCondition(
  ctx: SceneContext,
  condition: Condition,
  x: number,
  y: number,
  side: number,
): void {
  isolate(ctx, () => {
    ctx.translate(x, y);
    ctx.scale(side / 100, side / 100);
    const grey = () => cloud(ctx, 50, 54, 74, '#e5eaf1', '#aab6c5');
    switch (condition) {
      case 'clear':
        return sun(ctx, 50, 50, 22);
      case 'night':
        return moon(ctx, 44, 50, 27);
      case 'partly':
        sun(ctx, 64, 36, 17);
        return cloud(ctx, 45, 62, 68, '#ffffff', '#d5e0ec');
      case 'cloudy':
        cloud(ctx, 63, 43, 54, '#cbd5e1', '#94a3b8');
        return cloud(ctx, 43, 60, 70, '#ffffff', '#cfd9e5');
      case 'rain':
        grey();
        return drops(ctx, '#7dd3fc', 14);
      case 'snow':
        grey();
        for (const [i, dx] of [30, 48, 66].entries()) fillCircle(ctx, dx, 80 + (i % 2) * 8, 4, '#ffffff');
        return;
      case 'storm':
        cloud(ctx, 50, 48, 74, '#cbd5e1', '#7c8aa0');
        ctx.fillStyle = '#fcd34d';
        ctx.beginPath();
        for (const [px, py] of [
          [52, 60],
          [38, 80],
          [48, 80],
          [43, 97],
          [62, 73],
          [51, 73],
          [58, 60],
        ] as const)
          ctx.lineTo(px, py);
        ctx.closePath();
        ctx.fill();
        return;
      case 'fog':
      case 'wind': {
        if (condition === 'fog') cloud(ctx, 50, 42, 66, '#e5eaf1', '#b6c1ce');
        ctx.strokeStyle = '#e2e8f0';
        ctx.lineWidth = 5;
        ctx.lineCap = 'round';
        ctx.beginPath();
        if (condition === 'fog')
          for (const [y0, from, to] of [
            [68, 18, 82],
            [80, 26, 74],
            [92, 34, 66],
          ] as const) {
            ctx.moveTo(from, y0);
            ctx.lineTo(to, y0);
          }
        else
          for (const [y0, to, curl] of [
            [36, 64, -1],
            [52, 80, -1],
            [68, 54, 1],
          ] as const) {
            ctx.moveTo(14, y0);
            ctx.lineTo(to, y0);
            ctx.arc(to, y0 + curl * 9, 9, (-curl * Math.PI) / 2, curl * Math.PI * 0.75, curl < 0);
          }
        ctx.stroke();
      }
    }
  });
}
