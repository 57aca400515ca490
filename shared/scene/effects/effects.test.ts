import { describe, expect, it } from 'vitest';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { drawElement } from '../draw.ts';
import type { Layer } from '../env.ts';
import { boundsOf, elementTypeNamed, propertyProblems } from '../registry.ts';
import { stillUntil } from '../stillness.ts';
import { type Recorded, type Recording, recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv } from '../testing/scene-env.ts';
import { effects } from './index.ts';
import { strikesAt } from './lightning-storm.ts';
import { pickBill } from './raining-money.ts';
import { chance, noise } from './random.ts';

const names = effects.map(({ type }) => type);
const size = { width: 800, height: 600 };

function drawn(
  type: string,
  t: number,
  more: { properties?: JsonMap; seed?: number; size?: typeof size } = {},
) {
  const recording = recordingContext();
  const element = testElement(type, { size: more.size ?? size, properties: more.properties ?? {} });
  const onError = (_: unknown, error: unknown) => {
    throw error;
  };
  drawElement(recording.ctx, element, testEnv({ t, seed: more.seed ?? 1, onError }));
  return recording;
}

/** Where things are put, in px of the element's box. */
const places = (calls: readonly Recorded[]) =>
  calls.flatMap(([name, ...values]) =>
    name === 'setTransform' ? [[(values[4] as number) - 100, (values[5] as number) - 100] as const] : [],
  );

