import { expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { sharedValue } from './shared-value.ts';

const element = (opacity: number, rows: string[]) => ({
  ...newElement('shape', { id: 'elm_1', x: 0, y: 0, layerOrder: 0 }),
  opacity,
  properties: { rows },
});

it('answers what all elements have, lists by what is in them', () => {
  const same = [element(0.5, ['a']), element(0.5, ['a'])];
  expect(sharedValue(same, ({ opacity }) => opacity)).toBe(0.5);
  expect(sharedValue(same, ({ properties }) => properties.rows)).toEqual(['a']);
});

it('answers nothing where they differ', () => {
  const different = [element(0.5, ['a']), element(1, ['b'])];
  expect(sharedValue(different, ({ opacity }) => opacity)).toBeUndefined();
  expect(sharedValue(different, ({ properties }) => properties.rows)).toBeUndefined();
});
