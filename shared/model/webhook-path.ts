/*
 * Where a value lies in what a sender posts: `data.contact.phone_number`, `contacts[0].email`. A key that holds a dot
 * or a bracket is written in quotes: `["e.mail"]`.
 */

export type PathPart = string | number;

const part = /(?:^|\.)([^.[\]"]+)|\[(\d{1,6})\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** The parts of a path, or undefined where it is none. */
export function partsOfPath(path: string): PathPart[] | undefined {
  const parts: PathPart[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < path.length) {
    const found = part.exec(path);
    if (!found) return undefined;
    if (found[1] !== undefined) parts.push(found[1].trim());
    else if (found[2] !== undefined) parts.push(Number(found[2]));
    else parts.push(found[3]!.replace(/\\(.)/g, '$1'));
  }
  return parts;
}

const plain = /^[^.[\]"\s][^.[\]"]*$/;

/** A path written from its parts. */
export function pathOf(parts: readonly PathPart[]): string {
  return parts.reduce<string>((path, one) => {
    if (typeof one === 'number') return `${path}[${one}]`;
    if (plain.test(one) && one === one.trim()) return path ? `${path}.${one}` : one;
    return `${path}["${one.replace(/["\\]/g, '\\$&')}"]`;
  }, '');
}

/** What lies at a path; undefined where nothing does. Only a payload's own keys are looked at. */
export function valueAt(payload: unknown, path: string): unknown {
  const parts = partsOfPath(path);
  if (!parts || parts.length === 0) return undefined;
  let value = payload;
  for (const key of parts) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PathPart, unknown>)[key];
  }
  return value;
}

/** A value as text: what a form or a spreadsheet would hold. Objects and empty values are none. */
export function textAt(payload: unknown, path: string): string {
  const value = valueAt(payload, path);
  const list = Array.isArray(value) ? value : [value];
  return list
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map((one) => String(one).toWellFormed().trim())
    .filter(Boolean)
    .join(', ');
}

export interface FoundPath {
  path: string;
  sample: string;
}

/** How many paths and how deep are looked for: a person reads them. */
const most = { paths: 200, depth: 8, items: 3, sample: 80 };

/** Every path of a payload that leads to a text, a number or a yes-or-no, in the payload's order. */
export function pathsOf(payload: unknown): FoundPath[] {
  const found: FoundPath[] = [];
  const walk = (value: unknown, parts: PathPart[]) => {
    if (found.length >= most.paths || parts.length > most.depth) return;
    if (Array.isArray(value)) {
      for (const [at, one] of value.slice(0, most.items).entries()) walk(one, [...parts, at]);
    } else if (value !== null && typeof value === 'object') {
      for (const [key, one] of Object.entries(value)) if (key) walk(one, [...parts, key]);
    } else if (parts.length > 0 && value !== null && value !== undefined)
      found.push({ path: pathOf(parts), sample: String(value).slice(0, most.sample) });
  };
  walk(payload, []);
  return found;
}
