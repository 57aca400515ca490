import * as z from 'zod';
import { fieldKey, leadLimits, tags } from './lead.ts';
import { leadFilter, leadSort } from './lead-filter.ts';
import { refersTo } from './reference.ts';

/** Bounds of an import and of an export. */
export const importLimits = {
  /** A presigned form takes 5 GB, S3's own limit of one upload. */
  fileBytes: 5_000_000_000,
  /** The specification's form of one call: what a function is handed at most is 6 MB, in base64. */
  formBytes: 4_000_000,
  /** A longer row is refused with a reason, so no row can fill the memory. */
  rowBytes: 100_000,
  columns: 500,
  previewRows: 5,
  savedMappings: 50,
  /** Days that the file, the refused rows and the record of an import are kept. */
  keepDays: 30,
} as const;

/** What a column may fill, with the name that people read; a tenant's own fields are `custom.<key>`. */
export const importFields = {
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  company: 'Company',
  phone: 'Phone',
  mobile: 'Mobile phone',
  homePhone: 'Home phone',
  workPhone: 'Work phone',
  email: 'E-mail',
  street: 'Street',
  city: 'City',
  state: 'State',
  postcode: 'Zip code',
  country: 'Country',
  brand: 'Brand',
  source: 'Source',
  status: 'Status',
  tags: 'Tags',
  score: 'Score',
  dealAmount: 'Deal amount',
} as const;

const importField = z.union([
  z.enum(Object.keys(importFields) as [keyof typeof importFields, ...(keyof typeof importFields)[]]),
  z
    .string()
    .regex(/^custom\./)
    .refine((name) => fieldKey.safeParse(name.slice(7)).success, 'There is no such field.'),
]);

/** Fields that several columns may fill together. */
const repeatable = new Set(['phone', 'mobile', 'homePhone', 'workPhone', 'email', 'tags']);

/** Which columns, counted from 0, fill which fields; the others are left out. */
export const importMapping = z
  .array(
    z.strictObject({
      column: z
        .number()
        .int()
        .min(0)
        .max(importLimits.columns - 1),
      field: importField,
    }),
  )
  .min(1, 'Give at least one column to a field.')
  .max(importLimits.columns)
  .refine((pairs) => new Set(pairs.map(({ column }) => column)).size === pairs.length, {
    message: 'Each column fills one field.',
  })
  .refine(
    (pairs) => {
      const single = pairs.map(({ field }) => field).filter((field) => !repeatable.has(field));
      return new Set(single).size === single.length;
    },
    { message: 'Each field but phones, e-mails and tags takes one column.' },
  );
export type ImportMapping = z.output<typeof importMapping>;

/** What is done with a row that a lead is there for already, and by what such a lead is known. */
const duplicateRules = ['skip', 'update', 'create'] as const;
const duplicateKeys = ['phone', 'email', 'either'] as const;

export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export type Delimiter = keyof typeof delimiters;

export const importOptions = z.strictObject({
  duplicates: z
    .strictObject({
      rule: z.enum(duplicateRules).default('skip'),
      by: z.enum(duplicateKeys).default('phone'),
    })
    .prefault({}),
  /** Each lead of the import gets these as well. */
  tags: tags.default([]),
  ownerId: z.string().max(64).nullable().default(null),
  /** Of leads whose row names none. */
  source: z.string().trim().max(leadLimits.name).default(''),
  /** Where a row cannot be a lead: bring in the others, or bring in nothing. */
  invalidRows: z.enum(['leaveOut', 'stop']).default('leaveOut'),
  /** As sniffed when left out. */
  delimiter: z.enum(['comma', 'semicolon', 'tab', 'pipe']).optional(),
  encoding: z.string().max(20).optional().describe("such as 'utf-8' or 'windows-1252'"),
});
export type ImportOptions = z.output<typeof importOptions>;