describe('the animated backgrounds', () => {
  it('are the eighteen of the specification, with its sizes and Pro flags', () => {
    expect(names.toSorted()).toEqual(
      [
        'aurora_borealis',
        'bubble_float',
        'butterfly_swarm',
        'falling_leaves',
        'fireworks',
        'floating_balloons',
        'floating_hearts',
        'geometric_pulse',
        'lightning_storm',
        'matrix_rain',
        'neon_pulse',
        'ocean_waves',
        'pixel_sparks',
        'rainbow_tunnel',
        'raining_money',
        'snow_animation',
        'solar_flare',
        'starfield',
      ].toSorted(),
    );
    for (const { type, size, base, category, isPro = false } of effects) {
      const [width, height] =
        { snow_animation: [400, 300], fireworks: [500, 400] }[type] ?? ([800, 600] as const);
      expect({ type, base, category, ...size }).toEqual({
        type,
        base: 'animation',
        category: 'Effects',
        width,
        height,
      });
      const pro = ['fireworks', 'ocean_waves', 'aurora_borealis', 'lightning_storm', 'solar_flare'];
      expect({ type, isPro }).toEqual({ type, isPro: pro.includes(type) });
      expect(boundsOf(testElement(type))).toMatchObject({ minWidth: 50, minHeight: 50 });
    }
  });

  it.each([
    ['raining_money', 'billCount', 40],
    ['snow_animation', 'flakeCount', 100],
    ['starfield', 'starCount', 200],
    ['solar_flare', 'particleCount', 200],
    ['floating_balloons', 'balloonCount', 25],
    ['butterfly_swarm', 'butterflyCount', 20],
    ['floating_hearts', 'heartCount', 20],
    ['falling_leaves', 'leafCount', 30],
    ['bubble_float', 'bubbleCount', 30],
    ['pixel_sparks', 'sparkCount', 150],
    ['rainbow_tunnel', 'ringCount', 50],
    ['fireworks', 'launchInterval', 1000],
    ['fireworks', 'duration', 10_000],
    ['lightning_storm', 'strikes', 3],
    ['ocean_waves', 'waveCount', 3],
  ])('%s begins with %s %d, within its bounds', (type, key, value) => {
    expect(elementTypeNamed(type).properties.parse({})).toHaveProperty(key, value);
    for (const wrong of [-1, 1e9, Number.NaN, '40'])
      expect(propertyProblems(testElement(type, { properties: { [key]: wrong } }))).toEqual([
        expect.stringMatching(new RegExp(`^properties\\.${key}: `)),
      ]);
  });

  it.each(names)('%s is the same at 8 s whether one came there by playing or by jumping', (type) => {
    const jumped = drawn(type, 8).calls;
    for (let frame = 0; frame < 5; frame++) drawn(type, frame * 1.6);
    expect(drawn(type, 8).calls).toEqual(jumped);
    expect(drawn(type, 8.5).calls).not.toEqual(jumped);
  });

  it.each(names.filter((type) => !['geometric_pulse', 'rainbow_tunnel'].includes(type)))(
    '%s looks different with another seed',
    (type) => {
      expect(drawn(type, 3, { seed: 2 }).calls).not.toEqual(drawn(type, 3).calls);
    },
  );

  it.each(names)('%s is alive at its very beginning', (type) => {
    expect(drawn(type, 0).calls.length).toBeGreaterThan(drawn(type, 5.3).calls.length * 0.4);
  });

  it.each(names)('%s clips to its box before it draws, whatever the size', (type) => {
    for (const odd of [
      { width: 50, height: 50 },
      { width: 1920, height: 60 },
      { width: 60, height: 1080 },
      { width: 1920, height: 1080 },
    ]) {
      const { calls, depth } = drawn(type, 2.5, { size: odd });
      const isDrawing = ([name]: Recorded) => /^(fill|stroke|drawImage|fillRect|fillText)$/.test(name);
      const clip = calls.findIndex(([name]) => name === 'clip');
      expect(calls[clip - 1]).toEqual(['roundRect', 0, 0, odd.width, odd.height, 0]);
      expect(calls.findIndex(isDrawing)).toBeGreaterThan(clip);
      expect(depth()).toBe(0);
      const numbers = calls.flatMap((call) => call.filter((value) => typeof value === 'number'));
      expect(numbers.every(Number.isFinite)).toBe(true);
    }
  });

  it.each(effects.map(({ type, properties }) => [type, Object.keys(properties.shape)] as const))(
    '%s can be drawn with each property at its bounds',
    (type, keys) => {
      for (const field of elementTypeNamed(type).form) {
        if (field.target !== 'properties') continue;
        expect(keys).toContain(field.key);
        const values =
          field.kind === 'slider' || field.kind === 'number'
            ? [field.min, field.max]
            : field.kind === 'toggle'
              ? [true, false]
              : field.kind === 'select'
                ? field.options.map(({ value }) => value)
                : ['#abcdef'];
        for (const value of values) {
          expect(propertyProblems(testElement(type, { properties: { [field.key]: value } }))).toEqual([]);
          expect(drawn(type, 1.7, { properties: { [field.key]: value } }).depth()).toBe(0);
        }
      }
    },
  );

  it.each([
    ['floating_hearts', 'heartCount'],
    ['falling_leaves', 'leafCount'],
    ['butterfly_swarm', 'butterflyCount'],
    ['bubble_float', 'bubbleCount'],
    ['floating_balloons', 'balloonCount'],
    ['raining_money', 'billCount'],
  ])('%s moves without jumps, and leaves the box before it comes again', (type, key) => {
    const frame = 1 / 60;
    const inside = ([x, y]: readonly [number, number]) => x > 40 && x < 760 && y > 60 && y < 540;
    for (let t = 2; t < 30; t += 1.37) {
      const before = places(drawn(type, t, { properties: { [key]: 12 } }).calls).filter(inside);
      const after = places(drawn(type, t + frame, { properties: { [key]: 12 } }).calls);
      expect(before.length).toBeGreaterThan(0);
      for (const [x, y] of before) {
        const moved = Math.min(...after.map(([nextX, nextY]) => Math.hypot(nextX - x, nextY - y)));
        expect(moved).toBeLessThan(14);
      }
    }
  });

  it('draw what is asked for with colours of one’s own', () => {
    const own = { palette: 'custom', color1: '#010203', color2: '#040506', color3: '#070809' };
    const used = JSON.stringify(drawn('neon_pulse', 1, { properties: own }).calls);
    expect(used).toContain('#010203');
    expect(propertyProblems(testElement('neon_pulse', { properties: { color1: 'reddish' } }))).toEqual([
      'properties.color1: must be a colour as CSS writes it, such as #2563eb',
    ]);
  });

  it('fill their background, or leave it to what lies behind', () => {
    expect(drawn('matrix_rain', 0).named('createLinearGradient').length).toBeGreaterThan(0);
    expect(elementTypeNamed('raining_money').styles.backgroundColor).toBe('transparent');
  });
});

