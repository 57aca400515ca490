import * as z from 'zod';

/** What a stored id may name, as a sentence calls it. */
export const things = {
  agentGroup: 'group of agents',
  agentStatusConfig: 'config of statuses',
  asset: 'file in the library',
  dialPlan: 'dial plan',
  did: 'phone number',
  didPool: 'pool of numbers',
  display: 'display',
  displayGroup: 'group of displays',
  endpoint: 'endpoint',
  extension: 'extension',
  ivrMenu: 'IVR menu',
  journey: 'journey',
  messageTemplate: 'message template',
  project: 'project',
  queue: 'queue',
  recording: 'recording',
  script: 'script',
  transferGroup: 'transfer group',
  projectFolder: 'folder',
  user: 'user',
} as const;
export type Thing = keyof typeof things;

/**
 * What is done with an id that names nothing of the tenant: the call is refused, or null is stored in its place, for
 * fields that a call must not fail for.
 */
type WhenMissing = 'refuse' | 'clear';

const tagged = z.registry<{ thing: Thing; whenMissing: WhenMissing }>();

/**
 * A field that holds the id of a thing of the tenant and is stored: `projectId: refersTo('project', z.string())`.
 * The kernel looks the thing up before the handler runs (functions/kernel/references.ts). With 'clear' the field has
 * to be nullable.
 */
export function refersTo<T extends z.ZodString>(
  thing: Thing,
  schema: T,
  whenMissing: WhenMissing = 'refuse',
): T {
  // A schema of its own, for others may use the one given for ids of another kind.
  const field = schema.clone() as T;
  tagged.add(field, { thing, whenMissing });
  return field;
}

/**
 * An id of the kind that a prefix names, of at most 64 characters, so that a hostile one stays out of keys and logs.
 * @param prefix one of our own, such as `que`
 * @param sentence what is said of anything else
 */
export const idOf = (prefix: string, sentence = 'Please choose one.') =>
  z.string().regex(new RegExp(`^${prefix}_[\\w-]{1,60}$`), sentence);

/** What a schema says of the field itself: undefined where it is no reference. */
export const referenceOf = (schema: z.core.$ZodType) => tagged.get(schema);

/** An id in a value, and where it lies. */
export interface Reference {
  thing: Thing;
  id: string;
  path: PropertyKey[];
  /** Puts null in its place; only where the field says so. */
  clear?: () => void;
}

/** The schemas that a schema is made of, each with the part of the value that it is for. */
type Part = { schema: z.core.$ZodType; key?: PropertyKey };

type Def = z.core.$ZodTypes['_zod']['def'];

/** The option of a union that a value was read by, where the union tells; otherwise all. */
function optionsFor(def: Extract<Def, { type: 'union' }>, value: unknown): readonly z.core.$ZodType[] {
  const { discriminator } = def as { discriminator?: string };
  if (!discriminator || typeof value !== 'object' || value === null) return def.options;
  const kind = (value as Record<string, unknown>)[discriminator];
  return def.options.filter((option) =>
    (option._zod.propValues?.[discriminator] as Set<unknown> | undefined)?.has(kind),
  );
}

/** The parts of a schema; with a value only those that are for it. */
function partsOf(schema: z.core.$ZodType, value?: { of: unknown }): Part[] {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([key, part]) => ({ schema: part, key }));
    case 'array':
      if (!value) return [{ schema: def.element }];
      return Array.isArray(value.of) ? value.of.map((_, key) => ({ schema: def.element, key })) : [];
    case 'record':
      if (!value) return [{ schema: def.valueType }];
      return Object.keys((value.of ?? {}) as object).map((key) => ({ schema: def.valueType, key }));
    case 'union':
      return (value ? optionsFor(def, value.of) : def.options).map((option) => ({ schema: option }));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return [{ schema: def.innerType }];
    case 'pipe':
      return [{ schema: def.in }, { schema: def.out }];
    case 'lazy':
      return [{ schema: def.getter() }];
    default:
      return [];
  }
}

const knownSchemas = new WeakMap<z.core.$ZodType, boolean>();

/** Whether a schema holds a reference anywhere; looked up once for each schema. */
export function holdsReferences(schema: z.core.$ZodType): boolean {
  const known = knownSchemas.get(schema);
  if (known !== undefined) return known;
  // A schema that holds itself adds nothing to what its other parts hold.
  knownSchemas.set(schema, false);
  const holds = tagged.has(schema) || partsOf(schema).some((part) => holdsReferences(part.schema));
  knownSchemas.set(schema, holds);
  return holds;
}

/** The references in a value that its schema has read. */
export function referencesIn(schema: z.core.$ZodType, value: unknown): Reference[] {
  const found: Reference[] = [];
  const visit = (at: z.core.$ZodType, of: unknown, path: PropertyKey[], parent?: object) => {
    if (of === undefined || of === null || !holdsReferences(at)) return;
    const tag = tagged.get(at);
    if (tag && typeof of === 'string') {
      // An empty text, as fields that may be left out have it, names nothing.
      if (of === '') return;
      const put = () => Object.assign(parent!, { [path.at(-1)!]: null });
      const clear = tag.whenMissing === 'clear' ? { clear: put } : {};
      found.push({ thing: tag.thing, id: of, path, ...clear });
      return;
    }
    for (const { schema: part, key } of partsOf(at, { of }))
      if (key === undefined) visit(part, of, path, parent);
      else visit(part, (of as Record<PropertyKey, unknown>)[key], [...path, key], of as object);
  };
  visit(schema, value, []);
  return found;
}
