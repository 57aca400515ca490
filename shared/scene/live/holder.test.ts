import { describe, expect, it } from 'vitest';
import type { Element, ElementAnimation } from '#shared/model/content.ts';
import { drawElement } from '../draw.ts';
import type { SceneContext } from '../env.ts';
import { drawableOf } from '../known-types.ts';
import '../registry.ts';
import { testElement, testEnv } from '../testing/scene-env.ts';
import { holderLook } from './layers.ts';

/* A live element's box in the page against the drawing of an element in the same place, at the same times. */

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];
const move = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];
const turn = (angle: number): Matrix => [
  Math.cos(angle),
  Math.sin(angle),
  -Math.sin(angle),
  Math.cos(angle),
  0,
  0,
];

/** The transformation that CSS applies to a box at `left`/`top` about its centre. */
function ofCss(transform: string, { position, size }: Element): Matrix {
  let matrix = move(position.x + size.width / 2, position.y + size.height / 2);
  for (const [, name, list] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x = 0, y = x] = list!.split(',').map(Number.parseFloat);
    if (name === 'translate') matrix = times(matrix, move(x, y));
    else if (name === 'scale') matrix = times(matrix, [x, 0, 0, y, 0, 0]);
    else matrix = times(matrix, turn(list!.endsWith('deg') ? (x * Math.PI) / 180 : x));
  }
  return times(matrix, move(-size.width / 2, -size.height / 2));
}

/** What the drawing does to its context before the element's type draws; undefined when nothing is drawn. */
function ofDrawing(element: Element, t: number): { matrix: Matrix; opacity: number } | undefined {
  let matrix: Matrix = move(0, 0);
  let seen: { matrix: Matrix; opacity: number } | undefined;
  const stack: [Matrix, number][] = [];
  const state = {
    globalAlpha: 1,
    save: () => stack.push([matrix, state.globalAlpha]),
    restore: () => {
      [matrix, state.globalAlpha] = stack.pop()!;
    },
    translate: (x: number, y: number) => {
      matrix = times(matrix, move(x, y));
    },
    rotate: (angle: number) => {
      matrix = times(matrix, turn(angle));
    },
    scale: (x: number, y: number) => {
      matrix = times(matrix, [x, 0, 0, y, 0, 0]);
    },
  };
  // The first thing that is neither is the type's own drawing, in the element's box.
  const ctx = new Proxy(state, {
    get: (target, name) => {
      if (name in target) return Reflect.get(target, name);
      seen ??= { matrix, opacity: target.globalAlpha };
      return () => ({ width: 0, addColorStop: () => undefined });
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  const { createLayer: _, ...env } = testEnv();
  drawElement(ctx as unknown as SceneContext, element, { ...env, t });
  return seen;
}

const animated = (animations: ElementAnimation[], more: Partial<Element> = {}): Element => ({
  ...testElement('shape'),
  position: { x: 120, y: 80, z: 0 },
  size: { width: 300, height: 140 },
  animations,
  ...more,
});

const sets: [string, Element][] = [
  ['nothing', animated([])],
  ['a turned box', animated([], { rotation: 33, opacity: 0.4 })],
  ['a fade in from below', animated([{ type: 'fadeIn', direction: 'down', delay: 0.5 }])],
  ['a slide in of a turned box', animated([{ type: 'slideIn', delay: 0.2 }], { rotation: -20 })],
  ['a zoom in and out', animated([{ type: 'zoomIn' }, { type: 'zoomOut', delay: 2 }])],
  ['a bounce and a pulse', animated([{ type: 'bounce' }, { type: 'pulse', delay: 0.3 }], { opacity: 0.7 })],
  ['a shake', animated([{ type: 'shake', direction: 'right' }], { rotation: 10 })],
  ['a flip', animated([{ type: 'flip' }])],
  ['coming and going', animated([{ type: 'fadeIn' }, { type: 'slideOut', delay: 1.5 }])],
];

describe('a live element is shown as it would be drawn', () => {
  it.each(sets)('with %s', (_, element) => {
    const { element: drawn } = drawableOf(element, 1);
    let compared = 0;
    for (let t = 0; t <= 4; t += 0.05) {
      const look = holderLook(drawn, t);
      const canvas = ofDrawing(element, t);
      expect(look.visibility === 'hidden' || look.opacity === '0', `seen at ${t}`).toBe(canvas === undefined);
      if (!canvas) continue;
      compared++;
      expect(Number(look.opacity), `opacity at ${t}`).toBe(canvas.opacity);
      const css = ofCss(look.transform, element);
      for (const [at, value] of canvas.matrix.entries())
        expect(Math.abs(css[at]! - value), `matrix ${at} at ${t}`).toBeLessThan(1e-9);
    }
    expect(compared).toBeGreaterThan(20);
  });
});
