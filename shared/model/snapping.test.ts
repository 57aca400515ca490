import { describe, expect, it } from 'vitest';
import { boundingBox } from './geometry.ts';
import { buildGuides, snapBox } from './snapping.ts';

const canvas = { width: 1920, height: 1080 };
const box = (x: number, y: number) => ({ x, y, width: 100, height: 50 });

describe('snapping', () => {
  const guides = buildGuides(canvas, [{ x: 300, y: 200, width: 200, height: 100 }]);

  it('has guides from the canvas and from the other elements', () => {
    expect(
      guides
        .filter(({ axis }) => axis === 'x')
        .map(({ at }) => at)
        .sort((a, b) => a - b),
    ).toEqual([0, 300, 400, 500, 960, 1920]);
    expect(
      guides
        .filter(({ axis }) => axis === 'y')
        .map(({ at }) => at)
        .sort((a, b) => a - b),
    ).toEqual([0, 200, 250, 300, 540, 1080]);
  });

  it('pulls an edge, a centre and a far edge within 8 px', () => {
    expect(snapBox(box(307, 700), guides, { zoom: 1 })).toMatchObject({ x: 300, y: 700 });
    expect(snapBox(box(912, 700), guides, { zoom: 1 })).toMatchObject({ x: 910 });
    expect(snapBox(box(1815, 700), guides, { zoom: 1 })).toMatchObject({ x: 1820 });
    expect(snapBox(box(309, 700), guides, { zoom: 1 })).toMatchObject({ x: 309, guides: [] });
  });

  it('measures the 8 px on the screen', () => {
    expect(snapBox(box(315, 700), guides, { zoom: 0.5 }).x).toBe(300);
    expect(snapBox(box(305, 700), guides, { zoom: 2 }).x).toBe(305);
  });

  it('takes the nearest guide and tells which lines it lies on', () => {
    const snap = snapBox(box(398, 247), guides, { zoom: 1 });
    expect(snap).toMatchObject({ x: 400, y: 250 });
    expect(snap.guides.map(({ axis, at }) => `${axis}${at}`)).toEqual(['x400', 'x500', 'y250', 'y300']);
  });

  it('goes to the 20 px grid where there is no guide', () => {
    expect(snapBox(box(631, 688), guides, { zoom: 1, grid: true })).toMatchObject({
      x: 640,
      y: 680,
      guides: [],
    });
    expect(snapBox(box(307, 688), guides, { zoom: 1, grid: true, smart: false })).toMatchObject({
      x: 300,
      y: 680,
    });
  });

  it('sees the upright box around a rotated element', () => {
    const turned = boundingBox({ x: 0, y: 0, width: 100, height: 50 }, 90);
    expect(turned.x).toBeCloseTo(25);
    expect(turned.y).toBeCloseTo(-25);
    expect(turned.width).toBeCloseTo(50);
    expect(turned.height).toBeCloseTo(100);
  });
});
