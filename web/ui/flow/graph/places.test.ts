import { describe, expect, it } from 'vitest';
import { stepWays } from '#shared/model/journey/graph.ts';
import { newStep } from '#shared/model/journey/steps/index.ts';
import { freePlace, openWayAbove, settledPlaces } from './places.ts';
import { sizeOf } from './sizes.ts';

const wait = (id: string, x: number, y: number, next: Record<string, string> = {}) => ({
  ...newStep('wait', id, { x, y }),
  next,
});

it('a step that is dropped upon others comes to stand below the last of them', () => {
  const steps = [wait('stp_a', 0, 0), wait('stp_b', 0, 142)];
  const place = freePlace(stepWays, { steps, entry: 'stp_a' }, wait('stp_new', 10, 20), null);
  expect(place).toEqual({ x: 10, y: 142 + sizeOf(stepWays, steps[1]!).height + 64 });
});

it('one that is dropped beside them stays where it is', () => {
  expect(
    freePlace(stepWays, { steps: [wait('stp_a', 0, 0)], entry: 'stp_a' }, wait('stp_new', 400, 20), null),
  ).toEqual({
    x: 400,
    y: 20,
  });
});

it('joins the open way that ends above it, and stands in line with that step', () => {
  const steps = [wait('stp_a', 0, 0, { next: 'stp_b' }), wait('stp_b', 0, 142), wait('stp_far', 900, 142)];
  const graph = { steps, entry: 'stp_a' };
  expect(openWayAbove(stepWays, graph, { x: 40, y: 300 })).toEqual({ from: 'stp_b', output: 'next' });
  expect(freePlace(stepWays, graph, wait('stp_new', 40, 300), 'stp_b')).toEqual({ x: 0, y: 300 });
});

it('joins nothing far from each way, and no way that leads on or to the end', () => {
  const steps = [
    wait('stp_a', 0, 0, { next: 'stp_b' }),
    { ...wait('stp_b', 900, 900), next: { next: null } },
  ];
  const graph = { steps, entry: 'stp_a' };
  expect(openWayAbove(stepWays, graph, { x: 0, y: 120 })).toBeUndefined();
  expect(openWayAbove(stepWays, graph, { x: 900, y: 1000 })).toBeUndefined();
});

describe('steps that are moved by hand', () => {
  const steps = [
    wait('stp_a', 0, 0, { next: 'stp_b' }),
    wait('stp_b', 0, 142, { next: 'stp_c' }),
    wait('stp_c', 0, 284),
    wait('stp_far', 900, 142),
  ];
  const graph = { steps, entry: 'stp_a' };
  const { width, height } = sizeOf(stepWays, steps[0]!);
  const to = (places: Record<string, { x: number; y: number }>, wasDragged = true) =>
    Object.fromEntries(settledPlaces(stepWays, graph, new Map(Object.entries(places)), wasDragged));

  it('snap to the path when they are dropped near it, and not when keys move them', () => {
    expect(to({ stp_c: { x: 60, y: 400 } })).toEqual({ stp_c: { x: 0, y: 400 } });
    expect(to({ stp_c: { x: 60, y: 400 } }, false)).toEqual({ stp_c: { x: 60, y: 400 } });
    expect(to({ stp_c: { x: 400, y: 400 } })).toEqual({ stp_c: { x: 400, y: 400 } });
    // Nothing leads to it.
    expect(to({ stp_far: { x: 60, y: 600 } })).toEqual({ stp_far: { x: 60, y: 600 } });
  });

  it.each([true, false])('never cover another one (dragged: %s)', (wasDragged) => {
    const { stp_c: place } = to({ stp_c: { x: 100, y: 30 } }, wasDragged);
    expect(place!.y).toBe(142 + height + 64);
    const { stp_far: right } = to({ stp_far: { x: width - 20, y: 150 } }, wasDragged);
    expect(right).toEqual({ x: width - 20, y: 284 + height + 64 });
    // Beside one another they may stand.
    expect(to({ stp_far: { x: width + 12, y: 150 } }, wasDragged)).toEqual({
      stp_far: { x: width + 12, y: 150 },
    });
  });

  it('keep their places to one another when several go', () => {
    expect(to({ stp_b: { x: 890, y: 0 }, stp_c: { x: 890, y: 142 } })).toEqual({
      stp_b: { x: 890, y: 142 + height + 64 },
      stp_c: { x: 890, y: 142 + height + 64 + 142 },
    });
  });
});
