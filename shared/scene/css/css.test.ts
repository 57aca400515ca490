import { describe, expect, it } from 'vitest';
import { recordingContext } from '../testing/recording-context.ts';
import { colorOr, formatColor, mixColors, parseColor, shade } from './color.ts';
import { canvasFilter } from './filter.ts';
import { type Gradient, linearLine, paintGradient, parseGradient, placeStops } from './gradient.ts';
import { parseShadows, shadowReach } from './shadow.ts';
import { parsePosition } from './split.ts';

const linear = (css: string) => parseGradient(css) as Gradient & { kind: 'linear' };
const stopsOf = (css: string, length = 100) =>
  placeStops(parseGradient(css)!.stops, length).map(({ at, color }) => [at, formatColor(color)]);

describe('colours', () => {
  it.each([
    ['#abc', 'rgba(170, 187, 204, 1)'],
    ['#11223380', 'rgba(17, 34, 51, 0.502)'],
    ['rgb(1, 2, 3)', 'rgba(1, 2, 3, 1)'],
    ['rgba(255 0 0 / 50%)', 'rgba(255, 0, 0, 0.5)'],
    ['hsl(120deg 100% 25%)', 'rgba(0, 128, 0, 1)'],
    ['RebeccaPurple', 'rgba(102, 51, 153, 1)'],
    ['transparent', 'rgba(0, 0, 0, 0)'],
  ])('reads %s', (css, expected) => {
    expect(formatColor(parseColor(css)!)).toBe(expected);
  });

  it.each(['', '#12', '#ggg', 'rgb(1,2)', 'url(x)', 'reddish', 'rgb(1,2,3', 7, null])('refuses %s', (css) => {
    expect(parseColor(css)).toBeUndefined();
    expect(colorOr(css, '#123456')).toBe('#123456');
  });

  it('mixes premultiplied and shades', () => {
    const red = parseColor('red')!;
    expect(formatColor(mixColors(red, parseColor('transparent')!, 0.5))).toBe('rgba(255, 0, 0, 0.5)');
    expect(shade('#808080', 1)).toBe('rgba(255, 255, 255, 1)');
    expect(shade('#808080', -1)).toBe('rgba(0, 0, 0, 1)');
  });
});

