import { colorNames } from './color-names.ts';

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Color {
  r: number;
  g: number;
  b: number;
  a: number;
}

const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));

function parseHex(digits: string): Color | undefined {
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(digits)) return undefined;
  const full = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
  return { r: part(0), g: part(2), b: part(4), a: full.length === 8 ? part(6) / 255 : 1 };
}

/** 'x', 'x%' as a share of full; undefined when it is no number. */
function component(text: string | undefined, full: number): number | undefined {
  if (text === undefined || !/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?%?$/i.test(text)) return undefined;
  const value = Number.parseFloat(text);
  return text.endsWith('%') ? (value / 100) * full : value;
}

function hue(text: string | undefined): number | undefined {
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(deg|turn|rad|grad)?$/i.exec(text ?? '');
  if (!match) return undefined;
  const perUnit = { deg: 1, turn: 360, rad: 180 / Math.PI, grad: 0.9 };
  return Number(match[1]) * perUnit[(match[2]?.toLowerCase() ?? 'deg') as keyof typeof perUnit];
}

function fromHsl(h: number, s: number, l: number, a: number): Color {
  const reach = s * Math.min(l, 1 - l);
  const channel = (offset: number) => {
    const k = (((offset + h / 30) % 12) + 12) % 12;
    return 255 * (l - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return { r: channel(0), g: channel(8), b: channel(4), a };
}

/** A colour as CSS writes it: hex, rgb(), rgba(), hsl(), hsla(), a name, transparent. Undefined for anything else. */
export function parseColor(css: unknown): Color | undefined {
  if (typeof css !== 'string') return undefined;
  const text = css.trim().toLowerCase();
  if (text.startsWith('#')) return parseHex(text.slice(1));
  if (text === 'transparent') return { r: 0, g: 0, b: 0, a: 0 };
  const named = colorNames.get(text);
  if (named) return parseHex(named);
  const call = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text);
  if (!call) return undefined;
  const parts = call[2]!.trim().split(/\s*[,/]\s*|\s+/);
  if (parts.length < 3 || parts.length > 4) return undefined;
  const alpha = parts.length === 4 ? component(parts[3], 1) : 1;
  if (alpha === undefined) return undefined;
  const a = clamp(alpha, 1);
  if (call[1] === 'rgb') {
    const [r, g, b] = parts.slice(0, 3).map((part) => component(part, 255));
    if (r === undefined || g === undefined || b === undefined) return undefined;
    return { r: clamp(r, 255), g: clamp(g, 255), b: clamp(b, 255), a };
  }
  const [h, s, l] = [hue(parts[0]), component(parts[1], 100), component(parts[2], 100)];
  if (h === undefined || s === undefined || l === undefined) return undefined;
  return fromHsl(h, clamp(s, 100) / 100, clamp(l, 100) / 100, a);
}

export function formatColor({ r, g, b, a }: Color): string {
  const channel = (value: number) => Math.round(clamp(value, 255));
  return `rgba(${channel(r)}, ${channel(g)}, ${channel(b)}, ${Math.round(a * 10_000) / 10_000})`;
}

/** The colour when it is one, else the fallback: a canvas silently keeps its old colour when given a bad one. */
export function colorOr(css: unknown, fallback: string): string {
  return parseColor(css) ? (css as string).trim() : fallback;
}

/** A colour between two, premultiplied as CSS does. @param share 0 gives the first, 1 the second */
export function mixColors(first: Color, second: Color, share: number): Color {
  const a = first.a + (second.a - first.a) * share;
  if (a === 0) return { ...first, a: 0 };
  const channel = (one: number, two: number) => (one * first.a * (1 - share) + two * second.a * share) / a;
  return { r: channel(first.r, second.r), g: channel(first.g, second.g), b: channel(first.b, second.b), a };
}

export function withAlpha(css: string, alpha: number): string {
  const color = parseColor(css) ?? { r: 0, g: 0, b: 0, a: 1 };
  return formatColor({ ...color, a: color.a * alpha });
}

/** Towards white (positive amounts) or black (negative). @param amount from -1 to 1 */
export function shade(css: string, amount: number): string {
  const color = parseColor(css) ?? { r: 0, g: 0, b: 0, a: 1 };
  const end = amount > 0 ? 255 : 0;
  return formatColor(mixColors(color, { r: end, g: end, b: end, a: color.a }, Math.abs(amount)));
}