export const importStatuses = [
  'checking',
  'running',
  'completed',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

export const leadImport = z.object({
  id: z.string(),
  filename: z.string(),
  fileSize: z.number().int(),
  status: z.enum(importStatuses),
  /** Percent of what it does now. */
  progress: z.number().int(),
  /** Rows below the head that are not empty; null until all have been looked at. */
  totalRows: z.number().int().nullable(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  /** The rows that were not brought in can be had as a CSV. */
  hasRejected: z.boolean(),
  mapping: importMapping,
  options: importOptions,
  headers: z.array(z.string()),
  /** Why it failed. */
  error: z.string().nullable(),
  /** What an undo did: leads that are gone, and those that stayed because they were changed since. */
  undo: z.object({ removed: z.number().int(), kept: z.number().int() }).nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
});
export type LeadImport = z.output<typeof leadImport>;

/** Rows that did not come in for one reason. */
export const importReason = z.object({
  key: z.string(),
  reason: z.string().describe('as a sentence; what differs from row to row is “…”'),
  rows: z.number().int(),
  examples: z.array(
    z.object({
      row: z.number().int().describe('as a spreadsheet counts: the head is row 1'),
      reason: z.string(),
      values: z.array(z.string()).describe('the beginnings of its first columns'),
    }),
  ),
});
export type ImportReason = z.output<typeof importReason>;

/** What would become of a row. */
const previewRow = z.object({
  row: z.number().int().describe('as a spreadsheet counts: the head is row 1'),
  outcome: z.enum(['create', 'update', 'skip', 'reject']),
  reason: z.string().nullable(),
  /** The lead as it would be, field by field, in the order of the fields. */
  fields: z.array(z.object({ field: z.string(), label: z.string(), value: z.string() })),
});

export const importReading = z.object({
  filename: z.string(),
  fileSize: z.number().int(),
  delimiter: z.enum(['comma', 'semicolon', 'tab', 'pipe']),
  encoding: z.string(),
  /** Counted where the file is small, else estimated from its beginning. */
  rows: z.object({ count: z.number().int(), exact: z.boolean() }),
  columns: z.array(
    z.object({ header: z.string(), samples: z.array(z.string()), guess: z.string().nullable() }),
  ),
  fields: z.array(z.object({ field: z.string(), label: z.string() })),
  /** The mapping that the preview was made with: the one given, else the guesses. */
  mapping: z.array(z.object({ column: z.number().int(), field: z.string() })),
  preview: z.array(previewRow),
});
export type ImportReading = z.output<typeof importReading>;

/** A mapping by the names of columns, so that it fits the next file of the same sort. */
export const savedMapping = z.strictObject({
  name: z.string().trim().min(1, 'Give it a name.').max(60),
  columns: z
    .array(z.strictObject({ header: z.string().max(200), field: importField }))
    .min(1)
    .max(importLimits.columns),
  options: importOptions
    .omit({ delimiter: true, encoding: true })
    .extend({ ownerId: refersTo('user', z.string().max(64)).nullable().default(null) })
    .optional(),
});
export type SavedMapping = z.output<typeof savedMapping>;

export const exportRequest = z.strictObject({
  format: z.enum(['csv', 'json']).default('csv'),
  filter: leadFilter.default({ all: [] }),
  sort: leadSort.default({ field: 'createdAt', direction: 'desc' }),
});
export type ExportRequest = z.output<typeof exportRequest> & { ids?: readonly string[] | undefined };

export const leadExport = z.object({
  id: z.string(),
  format: z.enum(['csv', 'json']),
  status: z.enum(['running', 'completed', 'failed']),
  filename: z.string(),
  /** Leads written so far. */
  leads: z.number().int(),
  /** Leads of the tenant when it began, where the filter holds for all; null where nobody knows before the end. */
  of: z.number().int().nullable(),
  error: z.string().nullable(),
  fileSize: z.number().int().nullable(),
  downloadUrl: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type LeadExport = z.output<typeof leadExport>;
