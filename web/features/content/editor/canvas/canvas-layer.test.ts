import { expect, it, vi } from 'vitest';
import { CanvasLayer } from './canvas-layer.ts';

/** A layer whose stage draws it when its frame comes, or when it is told to. */
function staged() {
  const paint = vi.fn();
  const layer = new CanvasLayer(paint);
  const canvas = { width: 300, height: 200 };
  const context = { canvas } as CanvasRenderingContext2D;
  const konva = {
    waits: false,
    getNativeCanvasElement: () => canvas as HTMLCanvasElement,
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
  return { layer, paint, konva, frame, context, canvas };
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

it('is painted once where the stage takes it at the size that it keeps', () => {
  const { layer, paint, konva, frame } = staged();
  konva.draw();
  layer.ref(konva);
  layer.paintIfEmptied();
  frame();
  expect(paint).toHaveBeenCalledTimes(1);
});

it('is painted at once where its size has changed, and not again by the frame that waited', () => {
  const { layer, paint, konva, frame, canvas } = staged();
  konva.draw();
  layer.ref(konva);
  for (const change of [{ width: 400 }, { height: 300 }]) {
    Object.assign(canvas, change);
    layer.paintSoon();
    layer.paintIfEmptied();
    layer.paintIfEmptied();
    frame();
  }
  expect(paint).toHaveBeenCalledTimes(3);
});

it('waits for a stage, and is painted anew by the next one', () => {
  const { layer, paint, konva } = staged();
  layer.paintSoon();
  layer.paintIfEmptied();
  expect(paint).not.toHaveBeenCalled();
  konva.draw();
  layer.ref(konva);
  expect(paint).toHaveBeenCalledTimes(1);
  layer.ref(null);
  layer.paintIfEmptied();
  expect(paint).toHaveBeenCalledTimes(1);
  konva.draw();
  expect(paint).toHaveBeenCalledTimes(2);
});
