import type { JsonMap, JsonValue } from '#shared/model/bounded-map.ts';
import type { Variable } from '#shared/model/content.ts';
import type { SceneData, SceneEnv } from './env.ts';
import { systemVariables } from './system-variables.ts';
import { formatValue } from './variable-format.ts';

export { sampleData, systemData, systemVariables } from './system-variables.ts';
export { formatPhone, formatValue } from './variable-format.ts';

/** Sources that a merge field may name; braces around anything else are ordinary text. */
const sources = new Set(['lead', 'deal', 'call', 'tenant', 'company', 'system', 'rep', 'external']);

/** `{lead.name}` and `{{lead.name}}`, blanks allowed inside the braces. */
const field = /\{\{\s*([A-Za-z]\w*(?:\.\w+)+)\s*\}\}|\{\s*([A-Za-z]\w*(?:\.\w+)+)\s*\}/g;

export type VariableEnv = Pick<SceneEnv, 'data' | 'variables' | 'markMissing' | 'hideEmpty'>;

/** What clicking a variable copies. */
export function variableToken(name: string): string {
  return `{${name}}`;
}

function dig(data: SceneData, path: readonly string[]): JsonValue | undefined {
  let node: JsonValue | undefined = data as JsonMap;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || Array.isArray(node) || !Object.hasOwn(node, step))
      return undefined;
    node = node[step];
  }
  return node;
}

/** A variable's value as it stands in the data; company and tenant stand for one another. */
export function variableValue(name: string, data: SceneData): JsonValue | undefined {
  const path = name.split('.');
  const value = dig(data, path);
  if (value !== undefined && value !== null && value !== '') return value;
  const twin = path[0] === 'company' ? 'tenant' : path[0] === 'tenant' ? 'company' : undefined;
  return twin ? dig(data, [twin, ...path.slice(1)]) : value;
}

const indexes = new WeakMap<readonly Variable[], Map<string, Variable>>();
const none: readonly Variable[] = [];

function definitionOf(name: string, own: readonly Variable[] = none): Variable | undefined {
  let index = indexes.get(own);
  if (!index) {
    index = new Map([...systemVariables, ...own].map((variable) => [variable.name, variable]));
    indexes.set(own, index);
  }
  return index.get(name);
}

/** The text of one variable: its formatted value, else its default, else nothing or a mark. */
export function variableText(name: string, env: VariableEnv): string {
  const zone = dig(env.data, ['system', 'timeZone']);
  const timeZone = typeof zone === 'string' ? zone : undefined;
  const value = formatValue(name, variableValue(name, env.data) ?? null, timeZone);
  if (value !== undefined) return value;
  const fallback = formatValue(name, definitionOf(name, env.variables)?.defaultValue ?? null, timeZone);
  return fallback ?? (env.markMissing ? `[${name}]` : '');
}

/**
 * A text with its merge fields filled in. What a value contains is text and nothing more: it is not
 * looked through for further fields, and is only ever drawn.
 */
export function resolveText(text: string, env: VariableEnv): string {
  if (!text.includes('{')) return text;
  return text.replace(field, (whole, double: string | undefined, single: string | undefined) => {
    const name = (double ?? single)!;
    return sources.has(name.split('.')[0]!) ? variableText(name, env) : whole;
  });
}

/** The merge fields of a text where they stand, each with what takes its place. */
export function fieldParts(text: string, env: VariableEnv): { start: number; end: number; value: string }[] {
  return [...text.matchAll(field)].flatMap((match) => {
    const name = (match[1] ?? match[2])!;
    if (!sources.has(name.split('.')[0]!)) return [];
    return [{ start: match.index, end: match.index + match[0].length, value: variableText(name, env) }];
  });
}

/** Where lines stand that name merge fields and of which none has a value, each with the line break that goes with it. */
export function emptyLines(text: string, env: VariableEnv): { start: number; end: number }[] {
  const parts = fieldParts(text, { ...env, markMissing: false });
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = Math.min(start + line.length + 1, text.length);
    const own = parts.filter((part) => part.start >= start && part.end <= end);
    if (own.length > 0 && own.every(({ value }) => value.trim() === '')) found.push({ start, end });
    start = end;
  }
  return found;
}

/** The names of the merge fields in a text, each once. */
export function fieldsIn(text: string): string[] {
  const names = [...text.matchAll(field)].map((match) => (match[1] ?? match[2])!);
  return [...new Set(names.filter((name) => sources.has(name.split('.')[0]!)))];
}
