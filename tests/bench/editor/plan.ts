/**
 * The scene that every editor is measured with: one element in each 51 px cell, six in ten rectangles, two
 * ellipses, two texts. 1,000 elements cover 2,040 × 1,275 px, half of it in the window.
 */
export const cell = 51;
export const view = { width: 1440, height: 900 };

/** Fills of shapes; each editor has its own name for them or takes them as they are. */
export const fills = ['#ffc9c9', '#b2f2bb', '#a5d8ff', '#ffec99', '#eebefa'];

export type Kind = 'rect' | 'ellipse' | 'text';

export interface Plan {
  kind: Kind;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Which of `fills`. */
  fill: number;
  text: string;
}

function random(seed: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

function grid(count: number) {
  const columns = 2 * Math.ceil(Math.sqrt(count * 1.6) / 2);
  return { columns, rows: Math.ceil(count / columns) };
}

export function plan(count: number): Plan[] {
  const { columns, rows } = grid(count);
  return Array.from({ length: count }, (_, i) => {
    const draw = (k: number) => random(i * 16 + k + 1);
    const lot = draw(0);
    const width = 22 + Math.round(draw(1) * 10);
    const height = 18 + Math.round(draw(2) * 6);
    return {
      kind: lot < 0.6 ? 'rect' : lot < 0.8 ? 'ellipse' : 'text',
      x: ((i % columns) + 0.5 - columns / 2) * cell - width / 2,
      y: (Math.floor(i / columns) + 0.5 - rows / 2) * cell - height / 2,
      width,
      height,
      fill: Math.floor(draw(3) * fills.length),
      text: `T${i % 1000}`,
    };
  });
}

/** The element of a kind nearest to a place, px from the middle of the scene. */
export function nearest(count: number, kind: Kind, x = 0, y = 0): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, one] of plan(count).entries()) {
    const distance = (one.x + one.width / 2 - x) ** 2 + (one.y + one.height / 2 - y) ** 2;
    if (one.kind !== kind || distance >= least) continue;
    least = distance;
    best = index;
  }
  return best;
}

/** The empty corner of a cell nearest to a place of the scene: a marquee can begin there. */
export function gapNear(count: number, x: number, y: number): [x: number, y: number] {
  const shift = grid(count).rows % 2 ? cell / 2 : 0;
  return [Math.round(x / cell) * cell, Math.round((y - shift) / cell) * cell + shift];
}
