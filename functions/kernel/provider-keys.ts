import * as z from 'zod';
import type { KeyFieldView } from '#shared/model/message.ts';
import { badRequest } from './errors.ts';
import { type KeyField, type Keys, type Manifest, type StoredKeys, storedName } from './provider-manifest.ts';
import { seal, unsealRemembered } from './secrets.ts';
import { invalidInput } from './validation.ts';

/* A tenant's keys at a provider, by what the provider declares of them: shown, checked, sealed and opened. */

/** Given keys, of any provider: `null` removes one, and what is left out stays. */
export type KeyChange = Readonly<Record<string, unknown>>;

/** What holds where nothing is stored: the first of the choices. */
const defaultOf = ({ choices }: KeyField): string | null => (choices ? Object.keys(choices)[0]! : null);

const shownValue = (field: KeyField, stored: StoredKeys): string | number | null =>
  field.sealedFor ? null : (stored[storedName(field)] ?? defaultOf(field));

const isSet = (field: KeyField, stored: StoredKeys): boolean => Boolean(stored[storedName(field)]);

function kindOf({ sealedFor, choices, range }: KeyField): KeyFieldView['kind'] {
  if (sealedFor) return 'secret';
  if (choices) return 'choice';
  return range ? 'number' : 'text';
}

/** What the settings screen draws. */
export const fieldViews = ({ fields }: Manifest, stored: StoredKeys): KeyFieldView[] =>
  fields.map((field) => ({
    name: field.name,
    label: field.label,
    kind: kindOf(field),
    placeholder: field.placeholder ?? null,
    choices: Object.entries(field.choices ?? {}).map(([value, label]) => ({ value, label })),
    range: field.range ?? null,
    isHalf: field.isHalf ?? false,
    value: shownValue(field, stored),
    isSet: isSet(field, stored),
  }));

/** The keys by name; of a secret `<name>Set`, and never itself. */
export const keyView = ({ fields }: Manifest, stored: StoredKeys) =>
  Object.fromEntries(
    fields.map((field) =>
      field.sealedFor ? [`${field.name}Set`, isSet(field, stored)] : [field.name, shownValue(field, stored)],
    ),
  );

/** Whether the tenant has set what its own account needs. */
export const hasOwnKeys = ({ fields }: Manifest, stored: StoredKeys): boolean =>
  fields.every((field) => !field.isRequired || isSet(field, stored));

/** What may be given of a provider's keys. */
export const keyShape = ({ fields }: Manifest) =>
  z.strictObject(
    Object.fromEntries(
      fields.map(({ name, schema, choices }) => [
        name,
        choices ? schema.optional() : schema.nullable().optional(),
      ]),
    ),
  );

/** Parses a part of an input that the contract leaves to the providers. @throws 400 as the contract would */
export function parsed<T>(shape: z.ZodType<T>, given: unknown): T {
  const { data, error } = shape.safeParse(given);
  if (error) throw invalidInput(error.issues);
  return data!;
}

/** The stored keys after a change that `keyShape` let through. @throws 400 for keys that do not go together */
export async function changedKeys(
  provider: Manifest,
  before: StoredKeys,
  change: KeyChange,
  within?: string,
): Promise<StoredKeys> {
  const after: Record<string, string | number> = { ...before };
  for (const field of provider.fields) {
    const given = change[field.name] as string | number | null | undefined;
    if (given === undefined) continue;
    if (given === null) delete after[storedName(field)];
    else after[storedName(field)] = field.sealedFor ? await seal(field.sealedFor, String(given)) : given;
  }
  const problem = provider.problem?.(after);
  if (problem) throw badRequest(problem.text, { field: [within, problem.field].filter(Boolean).join('.') });
  return after;
}

/** The keys as the provider takes them. */
export async function openedKeys({ fields }: Manifest, stored: StoredKeys): Promise<Keys> {
  const opened = fields.map(async (field) => {
    const value = stored[storedName(field)] ?? defaultOf(field) ?? undefined;
    const isSealed = field.sealedFor !== undefined && value !== undefined;
    return [field.name, isSealed ? await unsealRemembered(field.sealedFor!, String(value)) : value];
  });
  return Object.fromEntries(await Promise.all(opened));
}

const inSmall = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

/** What the audit log calls the keys that differ. */
export const changesOfKeys = ({ fields }: Manifest, before: StoredKeys, after: StoredKeys): string[] =>
  fields
    .filter(
      (field) =>
        (before[storedName(field)] ?? defaultOf(field)) !== (after[storedName(field)] ?? defaultOf(field)),
    )
    .map(({ auditedAs, label }) => auditedAs ?? inSmall(label));
