import { describe, expect, it } from 'vitest';
import { boxAround, containsPoint, handleAt, handlesOf, resizeCursor } from './element-geometry.ts';
import { frameOf } from './frame.ts';
import { box, Stage } from './testing/stage.ts';

describe('element geometry', () => {
  it('finds the frontmost element, by its rotated shape', () => {
    const turned = box('turned', 100, 100, { rotation: 45 });
    expect(containsPoint(turned, { x: 102, y: 102 })).toBe(false);
    expect(containsPoint(turned, { x: 150, y: 82 })).toBe(true);
  });

  it('bounds rotated elements', () => {
    const tall = box('bar', 0, 0, { size: { width: 200, height: 100 }, rotation: 90 });
    const around = boxAround([tall])!;
    expect(around.width).toBeCloseTo(100, 6);
    expect(around.height).toBeCloseTo(200, 6);
    expect(boxAround([])).toBeUndefined();
  });

  it('takes what overlaps a marquee, not what only touches it', () => {
    const { document } = new Stage([box('in', 0, 0), box('touching', 200, 0)]).editor;
    expect(document.touching({ x: 50, y: 50, width: 150, height: 10 }).map(({ id }) => id)).toEqual(['in']);
  });

  it('has eight handles with a grip of 16 px on the screen, and only corners when it is small', () => {
    const element = frameOf([box('a', 0, 0)])!;
    expect(handlesOf(element, 1)).toHaveLength(8);
    expect(handlesOf(element, 0.3)).toHaveLength(4);
    expect(handleAt(element, { x: 107, y: 107 }, 1)).toBe('se');
    expect(handleAt(element, { x: 109, y: 100 }, 1)).toBeUndefined();
    expect(handleAt(element, { x: 104, y: 104 }, 2)).toBe('se');
    expect(handleAt(element, { x: 105, y: 105 }, 2)).toBeUndefined();
  });

  it('turns the cursor with the element', () => {
    expect(resizeCursor('n', 0)).toBe('ns-resize');
    expect(resizeCursor('n', 90)).toBe('ew-resize');
    expect(resizeCursor('se', -90)).toBe('nesw-resize');
  });
});
