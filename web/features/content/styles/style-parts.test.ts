import { expect, it } from 'vitest';
import { elementTypes, newElement, propertyProblems } from '#shared/scene/registry.ts';
import { mainColorOf, specimenOf, styleOf, withStyle } from './style-parts.ts';

const made = (type: string) => newElement(type, { id: type, x: 0, y: 0, layerOrder: 0 });

it('a look is everything but what an element says, and goes onto another of its type', () => {
  const text = made('text');
  const source = {
    ...text,
    styles: { ...text.styles, fontSize: 90, color: '#ff0000' },
    properties: { ...text.properties, text: 'Source', textAlign: 'center' },
  };
  const parts = styleOf(source);
  expect(parts).toMatchObject({ elementType: 'text', styles: { fontSize: 90, color: '#ff0000' } });
  expect(parts.properties).not.toHaveProperty('text');
  const target = withStyle(made('text'), parts);
  expect(target.styles).toMatchObject({ fontSize: 90, color: '#ff0000' });
  expect(target.properties.text).toBe(text.properties.text);
  expect(withStyle(target, parts)).toBe(target);
});

it('a style that the source does not have is taken from the target too', () => {
  const text = made('text');
  const shadowed = { ...text, styles: { ...text.styles, fontStyle: 'italic' } };
  const plain = { ...text, styles: { ...text.styles, fontStyle: 'normal' } };
  expect(withStyle(shadowed, styleOf(plain)).styles.fontStyle).toBe('normal');
});

it('any look on any type leaves an element that can be saved', () => {
  for (const source of elementTypes) {
    const parts = styleOf(made(source.type));
    for (const target of elementTypes)
      expect(
        propertyProblems(withStyle(made(target.type), parts)),
        `${source.type} on ${target.type}`,
      ).toEqual([]);
    expect(specimenOf(parts).size.width).toBeGreaterThan(0);
  }
});

it('a colour goes where a person expects it', () => {
  expect(mainColorOf(made('text'))).toMatchObject({ target: 'styles', key: 'color' });
  expect(mainColorOf(made('shape'))).toBeDefined();
});
