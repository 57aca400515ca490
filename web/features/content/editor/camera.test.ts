import { describe, expect, it } from 'vitest';
import { Camera } from './camera.ts';

const canvas = { width: 1920, height: 1080 };

function cameraOf(width = 1000, height = 800) {
  const camera = new Camera();
  camera.screen.set({ width, height });
  return camera;
}

describe('camera', () => {
  it('fits the canvas with 40 px around, never above 100 %', () => {
    const camera = cameraOf();
    camera.fit(canvas);
    const { x, zoom } = camera.view.get();
    expect(zoom).toBeCloseTo((1000 - 80) / 1920, 6);
    expect(x).toBeCloseTo(40, 6);
    camera.fit({ width: 100, height: 100 });
    expect(camera.view.get()).toEqual({ x: 450, y: 350, zoom: 1 });
  });

  it('shows a huge canvas at 10 % at the least', () => {
    const camera = cameraOf();
    camera.fit({ width: 10_000, height: 10_000 });
    expect(camera.view.get().zoom).toBe(0.1);
  });

  it('knows whether it still fits', () => {
    const camera = cameraOf();
    camera.fit(canvas);
    expect(camera.isFitted).toBe(true);
    camera.pan(1, 0);
    expect(camera.isFitted).toBe(false);
  });

  it('keeps what is under the pointer there while the wheel zooms, between 0.1 and 3', () => {
    const camera = cameraOf();
    camera.fit(canvas);
    const point = { x: 700, y: 333 };
    const before = camera.toCanvas(point);
    camera.zoomByWheel(point, 'in');
    expect(camera.toCanvas(point).x).toBeCloseTo(before.x, 6);
    expect(camera.toCanvas(point).y).toBeCloseTo(before.y, 6);
    for (let notch = 0; notch < 60; notch++) camera.zoomByWheel(point, 'in');
    expect(camera.view.get().zoom).toBe(3);
    for (let notch = 0; notch < 60; notch++) camera.zoomByWheel(point, 'out');
    expect(camera.view.get().zoom).toBe(0.1);
  });

  it('steps through 25 % to 300 %', () => {
    const camera = cameraOf();
    const seen: number[] = [];
    camera.zoomAt({ x: 0, y: 0 }, 0.1);
    while (camera.canZoom('in')) {
      camera.zoomByStep('in');
      seen.push(camera.view.get().zoom);
    }
    expect(seen).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3]);
  });

  it('pans only as far as is needed to reveal something', () => {
    const camera = cameraOf();
    camera.reveal({ x: 100, y: 100, width: 50, height: 50 });
    expect(camera.view.get()).toEqual({ x: 0, y: 0, zoom: 1 });
    camera.reveal({ x: 2_000, y: 100, width: 50, height: 50 });
    expect(camera.boxToScreen({ x: 2_000, y: 100, width: 50, height: 50 }).x).toBe(1000 - 24 - 50);
  });
});
