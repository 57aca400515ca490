import * as z from 'zod';
import { referenceOf, type Thing } from '#shared/model/reference.ts';
import type { Route } from './routes.ts';
import { type Schema, sample } from './sample.ts';

interface Tagged extends Schema {
  refersTo?: Thing;
  isCleared?: boolean;
}

/** A field of an input that may hold an id, or anything at all. */
export interface IdField {
  /** As in `steps[].config.templateId`; the options of a union are not told apart. */
  path: string;
  /** What the contract says that it refers to. */
  thing: Thing | undefined;
  /** What names nothing is stored as null, and the call is not refused for it. */
  isCleared: boolean;
  /** The prefix that its pattern asks for: `usr`. */
  prefix: string | undefined;
  /** The schema takes any JSON here. */
  isOpaque: boolean;
  /** The smallest input with something in this field. */
  input(id: unknown): Record<string, unknown>;
}

type Found = Omit<IdField, 'input'> & { build(id: unknown): unknown };

const idName = /^(id|ids|owner|agent|user|folder|assignee)$|(Id|Ids|ID|IDs)$/;
const prefixOf = ({ pattern }: Schema) => /^\^\(?([a-z]+)_\[/.exec(pattern ?? '')?.[1];

function fieldsIn(schema: Tagged, root: Tagged, name: string, seen: readonly object[]): Found[] {
  const inside = (part: Tagged, as = name) => fieldsIn(part, root, as, [...seen, schema]);
  if (seen.includes(schema)) return [];
  if (schema.$ref) return inside(root.$defs?.[schema.$ref.split('/').at(-1)!] ?? root);
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options) return options.flatMap((option) => inside(option));
  const under = (found: Found[], step: string, build: (value: unknown) => unknown): Found[] =>
    found.map((one) => ({ ...one, path: `${step}${one.path}`, build: (id) => build(one.build(id)) }));
  if (schema.type === 'object') {
    const { additionalProperties: values } = schema as { additionalProperties?: Tagged | boolean };
    return [
      ...Object.entries(schema.properties ?? {}).flatMap(([key, part]) =>
        under(inside(part, key), `.${key}`, (value) => ({
          ...(sample(schema, root) as object),
          [key]: value,
        })),
      ),
      ...(values && values !== true ? under(inside(values), '{}', (value) => ({ sample: value })) : []),
    ];
  }
  if (schema.type === 'array')
    return under(inside(schema.items ?? {}), '[]', (value) => [
      value,
      ...Array.from({ length: Math.max(0, (schema.minItems ?? 0) - 1) }, () =>
        sample(schema.items ?? {}, root),
      ),
    ]);
  const isOpaque = Object.keys(schema).every((key) => ['description', 'default', '$schema'].includes(key));
  const isId = schema.type === 'string' && !schema.enum && (prefixOf(schema) || idName.test(name));
  if (!isOpaque && !isId && !schema.refersTo) return [];
  const { refersTo: thing, isCleared = false } = schema;
  return [{ path: '', thing, isCleared, prefix: prefixOf(schema), isOpaque, build: (id) => id }];
}

/** Every field of a call's input that may hold an id, however deep; those of its path are left out. */
export function idFieldsOf({ procedure, params }: Route): IdField[] {
  const schema = procedure['~orpc'].inputSchema as z.ZodType | undefined;
  if (!schema) return [];
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const reference = referenceOf(zodSchema);
      if (!reference) return;
      const isCleared = reference.whenMissing === 'clear';
      Object.assign(jsonSchema, { refersTo: reference.thing, isCleared });
    },
  }) as Tagged;
  const known = new Set<string>();
  return fieldsIn(json, json, '', []).flatMap(({ build, ...field }) => {
    const path = field.path.replace(/^\./, '');
    const key = `${path} ${field.thing}`;
    if (params.includes(path) || known.has(key)) return [];
    known.add(key);
    return [{ ...field, path, input: (id) => build(id) as Record<string, unknown> }];
  });
}
