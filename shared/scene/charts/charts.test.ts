import { describe, expect, it } from 'vitest';
import { parseColor } from '../css/color.ts';
import { drawElement, sceneTextLines } from '../draw.ts';
import { stillUntil } from '../stillness.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv } from '../testing/scene-env.ts';
import { valueScale } from './axes.ts';
import { formatNumber, formatTick, readValue } from './format.ts';
import { chartPalettes } from './palettes.ts';

type Vector = [number, number, number];
type Matrix = [Vector, Vector, Vector];

/** How people without one kind of cones see linear RGB (Machado, Oliveira, Fernandes 2009, severity 1). */
const visions: Record<string, Matrix> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(css: string, matrix: Matrix): Vector {
  const { r, g, b } = parseColor(css)!;
  const linear = [r, g, b].map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as Vector;
  const [red, green, blue] = matrix.map((row) =>
    Math.max(0, row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]),
  ) as Vector;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe('the palettes', () => {
  it.each(Object.keys(visions))('are told apart by people with %s', (vision) => {
    for (const name of ['bright', 'calm', 'vivid'] as const) {
      const colors = chartPalettes[name].map((css) => seen(css, visions[vision]!));
      // 0.02 in OKLab is a difference that is just noticed side by side.
      for (const [i, one] of colors.entries())
        for (const two of colors.slice(0, i))
          expect(Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]), name).toBeGreaterThan(0.03);
    }
  });
});

describe('values', () => {
  it('are written as the chart says', () => {
    expect(formatNumber(1234.5, 'number')).toBe('1,234.5');
    expect(formatNumber(48_200, 'currency')).toBe('$48,200');
    expect(formatNumber(42, 'percent')).toBe('42%');
    expect([
      formatTick(48_200, 'currency'),
      formatTick(-5000, 'currency'),
      formatTick(12_000, 'number'),
    ]).toEqual(['$48.2K', '-$5K', '12K']);
  });

  it('may come from the data', () => {
    const env = testEnv({ data: { lead: { dealAmount: 12_500, name: 'Jo' }, external: { calls: '31' } } });
    expect(readValue('{lead.dealAmount}', env)).toBe(12_500);
    expect(readValue('{external.calls}', env)).toBe(31);
    expect(readValue('42', env)).toBe(42);
    expect(readValue('{lead.name}', env)).toBeUndefined();
    expect(readValue('', env)).toBeUndefined();
  });

  it('lie on a scale with round ends that holds them and zero', () => {
    const scale = valueScale([12, 31], 0, 100, 5);
    expect([scale.low, scale.high, scale.ticks]).toEqual([0, 35, [0, 5, 10, 15, 20, 25, 30, 35]]);
    expect(scale.at(35)).toBe(100);
    const both = valueScale([-8, 22], 0, 100, 5);
    expect(both.low).toBeLessThanOrEqual(-8);
    expect(both.high).toBeGreaterThanOrEqual(22);
    expect(valueScale([], 0, 100, 5).at(0)).toBe(0);
  });
});

describe.each(['pie_chart', 'bar_chart', 'line_chart'])('a %s', (type) => {
  const scene = (properties = {}) => ({
    canvasSize: { width: 800, height: 600 },
    canvasBackground: { type: 'solid' as const, color: '#ffffff' },
    elements: [testElement(type, { properties })],
  });

  it('can be searched by its title and labels', () => {
    const texts = sceneTextLines(recordingContext().ctx, scene(), testEnv()).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(4);
    expect(texts.join(' ')).toMatch(/Deals|Revenue/);
  });

  it('stands still unless it grows, and then until it has grown', () => {
    expect(stillUntil(scene(), testEnv())).toBe(Infinity);
    const growing = scene({ animate: true, animationDuration: 2 });
    expect(stillUntil(growing, testEnv({ t: 1 }))).toBe(1);
    expect(stillUntil(growing, testEnv({ t: 2 }))).toBe(Infinity);
  });

  it('ends its growth in the picture that it has without', () => {
    const drawn = (properties: object, t: number) => {
      const recording = recordingContext();
      drawElement(recording.ctx, testElement(type, { properties: properties as never }), testEnv({ t }));
      return recording.named('fillText');
    };
    expect(drawn({ animate: true }, 5)).toEqual(drawn({}, 0));
  });

  it('without data says so', () => {
    const recording = recordingContext();
    drawElement(recording.ctx, testElement(type, { properties: { data: [] } }), testEnv());
    expect(
      recording
        .named('fillText')
        .map(([, text]) => text)
        .join(' '),
    ).toContain('Add rows');
  });
});
