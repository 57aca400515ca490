import { expect, it } from 'vitest';
import { newStep } from '#shared/model/journey/steps/index.ts';
import { sizeOf } from '../../shared/step-size.ts';
import { freePlace, openWayAbove } from './places.ts';

const wait = (id: string, x: number, y: number, next: Record<string, string> = {}) => ({
  ...newStep('wait', id, { x, y }),
  next,
});

it('a step that is dropped upon others comes to stand below the last of them', () => {
  const steps = [wait('stp_a', 0, 0), wait('stp_b', 0, 142)];
  const place = freePlace({ steps, entry: 'stp_a' }, wait('stp_new', 10, 20), null);
  expect(place).toEqual({ x: 10, y: 142 + sizeOf(steps[1]!).height + 64 });
});

it('one that is dropped beside them stays where it is', () => {
  expect(freePlace({ steps: [wait('stp_a', 0, 0)], entry: 'stp_a' }, wait('stp_new', 400, 20), null)).toEqual(
    {
      x: 400,
      y: 20,
    },
  );
});

it('joins the open way that ends above it, and stands in line with that step', () => {
  const steps = [wait('stp_a', 0, 0, { next: 'stp_b' }), wait('stp_b', 0, 142), wait('stp_far', 900, 142)];
  const graph = { steps, entry: 'stp_a' };
  expect(openWayAbove(graph, { x: 40, y: 300 })).toEqual({ from: 'stp_b', output: 'next' });
  expect(freePlace(graph, wait('stp_new', 40, 300), 'stp_b')).toEqual({ x: 0, y: 300 });
});

it('joins nothing far from each way, and no way that leads on or to the end', () => {
  const steps = [
    wait('stp_a', 0, 0, { next: 'stp_b' }),
    { ...wait('stp_b', 900, 900), next: { next: null } },
  ];
  const graph = { steps, entry: 'stp_a' };
  expect(openWayAbove(graph, { x: 0, y: 120 })).toBeUndefined();
  expect(openWayAbove(graph, { x: 900, y: 1000 })).toBeUndefined();
});
