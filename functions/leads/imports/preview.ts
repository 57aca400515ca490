import { badRequest } from '#functions/kernel/errors.ts';
import type { LeadSettings } from '#shared/model/lead.ts';
import {
  type ImportMapping,
  type ImportOptions,
  type ImportReading,
  importLimits,
} from '#shared/model/lead-import.ts';
import { beginning } from '#shared/model/text.ts';
import { leadSettings } from '../settings.ts';
import type { LeadRecord } from '../store.ts';
import { fieldsOf, guessFields, mappingOf } from './columns.ts';
import { decoderOf } from './encoding.ts';
import { formatOf, type Opened, openFile, readerOf } from './file.ts';
import { lookUp, planRow, remember } from './plan-row.ts';
import { isEmptyRow, rowsOf, valuesOf } from './records.ts';
import { readRow } from './row.ts';

/** Rows from which samples of a column are taken, and bytes that are read for them. */
const sampledRows = 50;
const sampledBytes = 500_000;
const sampleCount = 3;
const sampleLength = 80;

interface SampledRow {
  row: number;
  values: string[];
  refused?: string;
}

/** The first rows, and how many the file has: estimated by their length where it has more. */
async function sample(opened: Opened) {
  const decode = decoderOf(opened.encoding);
  const rows: SampledRow[] = [];
  let count = 0;
  let bytes = 0;
  let isWhole = true;
  let row = opened.firstRow - 1;
  for await (const raw of rowsOf(readerOf(opened.file), opened.dataStart, formatOf(opened), sampledBytes)) {
    row++;
    if (raw.start - opened.dataStart > sampledBytes) {
      isWhole = false;
      break;
    }
    bytes = raw.end - opened.dataStart;
    const values = raw.bytes ? valuesOf(decode(raw.bytes), opened.delimiter) : [];
    if (!raw.refused && isEmptyRow(values)) continue;
    count++;
    if (rows.length < sampledRows)
      rows.push({ row, values, ...(raw.refused ? { refused: raw.refused } : {}) });
  }
  const estimated = Math.round((count * (opened.fileSize - opened.dataStart)) / Math.max(1, bytes));
  return { rows, count: { count: isWhole ? count : estimated, exact: isWhole } };
}

const shown = (lead: LeadRecord): Record<string, string> => ({
  firstName: lead.firstName,
  lastName: lead.lastName,
  company: lead.company,
  phone: lead.phones.map(({ number }) => number).join(', '),
  email: lead.emails.join(', '),
  street: lead.address.street,
  city: lead.address.city,
  state: lead.address.state,
  postcode: lead.address.postcode,
  brand: lead.brand,
  source: lead.source,
  status: lead.status,
  tags: lead.tags.join(', '),
  score: String(lead.score),
  dealAmount: lead.dealAmount === null ? '' : String(lead.dealAmount),
  ...Object.fromEntries(
    Object.entries(lead.customFields).map(([key, value]) => [`custom.${key}`, String(value)]),
  ),
});

async function previewOf(
  rows: readonly SampledRow[],
  opened: Opened,
  mapping: ImportMapping,
  options: ImportOptions,
  settings: LeadSettings,
): Promise<ImportReading['preview']> {
  const labels = new Map(fieldsOf(settings).map(({ field, label }) => [field, label]));
  const read = rows.slice(0, importLimits.previewRows).map(({ row, values, refused }) => ({
    row,
    read: refused
      ? { reason: refused }
      : readRow(values, { headers: opened.headers, mapping, options, settings }, { id: `row ${row}` }),
  }));
  const leads = read.flatMap((one) => ('lead' in one.read ? [one.read.lead] : []));
  const known = await lookUp(leads, options, settings.allowDuplicatePhones);
  return read.map(({ row, read: one }) => {
    if ('reason' in one) return { row, outcome: 'reject' as const, reason: one.reason, fields: [] };
    const fate = planRow(one.lead, known, options, settings.allowDuplicatePhones);
    if (fate.kind === 'create') remember(known, one.lead);
    const fields = Object.entries(shown(one.lead)).flatMap(([field, value]) =>
      value === '' ? [] : [{ field, label: labels.get(field) ?? field, value: beginning(value, 200) }],
    );
    return { row, outcome: fate.kind, reason: 'reason' in fate ? fate.reason : null, fields };
  });
}

/** What a file holds and what would become of its first rows; nothing is written. @throws 400, 404 */
export async function previewImport(
  file: string,
  filename: string,
  given: ImportMapping | undefined,
  options: ImportOptions,
): Promise<ImportReading> {
  const [settings, opened] = await Promise.all([leadSettings(), openFile(file, options)]);
  const { rows, count } = await sample(opened);
  if (rows.length === 0) throw badRequest('The file has a head and no rows.');
  const guesses = guessFields(opened.headers, settings);
  const mapping = given ?? mappingOf(guesses);
  return {
    filename,
    fileSize: opened.fileSize,
    delimiter: opened.delimiter,
    encoding: opened.encoding.name,
    rows: count,
    columns: opened.headers.map((header, at) => ({
      header,
      guess: guesses[at] ?? null,
      samples: [...new Set(rows.map(({ values }) => values[at]?.trim() ?? '').filter(Boolean))]
        .slice(0, sampleCount)
        .map((value) => beginning(value, sampleLength)),
    })),
    fields: fieldsOf(settings),
    mapping,
    preview: await previewOf(rows, opened, mapping, options, settings),
  };
}
