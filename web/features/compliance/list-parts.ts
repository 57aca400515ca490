import Papa from 'papaparse';
import { listFile } from '#shared/api/tcpa.ts';

/** A piece of a file that one call takes. */
export interface Part {
  file: Blob;
  /** Where its first row stands in the file, from 1; a heading that was repeated stands before it. */
  firstRow: number;
  rows: number;
}

/** A file as text: UTF-16 by its mark, UTF-8, or what Windows writes. */
export function textOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A row that names columns holds neither an address nor a number. */
const isHeading = (row: readonly string[]) =>
  !row.some((cell) => cell.includes('@') || /\d{7}/.test(cell.replace(/[\s().+-]/g, '')));

/** Cuts a file into pieces that a call takes; each begins with the file's heading, if it has one. */
export function partsOf(text: string, size: number = listFile.rows): Part[] {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const [first] = data;
  if (!first) return [];
  const heading = isHeading(first) ? [first] : [];
  const rows = data.slice(heading.length);
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => {
    const own = rows.slice(at * size, (at + 1) * size);
    return {
      file: new Blob([Papa.unparse([...heading, ...own])], { type: 'text/csv' }),
      firstRow: at * size + 1,
      rows: own.length,
    };
  });
}
