import * as z from 'zod';
import { sampleInput } from './sample.ts';

interface Field {
  type?: string | string[];
  pattern?: string;
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
  oneOf?: Field[];
  enum?: unknown[];
  minItems?: number;
}

const jsonOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Field;

/** The kind of id that a field takes, by its pattern: `led`. */
export const kindOf = (field: Field): string | undefined => /^\^([a-z]+)_\[/.exec(field.pattern ?? '')?.[1];

/** The fields of an input, unions opened, one level deep. */
export function fieldsOf(schema: z.ZodType | undefined): Record<string, Field> {
  if (!schema) return {};
  const json = jsonOf(schema);
  return Object.assign(
    {},
    ...[json, ...(json.anyOf ?? []), ...(json.oneOf ?? [])].map((one) => one.properties ?? {}),
  );
}

/** What a field that may name a lead is given: its id, number, address or name; undefined for other fields. */
export type Named = (name: string, field: Field) => unknown;

/**
 * Inputs of a call that name what they can: the smallest one with each required field named, and one more for each
 * further field that `named` knows something for.
 */
export function inputsNaming(schema: z.ZodType | undefined, named: Named): Record<string, unknown>[] {
  const smallest = sampleInput(schema);
  const base = { ...smallest };
  const more: Record<string, unknown>[] = [];
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    const value =
      field.type === 'array' && field.items ? listOf(named(name, field.items)) : named(name, field);
    if (value === undefined) continue;
    if (name in smallest) base[name] = value;
    else more.push({ [name]: value });
  }
  return [base, ...more.map((one) => ({ ...base, ...one }))];
}

const listOf = (value: unknown) => (value === undefined ? undefined : [value]);
