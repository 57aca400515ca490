import type { JsonValue } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import type { FormField } from '#shared/scene/element-type.ts';
import { drawableOf } from '#shared/scene/registry.ts';

const seed = 0;

/** What the scene draws with for a field: the element's own value or the default of its type. */
export function fieldValue(
  element: Element,
  target: FormField['target'],
  key: string,
): JsonValue | undefined {
  return drawableOf(element, seed)[target][key];
}

/** Whether the field's condition on another field holds. */
export function isShown({ showWhen }: FormField, element: Element): boolean {
  if (!showWhen) return true;
  const value = fieldValue(element, showWhen.target, showWhen.key);
  return showWhen.in.some((wanted) => wanted === value);
}

/** The element with one field set; the same object when that changes nothing. */
export function withField(element: Element, { target, key }: FormField, value: JsonValue): Element {
  if (fieldValue(element, target, key) === value && key in element[target]) return element;
  return { ...element, [target]: { ...element[target], [key]: value } };
}
