import type { Box } from '#shared/model/geometry.ts';
import { type Color, formatColor, mixColors, parseColor } from './color.ts';
import { type Extent, parseAngle, parseExtent, parsePosition, splitOutside } from './split.ts';

interface Stop {
  color: Color;
  at?: Extent;
}

type Position = { x: Extent; y: Extent };

export type Gradient =
  | { kind: 'linear'; angle: number | { x: -1 | 0 | 1; y: -1 | 0 | 1 }; stops: Stop[] }
  | { kind: 'radial'; shape: 'circle' | 'ellipse'; size: RadialSize; at: Position; stops: Stop[] }
  | { kind: 'conic'; from: number; at: Position; stops: Stop[] };

type RadialSize = (typeof radialSizes)[number] | { x: Extent; y: Extent };
const radialSizes = ['closest-side', 'closest-corner', 'farthest-side', 'farthest-corner'] as const;
const middle: Extent = { share: 0.5, px: 0 };
const centre: Position = { x: middle, y: middle };

function parseStops(parts: string[], angular: boolean): Stop[] | undefined {
  const stops: Stop[] = [];
  for (const part of parts) {
    const words = splitOutside(part, ' ');
    const color = parseColor(words[0]);
    if (!color || words.length > 3) return undefined;
    if (words.length === 1) stops.push({ color });
    for (const word of words.slice(1)) {
      const degrees = angular ? parseAngle(word) : undefined;
      const at = degrees === undefined ? parseExtent(word) : { share: degrees / 360, px: 0 };
      if (!at) return undefined;
      stops.push({ color, at });
    }
  }
  return stops.length >= 2 ? stops : undefined;
}

/** `45deg` or `to top right`; undefined when the text is no direction, and so the first stop. */
function parseDirection(text: string): (Gradient & { kind: 'linear' })['angle'] | undefined {
  const angle = parseAngle(text);
  if (angle !== undefined) return angle;
  const sides = /^to ((?:top|bottom|left|right)(?: (?:top|bottom|left|right))?)$/.exec(text)?.[1]?.split(' ');
  if (!sides) return undefined;
  const x = sides.includes('right') ? 1 : sides.includes('left') ? -1 : 0;
  const y = sides.includes('bottom') ? 1 : sides.includes('top') ? -1 : 0;
  if (sides.length === 2 && (x === 0 || y === 0)) return undefined;
  return { x, y };
}

function parseRadialHead(text: string): Omit<Gradient & { kind: 'radial' }, 'stops'> | undefined {
  const [head = '', place] = text.split(/(?:^|\s)at\s+/);
  const at = place === undefined ? centre : parsePosition(place);
  if (!at) return undefined;
  let shape: 'circle' | 'ellipse' | undefined;
  let size: RadialSize = 'farthest-corner';
  const lengths: Extent[] = [];
  for (const word of splitOutside(head, ' ')) {
    const extent = parseExtent(word);
    if (word === 'circle' || word === 'ellipse') shape = word;
    else if ((radialSizes as readonly string[]).includes(word)) size = word as RadialSize;
    else if (extent) lengths.push(extent);
    else return undefined;
  }
  if (lengths.length > 2) return undefined;
  if (lengths[0]) size = { x: lengths[0], y: lengths[1] ?? lengths[0] };
  return { kind: 'radial', shape: shape ?? (lengths.length === 1 ? 'circle' : 'ellipse'), size, at };
}

/**
 * A gradient as CSS writes it: linear-gradient with an angle or `to <side or corner>`, radial-gradient with
 * shape, size and place, conic-gradient with `from` and `at`. Undefined for anything else.
 */
export function parseGradient(css: unknown): Gradient | undefined {
  if (typeof css !== 'string') return undefined;
  const call = /^(linear|radial|conic)-gradient\((.*)\)$/s.exec(css.trim().toLowerCase());
  if (!call) return undefined;
  const parts = splitOutside(call[2]!, ',');
  const head = parts[0] ?? '';
  const headIsStop = parseColor(splitOutside(head, ' ')[0]) !== undefined;
  const stops = parseStops(headIsStop ? parts : parts.slice(1), call[1] === 'conic');
  if (!stops) return undefined;
  if (call[1] === 'linear') {
    const angle = headIsStop ? 180 : parseDirection(head);
    return angle === undefined ? undefined : { kind: 'linear', angle, stops };
  }
  if (call[1] === 'radial') {
    const radial = parseRadialHead(headIsStop ? '' : head);
    return radial && { ...radial, stops };
  }
  const conic = headIsStop ? ['', '0deg', undefined] : /^(?:from (\S+))?\s*(?:at (.+))?$/.exec(head);
  const from = parseAngle(conic?.[1] ?? '0deg');
  const at = conic?.[2] === undefined ? centre : parsePosition(conic[2]);
  return conic && from !== undefined && at ? { kind: 'conic', from, at, stops } : undefined;
}

/** Stops with places from 0 to 1 that never go back, the missing ones spread evenly, as CSS says. */
export function placeStops(stops: readonly Stop[], length: number): { at: number; color: Color }[] {
  const places = stops.map(({ at }) => (at ? at.share + (length > 0 ? at.px / length : 0) : undefined));
  places[0] ??= 0;
  places[places.length - 1] ??= 1;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    if (place === undefined) continue;
    highest = Math.max(highest, place);
    places[i] = highest;
  }
  for (let i = 1; i < places.length; i++) {
    if (places[i] !== undefined) continue;
    const next = places.findIndex((place, at) => at > i && place !== undefined);
    const before = places[i - 1]!;
    places[i] = before + (places[next]! - before) / (next - i + 1);
  }
  return softenTransparent(stops.map(({ color }, i) => ({ at: places[i]!, color })));
}

