import type { Element } from '#shared/model/content.ts';
import { typeNameOf, typeOf } from '#shared/scene/registry.ts';

/** Longer texts are cut in lists, in characters. */
const longest = 60;

/** What an element is called in lists: its own name, else its text, else its type. */
export function elementName(element: Element): string {
  const { name } = element.metadata;
  if (typeof name === 'string' && name.trim()) return name;
  const { text, alt } = element.properties;
  const words = [text, alt].find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof words === 'string') return words.trim().replaceAll(/\s+/g, ' ').slice(0, longest);
  const type = typeOf(element);
  return type.type === 'unknown' ? typeNameOf(element).replaceAll('_', ' ') : type.label;
}
