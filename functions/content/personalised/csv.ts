import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { decodeText, readCsv } from '#shared/csv.ts';
import { secondNames } from '#shared/model/merge-fields.ts';
import { personalisedLimits as limits, type PersonalisedRecord } from '#shared/model/personalised.ts';
import { type CsvMapping, type CsvReading, guessVariables, recordOfRow } from '#shared/model/records-csv.ts';
import { fieldsIn, systemVariables } from '#shared/scene/variables.ts';
import { exportFiles } from '../exports/use-cases.ts';
import { projectWithElements } from '../projects/read.ts';
import { allVariables } from '../variables/store.ts';

/** Rows that an answer shows. */
const previewRows = 50;
/** Values of a column that an answer shows, and their length. */
const sampleCount = 3;
const sampleLength = 80;

const uploadKey = (uploadId: string) => `uploads/${uploadId}.csv`;

export async function startRecordsUpload() {
  const uploadId = newId('csv');
  const { url, fields } = await exportFiles().uploadForm(uploadKey(uploadId), 'text/csv', limits.csvBytes);
  return { uploadId, upload: { url, fields } };
}

export interface CsvTable {
  delimiter: string;
  encoding: string;
  headers: string[];
  rows: string[][];
}

/** Reads a table whose first row names its columns. @throws 400 with what is wrong with the file */
export function readTable(bytes: Uint8Array): CsvTable {
  const { text, encoding } = decodeText(bytes);
  if (text.includes('\0')) throw badRequest('This is not a CSV file. Save the sheet as CSV and try again.');
  const { rows: all, delimiter, unclosed } = readCsv(text, limits.records + 2);
  if (unclosed !== undefined)
    throw badRequest(`A quotation mark is not closed${unclosed ? ` in row ${unclosed}` : ''}.`);
  const [headers, ...rows] = all;
  if (!headers || rows.length === 0)
    throw badRequest('The file needs a first row that names the columns, and a row for each video.');
  if (headers.length > limits.csvColumns)
    throw badRequest(`The file has ${headers.length} columns; it may have ${limits.csvColumns}.`);
  if (rows.length > limits.records) throw badRequest('A batch holds at most 10,000 records.');
  return {
    delimiter,
    encoding,
    headers: headers.map((header) => header.trim().slice(0, 100)),
    rows,
  };
}

async function uploaded(uploadId: string): Promise<CsvTable> {
  const key = uploadKey(uploadId);
  const stat = await exportFiles().stat(key);
  if (!stat) throw notFound('The uploaded file');
  if (stat.size > limits.csvBytes) throw badRequest('A CSV file may have 20 MB.');
  return readTable((await exportFiles().get(key))!);
}

/** The variables that a record may fill: those that the project shows first. */
async function fillable(projectId: string): Promise<CsvReading['variables']> {
  const project = await projectWithElements(projectId);
  const text = JSON.stringify(project.elements);
  const shown = new Set(fieldsIn(text));
  if (text.includes('"sales_rep_photo"')) shown.add('rep.photo');
  const labels = new Map(
    [...systemVariables, ...(await allVariables())].map(({ name, displayName }) => [name, displayName]),
  );
  const names = new Set([...shown, ...labels.keys()]);
  return [...names]
    .filter((name) => !name.startsWith('system.') && (shown.has(name) || !secondNames.has(name)))
    .map((name) => ({ name, label: labels.get(name) ?? name, isShown: shown.has(name) }))
    .sort((a, b) => Number(b.isShown) - Number(a.isShown));
}

/** What an uploaded file holds. @throws 400, 404 */
export async function readRecords(projectId: string, uploadId: string): Promise<CsvReading> {
  const variables = await fillable(projectId);
  const { delimiter, encoding, headers, rows } = await uploaded(uploadId);
  const guesses = guessVariables(headers, variables);
  const columns = headers.map((header, at) => {
    const values = rows.map((row) => row[at]?.trim() ?? '').filter((value) => value !== '');
    return {
      header,
      samples: [...new Set(values.slice(0, 20))]
        .slice(0, sampleCount)
        .map((value) => value.slice(0, sampleLength)),
      empty: rows.length - values.length,
      guess: guesses[at] ?? null,
    };
  });
  const nameColumn = ['lead.name', 'lead.firstName', 'lead.email']
    .map((name) => guesses.indexOf(name))
    .find((at) => at >= 0);
  return {
    delimiter,
    encoding,
    rows: rows.length,
    columns,
    nameColumn: nameColumn ?? null,
    variables,
    preview: rows.slice(0, previewRows).map((row) => row.map((value) => value.slice(0, 500))),
  };
}

/** The records of an uploaded file. @throws 400, 404 */
export async function recordsOfUpload({
  uploadId,
  ...mapping
}: CsvMapping & { uploadId: string }): Promise<PersonalisedRecord[]> {
  const { headers, rows } = await uploaded(uploadId);
  const missing = mapping.columns.find(({ column }) => column >= headers.length);
  if (missing) throw badRequest(`The file has no column ${missing.column + 1}.`);
  return rows.map((row) => recordOfRow(row, mapping));
}
