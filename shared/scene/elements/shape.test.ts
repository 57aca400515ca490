import { expect, it } from 'vitest';
import type * as z from 'zod';
import { drawElement } from '../draw.ts';
import { typeOf } from '../registry.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv } from '../testing/scene-env.ts';

const { shape: choice } = typeOf({ elementType: 'shape', properties: {} }).properties.shape;
const shapes = (choice as z.ZodDefault<z.ZodEnum>).unwrap().options as string[];
const size = { width: 200, height: 100 };

/** How many of a call's numbers are places, x and y in turn; what follows is a radius or an angle. */
const places: Record<string, number> = {
  moveTo: 2,
  lineTo: 2,
  arcTo: 4,
  quadraticCurveTo: 4,
  bezierCurveTo: 6,
};

const outlineOf = (shape: string) => {
  const { ctx, calls } = recordingContext();
  drawElement(ctx, testElement('shape', { size, properties: { shape } }), testEnv());
  return calls.filter(([name]) => name in places || name === 'ellipse' || name === 'roundRect');
};

it('has the four shapes of the specification and twelve more, each an outline of its own', () => {
  expect(shapes).toEqual(
    expect.arrayContaining([
      'rectangle',
      'circle',
      'triangle',
      'star',
      'heart',
      'speech-bubble',
      'block-arrow',
    ]),
  );
  expect(shapes).toHaveLength(16);
  expect(new Set(shapes.map((shape) => JSON.stringify(outlineOf(shape)))).size).toBe(16);
});

it.each(shapes.filter((shape) => shape !== 'circle' && shape !== 'rectangle'))(
  'draws a %s within its box',
  (shape) => {
    const points = outlineOf(shape).flatMap(([name, ...numbers]) =>
      (numbers as number[]).slice(0, places[name]).map((value, at) => [at % 2 ? 'y' : 'x', value] as const),
    );
    for (const [axis, most] of [
      ['x', size.width],
      ['y', size.height],
    ] as const) {
      const all = points.filter(([of]) => of === axis).map(([, value]) => value);
      expect(Math.min(...all)).toBeGreaterThanOrEqual(-0.01);
      expect(Math.max(...all)).toBeLessThanOrEqual(most + 0.01);
    }
  },
);
