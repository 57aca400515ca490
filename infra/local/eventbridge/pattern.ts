import { compileField, invalidPattern, type Leaf } from './pattern-leaf.ts';

/** Whether an event (a parsed JSON object) fits. */
export type EventTest = (event: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The values at the end of a path. An object there is no value: its own fields are. */
function leaves(value: unknown): Leaf[] {
  if (value === undefined || isObject(value)) return [];
  return Array.isArray(value) ? value.flatMap(leaves) : [value as Leaf];
}

/** The objects a nested pattern is tried on; an absent one is tried as empty, for `exists: false`. */
function objects(value: unknown): Record<string, unknown>[] {
  if (isObject(value)) return [value];
  const found = Array.isArray(value) ? value.flatMap((item) => (isObject(item) ? [item] : [])) : [];
  return found.length > 0 ? found : [{}];
}

function ownProperty(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function compileObject(pattern: Record<string, unknown>): (object: Record<string, unknown>) => boolean {
  const entries = Object.entries(pattern);
  if (entries.length === 0) throw invalidPattern('Empty objects are not allowed');
  const tests = entries.map(([key, wanted]): ((object: Record<string, unknown>) => boolean) => {
    if (key === '$or' && Array.isArray(wanted)) {
      if (wanted.length < 2 || !wanted.every(isObject))
        throw invalidPattern('$or takes an array of at least two objects');
      const branches = wanted.map((branch) => compileObject(branch as Record<string, unknown>));
      return (object) => branches.some((branch) => branch(object));
    }
    if (Array.isArray(wanted)) {
      const fits = compileField(wanted);
      return (object) => fits(leaves(ownProperty(object, key)));
    }
    if (!isObject(wanted)) throw invalidPattern(`"${key}" must be an object or an array`);
    const fits = compileObject(wanted);
    // All fields of a nested pattern must fit in the same element of an array of objects.
    return (object) => objects(ownProperty(object, key)).some(fits);
  });
  return (object) => tests.every((test) => test(object));
}

/**
 * Compiles an EventBridge event pattern.
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 *
 * @throws AwsError InvalidEventPatternException that says what is wrong
 */
export function compilePattern(json: string): EventTest {
  let pattern: unknown;
  try {
    pattern = JSON.parse(json);
  } catch {
    throw invalidPattern('it is not valid JSON');
  }
  if (!isObject(pattern)) throw invalidPattern('Filter is not an object');
  const fits = compileObject(pattern);
  return (event) => isObject(event) && fits(event);
}