describe('aurora borealis', () => {
  /** Its frame at `t`, and what it drew on its scratch canvases: the small one, then the one of half the dots. */
  function layered(t: number, properties: JsonMap) {
    const layers: (Recording & { height: number })[] = [];
    const createLayer = (width: number, height: number): Layer => {
      const layer = recordingContext({ width, height });
      layers.push({ ...layer, height });
      return { canvas: { width, height } as HTMLCanvasElement, ctx: layer.ctx, release: () => {} };
    };
    const recording = recordingContext();
    const element = testElement('aurora_borealis', { size: { width: 1920, height: 1080 }, properties });
    drawElement(recording.ctx, element, testEnv({ t, createLayer }));
    return { layers, picture: recording };
  }

  it('enlarges the rows that its curtains light, and no others', () => {
    const shares: number[] = [];
    for (const curtainCount of [1, 3, 6])
      for (let t = 0; t < 60; t += 1.9) {
        const { layers, picture } = layered(t, { curtainCount });
        const [small, half] = [layers[0]!, layers[1]!];
        const [, , , top, , rows] = half.named('drawImage')[0] as unknown as number[];
        // A ray is 96 high before it is stretched; without a canvas for sprites it is painted in place.
        for (const [, , , , high, , y] of small.named('setTransform') as unknown as number[][]) {
          expect(Math.max(0, y! - 48 * high!)).toBeGreaterThanOrEqual(top!);
          expect(Math.min(135, y! + 48 * high!)).toBeLessThanOrEqual(top! + rows!);
        }
        const [, , , bandTop, , bandRows, , placed] = picture
          .named('drawImage')
          .at(-1) as unknown as number[];
        expect(placed).toBe(bandTop);
        expect(bandTop).toBe(Math.floor((top! / 135) * 540));
        expect(bandRows).toBe(Math.ceil(((top! + rows!) / 135) * 540) - bandTop!);
        shares.push(bandRows! / 540);
      }
    expect(Math.max(...shares)).toBeLessThan(0.95);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.8);
  });
});

