import { listFile } from '#shared/api/tcpa.ts';
import { readCsv, writeCsv } from '#shared/csv.ts';

/** A piece of a file that one call takes. */
export interface Part {
  file: Blob;
  /** Where its first row stands in the file, from 1; a heading that was repeated stands before it. */
  firstRow: number;
  rows: number;
}

/** A row that names columns holds neither an address nor a number. */
const isHeading = (row: readonly string[]) =>
  !row.some((cell) => cell.includes('@') || /\d{7}/.test(cell.replace(/[\s().+-]/g, '')));

/** Cuts a file into pieces that a call takes; each begins with the file's heading, if it has one. */
export function partsOf(text: string, size: number = listFile.rows): Part[] {
  const { rows: data } = readCsv(text);
  const [first] = data;
  if (!first) return [];
  const heading = isHeading(first) ? [first] : [];
  const rows = data.slice(heading.length);
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => {
    const own = rows.slice(at * size, (at + 1) * size);
    return {
      file: new Blob([writeCsv([...heading, ...own])], { type: 'text/csv' }),
      firstRow: at * size + 1,
      rows: own.length,
    };
  });
}
