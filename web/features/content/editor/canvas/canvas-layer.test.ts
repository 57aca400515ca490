import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recordingContext } from '#shared/scene/testing/recording-context.ts';
import { CanvasLayer } from './canvas-layer.ts';

const frames = new Map<number, () => void>();
const frame = () => {
  const due = [...frames.values()];
  frames.clear();
  for (const callback of due) callback();
};

beforeEach(() => {
  frames.clear();
  let last = 0;
  vi.stubGlobal('window', { devicePixelRatio: 2 });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    frames.set(++last, callback);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
});
afterEach(() => vi.unstubAllGlobals());

function layer() {
  const { ctx, named } = recordingContext({ width: 0, height: 0 });
  const canvas = { width: 300, height: 150, style: {} as Record<string, string>, getContext: () => ctx };
  const paint = vi.fn();
  return { canvas, named, paint, layer: new CanvasLayer(canvas as unknown as HTMLCanvasElement, paint) };
}

it('paints once in a frame, however often it is asked for', () => {
  const { layer: one, paint } = layer();
  one.paintSoon();
  one.paintSoon();
  expect(paint).not.toHaveBeenCalled();
  expect(one.isDue).toBe(true);
  frame();
  expect(paint).toHaveBeenCalledTimes(1);
  expect(one.isDue).toBe(false);
  one.paintSoon();
  frame();
  expect(paint).toHaveBeenCalledTimes(2);
});

it('has the dots of the device, and is painted at once when its size changes', () => {
  const { layer: one, canvas, named, paint } = layer();
  one.paintSoon();
  one.resize({ width: 640, height: 360 });
  expect([canvas.width, canvas.height]).toEqual([1280, 720]);
  expect(canvas.style).toEqual({ width: '640px', height: '360px' });
  expect(paint).toHaveBeenCalledTimes(1);
  expect(named('setTransform')[0]).toEqual(['setTransform', 2, 0, 0, 2, 0, 0]);
  frame();
  expect(paint).toHaveBeenCalledTimes(1);
});

it('paints nothing while it has no size, and nothing after its end', () => {
  const { layer: one, paint } = layer();
  one.resize({ width: 0, height: 0 });
  expect(paint).not.toHaveBeenCalled();
  one.paintSoon();
  one.stop();
  frame();
  expect(paint).not.toHaveBeenCalled();
});