describe('raining money', () => {
  const bills = (elementTypeNamed('raining_money').properties.parse({}) as { billTypes: never }).billTypes;

  it('falls in six denominations by their weights', () => {
    const counts = new Map<number, number>();
    for (let i = 0; i < 20_000; i++) {
      const value = pickBill(bills, chance(7, i));
      counts.set(value, (counts.get(value) ?? 0) + 1 / 20_000);
    }
    for (const [value, weight] of [
      [1, 0.05],
      [5, 0.1],
      [10, 0.15],
      [20, 0.2],
      [50, 0.25],
      [100, 0.25],
    ] as const)
      expect(counts.get(value)).toBeCloseTo(weight, 1);
    expect(pickBill([{ value: 7, weight: 2 }], 0.999)).toBe(7);
  });

  it('refuses denominations that could never be drawn', () => {
    const problems = (billTypes: unknown) =>
      propertyProblems(testElement('raining_money', { properties: { billTypes: billTypes as never } }));
    for (const none of [[], [{ value: 5, weight: 0 }]])
      expect(problems(none)).toEqual([
        'properties.billTypes: at least one denomination must have a weight above 0',
      ]);
    expect(problems([{ value: 500, weight: 1 }])).toEqual([]);
  });

  it('stops after its duration: the last bills fall out of the box, and then nothing moves', () => {
    const properties = { duration: 3000, sparkleEffect: false };
    const count = (t: number) => places(drawn('raining_money', t, { properties }).calls).length;
    expect(count(2)).toBe(count(2.5));
    expect(count(9)).toBeLessThan(count(2));
    expect(count(15)).toBe(0);
    expect(drawn('raining_money', 60).calls.length).toBeGreaterThan(500);
    const scene = (more: JsonMap) => ({
      canvasSize: size,
      canvasBackground: { type: 'solid' as const, color: '#fff' },
      elements: [testElement('raining_money', { properties: more })],
    });
    expect(stillUntil(scene(properties), testEnv({ t: 13 }))).toBe(13);
    expect(stillUntil(scene(properties), testEnv({ t: 14 }))).toBe(Infinity);
    expect(stillUntil(scene({}), testEnv({ t: 1e6 }))).toBe(1e6);
  });

  it('falls once when it is not continuous', () => {
    const properties = { continuous: false, sparkleEffect: false };
    const count = (t: number) => places(drawn('raining_money', t, { properties }).calls).length;
    expect(count(0)).toBeGreaterThan(count(6));
    expect(count(11)).toBe(0);
  });
});

describe('fireworks', () => {
  it('launch at their interval and end with the show when it is not repeated', () => {
    const length = (t: number, properties: JsonMap) => drawn('fireworks', t, { properties }).calls.length;
    const quick = length(4, { launchInterval: 300 });
    expect(quick).toBeGreaterThan(length(4, { launchInterval: 4000 }) * 2);
    const once = { repeat: false, duration: 2000 };
    expect(drawn('fireworks', 20, { properties: once }).calls).toEqual(
      drawn('fireworks', 30, { properties: once }).calls,
    );
    expect(length(20, { duration: 2000 })).toBeGreaterThan(length(20, once));
  });
});

describe('lightning', () => {
  it('flashes at most three times in any second, for people whom flashes make ill', () => {
    for (const [strikes, period] of [
      [6, 4],
      [3, 4],
      [3, 6],
    ]) {
      const flashes: number[] = [];
      let [low, peak, bright] = [0, 0, false];
      for (let t = 0; t < 40; t += 1 / 60) {
        const light = Math.max(0, ...strikesAt(strikes!, period!, 7, t).map((strike) => strike.light));
        low = bright ? low : Math.min(low, light);
        peak = bright ? Math.max(peak, light) : light;
        if (!bright && light > low + 0.05) {
          flashes.push(t);
          bright = true;
        } else if (bright && light < peak - 0.05) {
          low = light;
          bright = false;
        }
      }
      expect(flashes.length).toBeGreaterThan(15);
      for (const t of flashes)
        expect(flashes.filter((other) => other >= t && other < t + 1).length).toBeLessThanOrEqual(3);
    }
  });
});

describe('randomness by index', () => {
  it('is even, repeatable and free of patterns between neighbours', () => {
    const values = Array.from({ length: 4000 }, (_, i) => chance(3, i, 2));
    expect(new Set(values).size).toBe(4000);
    expect(values.reduce((sum, value) => sum + value, 0) / 4000).toBeCloseTo(0.5, 1);
    expect(chance(3, 17, 2)).toBe(values[17]);
    const correlation = values
      .slice(1)
      .reduce((sum, value, i) => sum + (value - 0.5) * (values[i]! - 0.5), 0);
    expect(Math.abs(correlation / 4000)).toBeLessThan(0.01);
  });

  it('makes smooth noise', () => {
    for (let x = -3; x < 3; x += 0.01) {
      expect(Math.abs(noise(5, x))).toBeLessThanOrEqual(1);
      expect(Math.abs(noise(5, x + 0.01) - noise(5, x))).toBeLessThan(0.04);
    }
  });
});