describe('gradients', () => {
  const box = { x: 0, y: 0, width: 200, height: 100 };

  it('run from the top without a direction, and along an angle with one', () => {
    expect(linearLine(linear('linear-gradient(red, blue)').angle, box)).toMatchObject({ y0: 0, y1: 100 });
    const line = linearLine(linear('linear-gradient(90deg, red, blue)').angle, box);
    expect([line.x0, line.y0, line.x1, line.y1].map(Math.round)).toEqual([0, 50, 200, 50]);
    expect(linearLine(linear('linear-gradient(0.5turn, red, blue)').angle, box).y1).toBeCloseTo(100);
  });

  it('towards a corner pass through the other corners at half way', () => {
    const line = linearLine(linear('linear-gradient(to top right, red, blue)').angle, box);
    const along = (x: number, y: number) =>
      ((x - line.x0) * (line.x1 - line.x0) + (y - line.y0) * (line.y1 - line.y0)) / line.length ** 2;
    expect(along(0, 0)).toBeCloseTo(0.5);
    expect(along(200, 100)).toBeCloseTo(0.5);
    expect(along(0, 100)).toBeCloseTo(0);
    expect(along(200, 0)).toBeCloseTo(1);
  });

  it('spread stops without a place, take px and double places, and never go back', () => {
    const [red, lime, blue] = ['rgba(255, 0, 0, 1)', 'rgba(0, 255, 0, 1)', 'rgba(0, 0, 255, 1)'];
    expect(stopsOf('linear-gradient(red, lime, blue)')).toEqual([
      [0, red],
      [0.5, lime],
      [1, blue],
    ]);
    expect(stopsOf('linear-gradient(red 0 20px, blue 10% 60%)')).toEqual([
      [0, red],
      [0.2, red],
      [0.2, blue],
      [0.6, blue],
    ]);
  });

  it('fade to transparent without passing through black', () => {
    expect(stopsOf('linear-gradient(red, transparent, blue)').map(([, color]) => color)).toEqual([
      'rgba(255, 0, 0, 1)',
      'rgba(255, 0, 0, 0)',
      'rgba(0, 0, 255, 0)',
      'rgba(0, 0, 255, 1)',
    ]);
  });

  it('are cut at the ends of the canvas gradient, at the colour they have there', () => {
    const { ctx } = recordingContext();
    const gradient = parseGradient('linear-gradient(90deg, black -100%, white 100%)')!;
    const { style } = paintGradient(ctx, gradient, box);
    expect((style as unknown as { stops: unknown }).stops).toEqual([
      [0, 'rgba(128, 128, 128, 1)'],
      [1, 'rgba(255, 255, 255, 1)'],
    ]);
  });

  it('are radial: an ellipse to the farthest corner unless told otherwise', () => {
    const { ctx, named } = recordingContext();
    const paint = paintGradient(ctx, parseGradient('radial-gradient(red, blue)')!, box);
    expect(paint.stretch).toEqual({ y: 50, factor: 0.5 });
    expect(named('createRadialGradient')[0]!.slice(1, 3)).toEqual([100, 50]);
    expect(named('createRadialGradient')[0]![6]).toBeCloseTo(100 * Math.SQRT2);
    paintGradient(ctx, parseGradient('radial-gradient(circle closest-side at 25% 20px, red, blue)')!, box);
    expect(named('createRadialGradient')[1]).toEqual(['createRadialGradient', 50, 20, 0, 50, 20, 20]);
  });

  it.each([
    '',
    'red',
    'linear-gradient(red)',
    'linear-gradient(sideways, red, blue)',
    'linear-gradient(to left left, red, blue)',
    'linear-gradient(45deg, red, url(x))',
    'radial-gradient(square, red, blue)',
    'linear-gradient(red, blue',
    'linear-gradient(red, blue); background: url(x)',
    42,
  ])('refuse %s', (css) => {
    expect(parseGradient(css)).toBeUndefined();
  });
});

describe('shadows', () => {
  it('are read with colours that hold commas, spread and inset', () => {
    expect(parseShadows('inset 0 -1px 2px rgba(0, 0, 0, 0.5), 1px 2px 3px 4px #fff')).toEqual([
      { x: 0, y: -1, blur: 2, spread: 0, inset: true, color: 'rgba(0, 0, 0, 0.5)' },
      { x: 1, y: 2, blur: 3, spread: 4, inset: false, color: '#fff' },
    ]);
    expect(shadowReach(parseShadows('3px -10px 5px 2px red, inset 0 0 90px red'))).toBe(17);
  });

  it.each(['none', '', 'red', '1px', '1px 2px url(x)', '1em 2em', undefined])('are none for %s', (css) => {
    expect(parseShadows(css)).toEqual([]);
  });
});

describe('filters', () => {
  it('pass the plain functions, with blur in canvas pixels', () => {
    expect(canvasFilter('grayscale(100%) blur(4px)', 2)).toBe('grayscale(100%) blur(8px)');
    expect(canvasFilter('none', 1)).toBeUndefined();
  });

  it.each(['url(#x)', 'url("https://evil")', 'blur(1em)', 'grayscale(1) url(x)', 'drop-shadow(1px 1px red)'])(
    'leave out %s',
    (css) => {
      expect(canvasFilter(css, 1)).toBeUndefined();
    },
  );
});

describe('positions', () => {
  it('are read in either order', () => {
    expect(parsePosition('top left')).toEqual(parsePosition('left top'));
    expect(parsePosition('bottom')).toEqual({ x: { share: 0.5, px: 0 }, y: { share: 1, px: 0 } });
    expect(parsePosition('10px 25%')).toEqual({ x: { share: 0, px: 10 }, y: { share: 0.25, px: 0 } });
    expect(parsePosition('left right')).toBeUndefined();
  });
});