/**
 * Canvas mixes colours without premultiplying, so that `transparent` would fade through black: each fully
 * transparent stop takes its neighbours' colour instead.
 */
function softenTransparent(stops: { at: number; color: Color }[]): { at: number; color: Color }[] {
  return stops.flatMap((stop, i) => {
    if (stop.color.a > 0) return [stop];
    const sides = [stops[i - 1], stops[i + 1]].filter((side) => side !== undefined && side.color.a > 0);
    if (sides.length === 0) return [stop];
    return sides.map((side) => ({ at: stop.at, color: { ...side!.color, a: 0 } }));
  });
}

/** Canvas stops must lie from 0 to 1: what lies outside is cut off at the colour it has there. */
function addStops(target: CanvasGradient, stops: { at: number; color: Color }[]): CanvasGradient {
  const colorAt = (place: number): Color => {
    const next = stops.findIndex(({ at }) => at > place);
    if (next <= 0) return next === 0 ? stops[0]!.color : stops.at(-1)!.color;
    const [from, to] = [stops[next - 1]!, stops[next]!];
    return mixColors(from.color, to.color, (place - from.at) / (to.at - from.at));
  };
  if (stops[0]!.at < 0) target.addColorStop(0, formatColor(colorAt(0)));
  for (const { at, color } of stops) {
    if (at >= 0 && at <= 1) target.addColorStop(at, formatColor(color));
  }
  if (stops.at(-1)!.at > 1) target.addColorStop(1, formatColor(colorAt(1)));
  return target;
}

/** The gradient's line through a box, from its start to its end, as CSS places it. */
export function linearLine(angle: (Gradient & { kind: 'linear' })['angle'], box: Box) {
  let x: number;
  let y: number;
  if (typeof angle === 'number') {
    // Rounded, so that a gradient straight down has no hair of slope.
    x = Math.round(Math.sin((angle * Math.PI) / 180) * 1e12) / 1e12 + 0;
    y = Math.round(-Math.cos((angle * Math.PI) / 180) * 1e12) / 1e12 + 0;
  } else {
    // Towards a corner, the 50 % line runs through the other two corners.
    const corner = angle.x !== 0 && angle.y !== 0;
    const across = corner ? { x: angle.x * box.height, y: angle.y * box.width } : angle;
    const length = Math.hypot(across.x, across.y) || 1;
    x = across.x / length;
    y = across.y / length;
  }
  const half = (Math.abs(box.width * x) + Math.abs(box.height * y)) / 2;
  const cx = box.x + box.width / 2;
  const cy = box.y + box.height / 2;
  return { x0: cx - x * half, y0: cy - y * half, x1: cx + x * half, y1: cy + y * half, length: 2 * half };
}

const resolve = ({ share, px }: Extent, full: number) => share * full + px;

function radii(gradient: Gradient & { kind: 'radial' }, box: Box, cx: number, cy: number) {
  const { size, shape } = gradient;
  if (typeof size === 'object') {
    const rx = resolve(size.x, box.width);
    return { rx, ry: shape === 'circle' ? rx : resolve(size.y, box.height) };
  }
  const left = Math.abs(cx - box.x);
  const right = Math.abs(box.x + box.width - cx);
  const top = Math.abs(cy - box.y);
  const bottom = Math.abs(box.y + box.height - cy);
  const pick = size.startsWith('closest') ? Math.min : Math.max;
  const dx = pick(left, right);
  const dy = pick(top, bottom);
  if (shape === 'circle') {
    const r = size.endsWith('side') ? pick(left, right, top, bottom) : Math.hypot(dx, dy);
    return { rx: r, ry: r };
  }
  const grow = size.endsWith('corner') ? Math.SQRT2 : 1;
  return { rx: dx * grow, ry: dy * grow };
}

export interface GradientPaint {
  style: CanvasGradient;
  /** An ellipse is a circle under this vertical stretch about y; 1 for everything else. */
  stretch: { y: number; factor: number };
}

/** The canvas gradient of a CSS gradient laid over a box. */
export function paintGradient(ctx: CanvasRenderingContext2D, gradient: Gradient, box: Box): GradientPaint {
  if (gradient.kind === 'linear') {
    const line = linearLine(gradient.angle, box);
    const style = ctx.createLinearGradient(line.x0, line.y0, line.x1, line.y1);
    return { style: addStops(style, placeStops(gradient.stops, line.length)), stretch: { y: 0, factor: 1 } };
  }
  const cx = box.x + resolve(gradient.at.x, box.width);
  const cy = box.y + resolve(gradient.at.y, box.height);
  if (gradient.kind === 'conic') {
    const style = ctx.createConicGradient(((gradient.from - 90) * Math.PI) / 180, cx, cy);
    return { style: addStops(style, placeStops(gradient.stops, 0)), stretch: { y: 0, factor: 1 } };
  }
  const { rx, ry } = radii(gradient, box, cx, cy);
  const style = ctx.createRadialGradient(cx, cy, 0, cx, cy, Math.max(rx, 0.01));
  const factor = rx > 0 && ry > 0 ? ry / rx : 1;
  return { style: addStops(style, placeStops(gradient.stops, rx)), stretch: { y: cy, factor } };
}
