import { z } from 'zod';
import { contentLimits } from './content-limits.ts';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonMap = { [key: string]: JsonValue };

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Says why a value may not be kept in a free map, or undefined when it may: plain JSON of bounded depth and
 * size, with finite numbers only.
 */
function mapProblem(value: unknown): string | undefined {
  const limits = contentLimits.map;
  let total = 0;
  const visit = (node: unknown, depth: number, path: string): string | undefined => {
    const at = path || 'the map';
    if (node === null || typeof node === 'boolean') return undefined;
    if (typeof node === 'number') return Number.isFinite(node) ? undefined : `${at} must be a finite number`;
    if (typeof node === 'string') {
      total += node.length;
      if (node.length > limits.stringLength) return `${at} is longer than ${limits.stringLength} characters`;
      return total > limits.totalLength
        ? `the map is larger than ${limits.totalLength} characters`
        : undefined;
    }
    if (typeof node !== 'object') return `${at} must be text, a number, true or false, a list or a map`;
    if (depth >= limits.depth) return `${at} is nested deeper than ${limits.depth} levels`;
    if (Array.isArray(node)) {
      if (node.length > limits.arrayLength) return `${at} holds more than ${limits.arrayLength} entries`;
      for (const [index, entry] of node.entries()) {
        const problem = visit(entry, depth + 1, `${path}[${index}]`);
        if (problem) return problem;
      }
      return undefined;
    }
    const keys = Object.keys(node);
    if (keys.length > limits.keys) return `${at} holds more than ${limits.keys} entries`;
    for (const key of keys) {
      if (forbiddenKeys.has(key)) return `${at} may not hold the key "${key}"`;
      total += key.length;
      const problem = visit((node as JsonMap)[key], depth + 1, path ? `${path}.${key}` : key);
      if (problem) return problem;
    }
    return undefined;
  };
  return visit(value, 0, '');
}

/** A free map of plain JSON values, bounded as `contentLimits.map` says. */
export const boundedMap = z.custom<JsonMap>().superRefine((value, context) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    context.addIssue({ code: 'custom', message: 'must be a map of names to values' });
    return;
  }
  const problem = mapProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});
