import type { StyleParts } from '#shared/model/brand.ts';
import type { Element } from '#shared/model/content.ts';
import type { FormField } from '#shared/scene/element-type.ts';
import { drawableOf, newElement, propertyProblems, typeOf } from '#shared/scene/registry.ts';

const seed = 0;

/** What an element says is its own; how it looks is what can be carried to another. */
const isLook = (field: FormField): boolean =>
  field.tab !== 'content' && field.kind !== 'asset' && field.kind !== 'rows';

const looks = (element: Element): FormField[] => typeOf(element).form.filter(isLook);

/** The look of an element as it is drawn, defaults filled in. */
export function styleOf(element: Element): StyleParts {
  const drawn = drawableOf(element, seed);
  const parts: StyleParts = { elementType: typeOf(element).type, styles: {}, properties: {} };
  for (const { target, key } of looks(element)) {
    const value = drawn[target][key];
    if (value !== undefined) parts[target][key] = value;
  }
  return parts;
}

/** The element with as much of a look as its type knows; the same object when that is nothing new. */
export function withStyle(element: Element, parts: StyleParts): Element {
  const drawn = drawableOf(element, seed);
  const next = { styles: { ...element.styles }, properties: { ...element.properties } };
  let changed = false;
  for (const { target, key } of looks(element)) {
    const value = parts[target][key];
    if (value === undefined || value === drawn[target][key]) continue;
    next[target][key] = value;
    changed = true;
  }
  if (!changed) return element;
  const styled = { ...element, ...next };
  // Another type may know a property by the same name with other choices: then only the styles are taken.
  return propertyProblems(styled).length === 0 ? styled : { ...element, styles: next.styles };
}

/** The field that a colour is for, when somebody clicks one: the letters' or the shape's own colour. */
export function mainColorOf(element: Element): Pick<FormField, 'target' | 'key'> | undefined {
  const colors = typeOf(element).form.filter(({ kind }) => kind === 'color');
  return colors.find(({ key }) => key === 'color') ?? colors[0];
}

/** An element that shows a look in a small picture. */
export function specimenOf(parts: StyleParts): Element {
  const blank = newElement(parts.elementType, { id: 'elm_specimen', x: 0, y: 0, layerOrder: 0 });
  const isText = blank.elementType === 'text';
  return withStyle(isText ? { ...blank, properties: { ...blank.properties, text: 'Aa' } } : blank, parts);
}
