import { type FieldMapping, samplePayloads, type WebhookType } from './webhook.ts';
import { type PathPart, partsOfPath } from './webhook-path.ts';

type Node = Record<PathPart, unknown> | unknown[];

/** Puts a value at a path, making the objects and lists that lead there. */
function put(root: Node, path: string, value: unknown): void {
  const parts = partsOfPath(path) ?? [];
  let node = root as Record<PathPart, unknown>;
  for (const [at, part] of parts.entries()) {
    if (part === '__proto__') return;
    const next = parts[at + 1];
    if (next === undefined) node[part] = value;
    else {
      const there = node[part];
      if (there === null || typeof there !== 'object') node[part] = typeof next === 'number' ? [] : {};
      node = node[part] as Record<PathPart, unknown>;
    }
  }
}

/** A payload that a type of webhook can be tried with, its values where the mapping looks for them. */
export function samplePayload(type: WebhookType, mapping: FieldMapping): object {
  const { phone, name, email, ...others } = samplePayloads[type] as Record<string, unknown>;
  const first = partsOfPath(mapping.phone || mapping.name || mapping.email || '')?.[0];
  const root: Node = typeof first === 'number' ? [] : {};
  for (const [path, value] of [
    [mapping.phone, phone],
    [mapping.name, name],
    [mapping.email, email],
  ] as const)
    if (path && value !== undefined) put(root, path, value);
  return Array.isArray(root) ? root : { ...root, ...others };
}
