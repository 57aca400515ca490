import type { JsonValue } from '#shared/model/bounded-map.ts';
import type { Element, Variable } from '#shared/model/content.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { typeOf } from '#shared/scene/registry.ts';
import { fieldsIn, variableText, variableValue } from '#shared/scene/variables.ts';
import { isShown } from '../panels/field-values.ts';

/** By their properties: moving an element changes none of its texts. */
const known = new WeakMap<Element['properties'], readonly string[]>();
const none: readonly string[] = [];

function textsIn(value: JsonValue | undefined, into: string[]): void {
  if (typeof value === 'string') {
    if (value.includes('{')) into.push(value);
  } else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) textsIn(part, into);
}

/** Whether something is drawn from a property as the element is set: a place's weather is not that of the data. */
function isUsed(element: Element, key: string): boolean {
  const fields = typeOf(element).form.filter((field) => field.target === 'properties' && field.key === key);
  return fields.length === 0 || fields.some((field) => isShown(field, element));
}

/** The variables that an element names in any of its texts that is used; an element is never changed in place. */
export function fieldsOf(element: Element): readonly string[] {
  const { properties } = element;
  let names = known.get(properties);
  if (!names) {
    const texts: string[] = [];
    for (const [key, value] of Object.entries(properties)) {
      const found: string[] = [];
      textsIn(value, found);
      if (found.length > 0 && isUsed(element, key)) texts.push(...found);
    }
    names = texts.length === 0 ? none : fieldsIn(texts.join('\n'));
    known.set(properties, names);
  }
  return names;
}

export interface Missing {
  name: string;
  /** What is shown in its place; '' for nothing. */
  shown: string;
}

const isEmpty = (value: JsonValue | undefined) => value === undefined || value === null || value === '';

/** The variables of an element that a record does not fill. */
export function missingOf(
  element: Element,
  data: SceneData,
  variables: readonly Variable[],
): readonly Missing[] {
  const names = fieldsOf(element);
  if (names.length === 0) return noneMissing;
  return names
    .filter((name) => isEmpty(variableValue(name, data)))
    .map((name) => ({ name, shown: variableText(name, { data, variables, markMissing: false }) }));
}
const noneMissing: readonly Missing[] = [];

export interface Unfilled extends Missing {
  /** Where it stands, from the back to the front. */
  elementIds: string[];
}

/** The variables of a project that a record does not fill, those that show nothing first. */
export function unfilledIn(
  elements: readonly Element[],
  data: SceneData,
  variables: readonly Variable[],
): Unfilled[] {
  const found = new Map<string, Unfilled>();
  for (const element of elements) {
    if (!element.isVisible) continue;
    for (const missing of missingOf(element, data, variables)) {
      const one = found.get(missing.name) ?? { ...missing, elementIds: [] };
      one.elementIds.push(element.id);
      found.set(missing.name, one);
    }
  }
  return [...found.values()].sort(
    (a, b) => Number(a.shown !== '') - Number(b.shown !== '') || a.name.localeCompare(b.name),
  );
}
