import * as z from 'zod';
import { personalisedLimits as limits, type PersonalisedRecord } from './personalised.ts';

/** `lead.name`, or one level deeper, such as `external.crm.id`. */
const variableName = z
  .string()
  .max(100)
  .regex(
    /^(lead|call|tenant|company|system|rep|external)(\.[A-Za-z_]\w*){1,3}$/,
    'This is not the name of a variable.',
  );

/** Which columns fill which variables, and which one names the files; columns count from 0. */
export const csvMapping = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        column: z
          .number()
          .int()
          .min(0)
          .max(limits.csvColumns - 1),
        variable: variableName,
      }),
    )
    .min(1, 'Give at least one column to a variable.')
    .max(limits.csvColumns)
    .refine(
      (columns) => new Set(columns.map(({ variable }) => variable)).size === columns.length,
      'Each variable takes one column.',
    ),
  nameColumn: z
    .number()
    .int()
    .min(0)
    .max(limits.csvColumns - 1)
    .nullable()
    .default(null),
});
export type CsvMapping = z.output<typeof csvMapping>;

/** A file of records as it was understood. */
export const csvReading = z.strictObject({
  /** As people call it: 'comma', 'semicolon', 'tab', 'pipe'. */
  delimiter: z.string(),
  encoding: z.string(),
  rows: z.number().int(),
  columns: z.array(
    z.strictObject({
      header: z.string(),
      /** The first values that are not empty. */
      samples: z.array(z.string()),
      /** Rows in which the column is empty. */
      empty: z.number().int(),
      guess: z.string().nullable(),
    }),
  ),
  nameColumn: z.number().int().nullable(),
  /** The variables that may be filled; those that the project shows come first. */
  variables: z.array(z.strictObject({ name: z.string(), label: z.string(), isShown: z.boolean() })),
  /** The first rows, for a preview. */
  preview: z.array(z.array(z.string())),
});
export type CsvReading = z.output<typeof csvReading>;

/** Makes a record of a row. What is empty is left out, so that a variable's default takes its place. */
export function recordOfRow(row: readonly string[], { columns, nameColumn }: CsvMapping): PersonalisedRecord {
  const data: Record<string, Record<string, unknown>> = {};
  for (const { column, variable } of columns) {
    const value = row[column]?.trim();
    if (!value) continue;
    const path = variable.split('.');
    let node: Record<string, unknown> = data;
    for (const step of path.slice(0, -1)) {
      const next = node[step];
      if (typeof next !== 'object' || next === null) node[step] = {};
      node = node[step] as Record<string, unknown>;
    }
    node[path.at(-1)!] = value;
  }
  const name = nameColumn === null ? undefined : row[nameColumn]?.trim().slice(0, 100);
  return name ? { name, data } : { data };
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What people call the standard variables in the head of a column, without blanks and marks. */
const synonyms: Record<string, readonly string[]> = {
  'lead.name': ['name', 'fullname', 'customer', 'customername', 'contact', 'contactname', 'lead', 'client'],
  'lead.firstName': ['firstname', 'first', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'],
  'lead.phone': ['phone', 'phonenumber', 'mobile', 'cell', 'cellphone', 'telephone', 'tel', 'telefon'],
  'lead.email': ['email', 'mail', 'emailaddress'],
  'lead.dealAmount': ['dealamount', 'amount', 'deal', 'dealvalue', 'value', 'price', 'revenue'],
  'company.name': ['company', 'companyname', 'organization', 'organisation', 'firm'],
  'rep.name': ['rep', 'repname', 'salesrep', 'agent', 'agentname', 'owner', 'seller'],
  'rep.email': ['repemail', 'agentemail', 'owneremail'],
  'rep.photo': ['repphoto', 'photo', 'photourl', 'picture', 'image'],
};

/**
 * Which variable each column most likely fills: by the variable's whole name, its last part or what people call it.
 * @param names variables that may be filled; the first that fits wins, so those that are shown come first
 * @returns for each header a name of the list, each at most once, or null
 */
export function guessVariables(
  headers: readonly string[],
  names: readonly { name: string; label: string }[],
): (string | null)[] {
  const taken = new Set<string>();
  const guesses = headers.map((): string | null => null);
  const rules: ((head: string, name: string, label: string) => boolean)[] = [
    (head, name) => head === plain(name),
    (head, _, label) => head === plain(label),
    (head, name) => synonyms[name]?.includes(head) ?? false,
    (head, name) => head === plain(name.slice(name.indexOf('.') + 1)),
  ];
  for (const fits of rules)
    for (const [at, header] of headers.entries()) {
      const head = plain(header);
      if (guesses[at] !== null || head === '') continue;
      const found = names.find(({ name, label }) => !taken.has(name) && fits(head, name, label));
      if (!found) continue;
      guesses[at] = found.name;
      taken.add(found.name);
    }
  return guesses;
}
