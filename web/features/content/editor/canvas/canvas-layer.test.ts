import { expect, it, vi } from 'vitest';
import { CanvasLayer } from './canvas-layer.ts';

/** A layer whose stage draws it when its frame comes, or when it is told to. */
function staged() {
  const paint = vi.fn();
  const layer = new CanvasLayer(paint);
  const context = {} as CanvasRenderingContext2D;
  const konva = {
    waits: false,
    batchDraw() {
      konva.waits = true;
      return this as never;
    },
    draw() {
      layer.draw({ _context: context });
      return this as never;
    },
  };
  const frame = () => {
    if (konva.waits) konva.draw();
    konva.waits = false;
  };
  return { layer, paint, konva, frame, context };
}

it('paints once in a frame, however often it is asked for', () => {
  const { layer, paint, konva, frame, context } = staged();
  layer.ref(konva);
  layer.paintSoon();
  layer.paintSoon();
  expect(paint).not.toHaveBeenCalled();
  expect(layer.isDue).toBe(true);
  frame();
  expect(paint.mock.calls).toEqual([[context]]);
  expect(layer.isDue).toBe(false);
  layer.paintSoon();
  frame();
  expect(paint).toHaveBeenCalledTimes(2);
});

it('is painted at once where its size has changed, and not again by the frame that waited', () => {
  const { layer, paint, konva, frame } = staged();
  layer.ref(konva);
  layer.paintSoon();
  layer.paintNow();
  expect(paint).toHaveBeenCalledTimes(1);
  frame();
  expect(paint).toHaveBeenCalledTimes(1);
});

it('keeps what is due until there is a stage, and paints nothing without one', () => {
  const { layer, paint, konva } = staged();
  layer.paintSoon();
  layer.paintNow();
  expect(paint).not.toHaveBeenCalled();
  layer.ref(konva);
  konva.draw();
  expect(paint).toHaveBeenCalledTimes(1);
  layer.ref(null);
  layer.paintNow();
  expect(paint).toHaveBeenCalledTimes(1);
});
