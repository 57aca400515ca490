import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseElementTypes } from './content.ts';
import { centreOf, rotateVector } from './geometry.ts';
import { type ResizeHandle, resizeBounds, resizeBox } from './resize.ts';

const start = { x: 100, y: 100, width: 400, height: 300 };
const handles: ResizeHandle[] = ['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'];

describe('resizing', () => {
  it('knows the specified bounds', () => {
    const written = Object.entries(resizeBounds).map(
      ([type, { minWidth, minHeight, maxWidth, maxHeight, aspect }]) =>
        `${type} ${minWidth}x${minHeight} ${maxWidth}x${maxHeight} ${aspect}`,
    );
    expect(written.sort()).toEqual([
      'animation 50x50 2000x2000 snap',
      'button 60x30 2000x100 free',
      'chart 150x100 2000x2000 free',
      'confetti 50x50 2000x2000 snap',
      'image 50x50 2000x2000 snap',
      'qr_code 50x50 2000x2000 square',
      'sales_rep_photo 20x20 2000x2000 free',
      'shape 20x20 2000x2000 free',
      'standard_photo 50x50 2000x2000 snap',
      'text 50x20 2000x2000 free',
      'timer 100x60 2000x2000 free',
      'video 160x90 2000x2000 snap',
      'video_player 160x90 2000x2000 snap',
      'weather 100x60 2000x2000 free',
    ]);
  });

  it('keeps the opposite edge where it is', () => {
    expect(resizeBox(start, 'w', 50, 999, resizeBounds.shape)).toEqual({
      x: 150,
      y: 100,
      width: 350,
      height: 300,
    });
    expect(resizeBox(start, 'se', 10, -20, resizeBounds.shape)).toEqual({
      x: 100,
      y: 100,
      width: 410,
      height: 280,
    });
  });

  it('stops at the minimum and the maximum', () => {
    expect(resizeBox(start, 'se', -1000, -1000, resizeBounds.text)).toMatchObject({ width: 50, height: 20 });
    expect(resizeBox(start, 'se', 9000, 9000, resizeBounds.shape)).toMatchObject({
      width: 2000,
      height: 2000,
    });
    expect(resizeBox({ ...start, height: 40 }, 's', 0, 500, resizeBounds.button)).toMatchObject({
      height: 100,
    });
  });

  it('keeps the ratio with Shift', () => {
    expect(resizeBox(start, 'se', 400, 0, resizeBounds.shape, { keepAspect: true })).toMatchObject({
      width: 800,
      height: 600,
    });
    expect(resizeBox(start, 's', 0, -150, resizeBounds.shape, { keepAspect: true })).toMatchObject({
      width: 200,
      height: 150,
    });
  });

  it('pulls a picture back to its ratio when it is nearly kept, and lets it go further off', () => {
    const near = resizeBox(start, 'se', 40, 35, resizeBounds.image);
    expect(near.width / near.height).toBeCloseTo(4 / 3);
    expect(resizeBox(start, 'se', 40, 80, resizeBounds.image)).toMatchObject({ width: 440, height: 380 });
    expect(resizeBox(start, 'se', 40, 35, resizeBounds.image, { zoom: 3 })).toMatchObject({
      width: 440,
      height: 335,
    });
  });

  it('keeps codes square', () => {
    expect(
      resizeBox({ x: 0, y: 0, width: 100, height: 100 }, 'e', 60, 0, resizeBounds.qr_code),
    ).toMatchObject({
      width: 160,
      height: 160,
    });
  });

  it('never leaves the bounds nor moves the opposite corner, at any rotation', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...handles),
        fc.constantFrom(...baseElementTypes),
        fc.integer({ min: -3000, max: 3000 }),
        fc.integer({ min: -3000, max: 3000 }),
        fc.integer({ min: 0, max: 359 }),
        fc.boolean(),
        (handle, type, dx, dy, rotation, keepAspect) => {
          const limits = resizeBounds[type];
          const box = { x: 50, y: 60, width: 200, height: type === 'qr_code' ? 200 : 100 };
          const result = resizeBox(box, handle, dx, dy, limits, { rotation, keepAspect });
          expect(result.width).toBeGreaterThanOrEqual(limits.minWidth - 1e-9);
          expect(result.height).toBeGreaterThanOrEqual(limits.minHeight - 1e-9);
          expect(result.width).toBeLessThanOrEqual(limits.maxWidth + 1e-9);
          expect(result.height).toBeLessThanOrEqual(limits.maxHeight + 1e-9);
          const anchor = (of: typeof box) => {
            const x = handle.includes('e') ? -1 : handle.includes('w') ? 1 : 0;
            const y = handle.includes('s') ? -1 : handle.includes('n') ? 1 : 0;
            const turned = rotateVector({ x: (x * of.width) / 2, y: (y * of.height) / 2 }, rotation);
            return { x: centreOf(of).x + turned.x, y: centreOf(of).y + turned.y };
          };
          expect(anchor(result).x).toBeCloseTo(anchor(box).x, 6);
          expect(anchor(result).y).toBeCloseTo(anchor(box).y, 6);
        },
      ),
    );
  });
});
