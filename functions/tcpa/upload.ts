import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { listFile } from '#shared/api/tcpa.ts';
import { decodeText, readCsv } from '#shared/csv.ts';
import { beginning } from '#shared/model/text.ts';
import { addToList, toAddress } from './list.ts';

/** A zip's first bytes, which a spreadsheet has too. */
const zip = [0x50, 0x4b, 0x03, 0x04];

/** The rows of a file. @throws 400 for what is no text */
function rowsOf(bytes: Uint8Array): string[][] {
  if (zip.every((byte, at) => bytes[at] === byte))
    throw badRequest('This is a spreadsheet or a zip. Please save it as CSV first.', { field: 'file' });
  return readCsv(decodeText(bytes).text).rows.map((row) => row.map((cell) => cell.trim()));
}

const heading = /phone|mobile|cell|number|e-?mail|address|contact/i;

/** The column that the numbers and addresses stand in: by its heading, else the first that holds one. */
function columnOf(rows: readonly string[][]): { column: number; headed: boolean } {
  const [first = [], ...rest] = rows;
  const headed = !first.some((cell) => toAddress(cell));
  const named = headed ? first.findIndex((cell) => heading.test(cell)) : -1;
  if (named >= 0) return { column: named, headed };
  const sample = (headed ? rest : rows).slice(0, 20);
  const width = Math.max(0, ...sample.map((row) => row.length));
  const hits = Array.from(
    { length: width },
    (_, at) => sample.filter((row) => toAddress(row[at] ?? '')).length,
  );
  const column = hits.indexOf(Math.max(0, ...hits));
  return { column: Math.max(0, column), headed: headed && rest.length > 0 };
}

/**
 * Puts the numbers and addresses of a CSV file on the list. Rows that hold none come back with their place in the
 * file, counted from 1, and the reason. @throws 400, 413
 */
export async function uploadList(file: Blob, reason: string, firstRow: number) {
  if (file.size > listFile.bytes)
    throw new AppError(413, 'payload_too_large', 'The file is larger than 4 MB. Please send it in parts.');
  const rows = rowsOf(new Uint8Array(await file.arrayBuffer()));
  if (rows.length === 0) throw badRequest('The file is empty.', { field: 'file' });
  if (rows.length > listFile.rows + 1)
    throw badRequest(`At most ${listFile.rows} rows at once. Please send the file in parts.`, {
      field: 'file',
    });
  const { column, headed } = columnOf(rows);
  const values = rows.slice(headed ? 1 : 0).map((row) => beginning(row[column] ?? '', 254));
  const { added, alreadyListed, invalid } = await addToList(values, reason);
  const before = firstRow + (headed ? 1 : 0);
  const rejected = invalid.map(({ index, value, error }) => ({
    row: before + index,
    value,
    error: value === '' ? 'There is no number or address in this row.' : error,
  }));
  return { added, alreadyListed, rejected };
}
