import { expect, it } from 'vitest';
import { elementTypes } from '#shared/scene/registry.ts';
import { elementIcons } from './ElementIcon.tsx';

it('has the icon of every element type', () => {
  const missing = elementTypes.map(({ icon }) => icon).filter((icon) => !(icon in elementIcons));
  expect(missing).toEqual([]);
});
