import type { JsonValue } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import type { FormField } from '#shared/scene/element-type.ts';
import { drawableOf } from '#shared/scene/registry.ts';
import { type TextRun, withText } from '#shared/scene/text/runs.ts';

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
  const changed = { ...element, [target]: { ...element[target], [key]: value } };
  const { runs } = drawableOf(element, seed).properties;
  if (target !== 'properties' || key !== 'text' || !Array.isArray(runs) || runs.length === 0) return changed;
  // Words that stay keep the style they were given in place.
  const before = { text: String(fieldValue(element, target, key) ?? ''), runs: runs as unknown as TextRun[] };
  const rich = withText(before, String(value));
  return { ...changed, properties: { ...changed.properties, runs: rich.runs } };
}
