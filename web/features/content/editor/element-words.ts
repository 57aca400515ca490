import type { JsonMap, JsonValue } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import type { RowColumn } from '#shared/scene/element-type.ts';
import { drawableOf, typeNameOf, typeOf } from '#shared/scene/registry.ts';
import { elementName } from './element-name.ts';

const seed = 0;

/** By their properties: moving an element changes none of its words. */
const known = new WeakMap<Element['properties'], string>();

function takeRows(rows: JsonValue | undefined, columns: readonly RowColumn[], into: string[]): void {
  if (!Array.isArray(rows)) return;
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) continue;
    for (const column of columns) takeColumn(row[column.key], column, into);
  }
}

function takeColumn(value: JsonValue | undefined, column: RowColumn, into: string[]): void {
  if (column.kind === 'rows') takeRows(value, column.rows.columns, into);
  if (column.kind === 'lines' && Array.isArray(value)) into.push(...value.map(String));
  if ((column.kind === 'text' || column.kind === 'textarea') && typeof value === 'string') into.push(value);
}

/** Everything that a person typed into an element, as its properties form offers it: labels, entries, cells. */
function typedWords(element: Element): string {
  const before = known.get(element.properties);
  if (before !== undefined) return before;
  const into: string[] = [];
  const properties: JsonMap = drawableOf(element, seed).properties;
  for (const field of typeOf(element).form) {
    if (field.target !== 'properties') continue;
    const value = properties[field.key];
    if (field.kind === 'rows') takeRows(value, field.rows.columns, into);
    else if ((field.kind === 'text' || field.kind === 'textarea') && typeof value === 'string')
      into.push(value);
  }
  const words = into.join('\n').toLowerCase();
  known.set(element.properties, words);
  return words;
}

/** Whether an element is meant by a search: by its name, its type or any of its words. @param needle in lower case */
export function isFoundBy(element: Element, needle: string): boolean {
  const type = typeOf(element);
  const names = [elementName(element), type.label, typeNameOf(element).replaceAll('_', ' ')];
  return names.some((name) => name.toLowerCase().includes(needle)) || typedWords(element).includes(needle);
}
