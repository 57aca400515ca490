import { describe, expect, it } from 'vitest';
import { testElement } from '../testing/scene-env.ts';
import { sheetsOf } from './layers.ts';

const place = (id: string, kind: string, x: number, layerOrder: number, more = {}) => ({
  ...testElement('shape'),
  id,
  metadata: { kind },
  position: { x, y: 0, z: 0 },
  size: { width: 100, height: 100 },
  layerOrder,
  ...more,
});
const stack = (...elements: ReturnType<typeof place>[]) =>
  sheetsOf(
    elements,
    ({ metadata }) => metadata.kind as 'drawn',
    () => 5,
  ).map((sheet) =>
    sheet.kind === 'live' ? `<${sheet.element.id}>` : sheet.elements.map(({ id }) => id).join(''),
  );

describe('the sheets of a page', () => {
  it('are one canvas while nothing is live, also when nothing is there', () => {
    expect(stack()).toEqual(['']);
    expect(stack(place('b', 'drawn', 0, 2), place('a', 'drawn', 0, 1))).toEqual(['ab']);
  });

  it('are split where something drawn lies over something live', () => {
    expect(stack(place('a', 'drawn', 0, 0), place('L', 'live', 50, 1), place('b', 'drawn', 90, 2))).toEqual([
      'a',
      '<L>',
      'b',
    ]);
  });

  it('are not split where the two do not touch', () => {
    expect(stack(place('a', 'drawn', 0, 0), place('L', 'live', 50, 1), place('b', 'drawn', 400, 2))).toEqual([
      'ab',
      '<L>',
    ]);
  });

  it('see how far a drawing reaches, and boxes that are turned', () => {
    const live = place('L', 'live', 0, 0);
    expect(stack(live, place('b', 'drawn', 104, 1))).toEqual(['', '<L>', 'b']);
    expect(stack(live, place('b', 'drawn', 112, 1))).toEqual(['b', '<L>']);
    expect(stack(live, place('b', 'drawn', 112, 1, { rotation: 45 }))).toEqual(['', '<L>', 'b']);
  });

  it('keep the order of what is drawn when a canvas has been split', () => {
    const elements = [
      place('L', 'live', 0, 0),
      place('a', 'drawn', 0, 1),
      place('b', 'drawn', 900, 2),
      place('M', 'live', 900, 3),
    ];
    expect(stack(...elements)).toEqual(['', '<L>', 'ab', '<M>']);
  });

  it('lay a link over its drawing, and leave out what is hidden', () => {
    expect(stack(place('a', 'both', 0, 0), place('h', 'live', 0, 1, { isVisible: false }))).toEqual([
      'a',
      '<a>',
    ]);
  });
});
