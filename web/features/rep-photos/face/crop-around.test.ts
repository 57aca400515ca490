import { expect, it } from 'vitest';
import { cropAround, mainFace } from './crop-around.ts';

const photo = { width: 1200, height: 800 };

it('puts the face into the middle of the square, and a little above it', () => {
  const crop = cropAround({ x: 850, y: 200, width: 100, height: 100 }, photo);
  expect(crop).toEqual({ x: 0.75, y: 0.325, zoom: 3.48 });
  const side = Math.min(photo.width, photo.height) / crop.zoom;
  expect(side).toBeCloseTo(230, 0);
});

it('goes no closer than is allowed, and no further away than the whole photo', () => {
  expect(cropAround({ x: 600, y: 400, width: 20, height: 20 }, photo).zoom).toBe(4);
  expect(cropAround({ x: 100, y: 50, width: 700, height: 700 }, photo).zoom).toBe(1);
  expect(cropAround({ x: -50, y: 780, width: 90, height: 90 }, photo)).toMatchObject({ x: 0, y: 1 });
});

it('is of the largest face of several, and of none where there is none', () => {
  const near = { x: 10, y: 10, width: 200, height: 220 };
  expect(
    mainFace([{ x: 0, y: 0, width: 40, height: 40 }, near, { x: 500, y: 0, width: 90, height: 80 }]),
  ).toBe(near);
  expect(mainFace([])).toBeUndefined();
});
