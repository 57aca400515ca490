import type { Element } from '#shared/model/content.ts';

/** What a field shows instead of a value where the selected elements differ. */
export const mixed = 'Mixed';

/** The value that all elements have; undefined where they differ. */
export function sharedValue<Value>(
  elements: readonly Element[],
  read: (element: Element) => Value,
): Value | undefined {
  const value = read(elements[0]!);
  const text = JSON.stringify(value);
  return elements.every((element) => {
    const other = read(element);
    return other === value || JSON.stringify(other) === text;
  })
    ? value
    : undefined;
}
