import { describe, expect, it } from 'vitest';
import { canvasPresets, customCanvasSide, fitZoom, stepZoom, wheelZoom } from './editor-constants.ts';
import { isMediaSource, safeHref } from './urls.ts';

describe('zoom', () => {
  it('steps through the specified values and stays at the ends', () => {
    expect([0.25, 1, 1.1, 3].map((zoom) => stepZoom(zoom, 'in'))).toEqual([0.5, 1.25, 1.25, 3]);
    expect([0.25, 1, 1.1, 3].map((zoom) => stepZoom(zoom, 'out'))).toEqual([0.25, 0.75, 1, 2]);
  });

  it('is kept from 0.1 to 3 by the wheel', () => {
    expect(wheelZoom(1, 'in')).toBeCloseTo(1.1);
    expect(wheelZoom(2.9, 'in')).toBe(3);
    expect(wheelZoom(0.105, 'out')).toBe(0.1);
  });

  it('fits a canvas with a margin of 40 px and never above 1', () => {
    expect(fitZoom({ width: 1920, height: 1080 }, { width: 1040, height: 2000 })).toBe(0.5);
    expect(fitZoom({ width: 100, height: 100 }, { width: 1000, height: 1000 })).toBe(1);
    expect(fitZoom({ width: 10_000, height: 10_000 }, { width: 200, height: 200 })).toBe(0.1);
  });
});

it('canvases may have the five sizes of the specification', () => {
  expect(canvasPresets.map(({ name, width, height }) => `${name} ${width}x${height}`)).toEqual([
    'Desktop HD 1920x1080',
    'Desktop 4K 3840x2160',
    'Tablet 1024x768',
    'Mobile 375x667',
    'Square 1080x1080',
  ]);
});

describe('a typed canvas size', () => {
  it('is brought into 100 to 10000, and kept when it is no number', () => {
    expect(customCanvasSide('50', 800)).toBe(100);
    expect(customCanvasSide('20000', 800)).toBe(10_000);
    expect(customCanvasSide('abc', 800)).toBe(800);
    expect(customCanvasSide('', 800)).toBe(800);
    expect(customCanvasSide(' 1280 ', 800)).toBe(1280);
  });
});

describe('addresses', () => {
  it('of media begin as the specification says', () => {
    expect(['http://a/b.png', 'HTTPS://a', 'data:image/png;base64,x', 'blob:x'].every(isMediaSource)).toBe(
      true,
    );
    expect(
      ['', 'photo.png', '//a/b', 'javascript:alert(1)', 'file:///etc/passwd', 7].some(isMediaSource),
    ).toBe(false);
  });

  it('of links carry no script', () => {
    expect(safeHref(' https://example.com ')).toBe('https://example.com');
    expect(['mailto:a@b.c', 'tel:+15550100', '/signs', '#top'].map(safeHref)).not.toContain(undefined);
    for (const href of [
      'javascript:alert(1)',
      ' JaVaScRiPt:x',
      'data:text/html,x',
      '//evil',
      '/\\evil',
      'vbscript:x',
      null,
    ]) {
      expect(safeHref(href)).toBeUndefined();
    }
  });
});
