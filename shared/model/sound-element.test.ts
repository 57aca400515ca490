import { describe, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { element as schema } from './content.ts';
import { soundElement } from './sound-element.ts';

const good = newElement('text', { id: 'elm_a', x: 10, y: 20, layerOrder: 3 });
const from = (change: object) => soundElement({ ...good, ...change } as never);

describe('an element that was stored', () => {
  it('is answered as it is when it fits', () => expect(soundElement(good)).toBe(good));

  it.each([
    [
      'NaN',
      { position: { x: Number.NaN, y: Number.POSITIVE_INFINITY, z: 0 } },
      { position: { x: 0, y: 0, z: 0 } },
    ],
    ['text for numbers', { position: { x: '15px', y: 'left' } }, { position: { x: 15, y: 0, z: 0 } }],
    ['no position', { position: null }, { position: { x: 0, y: 0, z: 0 } }],
    ['no size at all', { size: undefined }, { size: { width: 200, height: 100 } }],
    ['a size of 0 × 0', { size: { width: 0, height: 0 } }, { size: { width: 1, height: 1 } }],
    [
      'a size out of all bounds',
      { size: { width: 1e9, height: -3 } },
      { size: { width: 10_000, height: 1 } },
    ],
    ['an opacity of 7', { opacity: 7 }, { opacity: 1 }],
    ['a broken layer', { layerOrder: 1.6 }, { layerOrder: 2 }],
    ['styles that are none', { styles: 'bold' }, { styles: {} }],
    ['a field of another age', { skew: 3 }, { id: 'elm_a' }],
    [
      'an unknown type',
      { elementType: 'hologram', properties: {} },
      { elementType: 'animation', properties: { customElementType: 'hologram' } },
    ],
  ])('with %s is put right, and only there', (_, change, expected) => {
    const found = from(change);
    expect(schema.safeParse(found).success).toBe(true);
    expect(found).toMatchObject(expected);
    const { position, size, opacity, layerOrder, styles, elementType, properties, ...rest } = good;
    expect(found).toMatchObject(rest);
  });
});
