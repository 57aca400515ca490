import * as z from 'zod';

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  minimum?: number;
  minItems?: number;
  minLength?: number;
  format?: string;
  pattern?: string;
}

/** Texts that patterns of the contract take; the first that fits is used. */
const texts = [
  'sample',
  'user.sample@example.com',
  '#f5a524',
  '1001',
  'lead.sample',
  'America/New_York',
  '2026-01-05T12:00:00Z',
  '08:00',
];

function text({ pattern, format, minLength = 0 }: Schema): string {
  if (format === 'email') return 'user.sample@example.com';
  if (format === 'date-time') return '2026-01-05T12:00:00Z';
  const id = /^\^([a-z]+)_\[/.exec(pattern ?? '')?.[1];
  if (id) return `${id}_sample`;
  const rule = pattern ? new RegExp(pattern, 'u') : /^/;
  const found = texts.find((candidate) => candidate.length >= minLength && rule.test(candidate));
  return found ?? 'sample'.padEnd(minLength, 'x');
}

export function sample(schema: Schema, root: Schema): unknown {
  if (schema.$ref) return sample(root.$defs?.[schema.$ref.split('/').at(-1)!] ?? {}, root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return sample(either[0]!, root);
  if (schema.allOf) return sample(schema.allOf[0]!, root);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {}, root)]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, root));
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return text(schema);
    default:
      return {};
  }
}

/** The smallest input that a call takes, made from its schema. */
export function sampleInput(schema: z.ZodType | undefined): Record<string, unknown> {
  if (!schema) return {};
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return sample(json, json) as Record<string, unknown>;
}

/** Which kind of id a path parameter is, by the pattern of its schema: `usr`, or 'number' for a tenant's. */
export function idKind(schema: z.ZodType, param: string): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const field = json.properties?.[param];
  // Of one that takes several kinds, the first.
  const { pattern = '' } = field?.anyOf?.[0] ?? field ?? {};
  return /^\^([a-z]+)_\[/.exec(pattern)?.[1] ?? (param === 'address' ? 'address' : 'number');
}

/** Parameters of a path that name nothing a tenant owns. */
const values = new Set(['year', 'phone', 'provider', 'action']);

export const namesThings = (params: readonly string[]): boolean =>
  params.length > 0 && !params.some((param) => values.has(param));
