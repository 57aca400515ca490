import { describe, expect, it } from 'vitest';
import { newElement, typeOf } from '#shared/scene/registry.ts';
import { fieldValue, isShown, withField } from './field-values.ts';
import { formatAgo, formatBytes } from './format.ts';

const image = newElement('image', { id: 'a', x: 0, y: 0, layerOrder: 0 });
const fieldOf = (key: string) => typeOf(image).form.find((field) => field.key === key)!;

describe('fields of a properties form', () => {
  it('show the default of the type where the element has no value of its own', () => {
    expect(fieldValue({ ...image, properties: {} }, 'properties', 'frameWidth')).toBe(8);
  });

  it('are hidden while their condition does not hold', () => {
    expect(isShown(fieldOf('frameColor'), image)).toBe(false);
    expect(isShown(fieldOf('frameColor'), withField(image, fieldOf('frame'), 'classic'))).toBe(true);
  });

  it('make a new element for a new value only', () => {
    const changed = withField(image, fieldOf('frame'), 'classic');
    expect(changed).not.toBe(image);
    expect(image.properties.frame).toBe('none');
    expect(withField(changed, fieldOf('frame'), 'classic')).toBe(changed);
  });
});

describe('formats', () => {
  it('writes sizes', () => {
    expect([0, 900, 1_500, 58 * 1024, 3.4 * 1024 ** 2].map(formatBytes)).toEqual([
      '0 B',
      '900 B',
      '1.5 kB',
      '58 kB',
      '3.4 MB',
    ]);
  });

  it('writes moments seen from now', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    expect(formatAgo('2026-11-20T11:59:40Z', now)).toBe('just now');
    expect(formatAgo('2026-11-20T11:57:00Z', now)).toContain('3');
    expect(formatAgo('2026-10-01T00:00:00Z', now)).toContain('2026');
  });
});
