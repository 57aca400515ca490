import type { JsonValue } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { typeNameOf } from '#shared/scene/known-types.ts';
import { fieldsIn, variableValue } from '#shared/scene/variables.ts';

/** What a sign draws of one value; characters. */
const longest = 1_000;

/** The rep's photo reads its fields without naming them in a text. */
const photoFields = (element: Element): string[] => {
  if (typeNameOf(element) !== 'sales_rep_photo') return [];
  const field = String(element.properties.webhookVariable || 'rep_photo').replace(/^external\./, '');
  return ['rep.name', 'rep.email', 'rep.photo', `external.${field}`];
};

function leafOf(value: JsonValue | undefined): string | number | boolean | undefined {
  if (typeof value === 'string') return value.slice(0, longest);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** Of an event's data what the elements show, and no more: whoever fetches the sign learns nothing beside it. */
export function usedData(elements: readonly Element[], data: SceneData): SceneData {
  const texts = elements.map(({ properties }) => JSON.stringify(properties)).join('\n');
  const used = Object.create(null) as SceneData;
  for (const name of new Set([...fieldsIn(texts), ...elements.flatMap(photoFields)])) {
    const value = leafOf(variableValue(name, data));
    if (value === undefined) continue;
    const path = name.split('.');
    const last = path.pop()!;
    // Without a prototype, so that a payload's `__proto__` is a name as any other.
    let node = used as Record<string, JsonValue>;
    for (const step of path) {
      node[step] ??= Object.create(null);
      node = node[step] as Record<string, JsonValue>;
    }
    if (typeof node === 'object') node[last] = value;
  }
  return used;
}
