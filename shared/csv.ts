import Papa from 'papaparse';

/** The marks that separate values, by what people call them. */
const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;

/**
 * A file's text and its encoding. Spreadsheets write UTF-8 with or without a mark, UTF-16 with one, and on Windows
 * the old code page; what is no valid UTF-8 is taken for that.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const [a, b] = bytes;
  const utf16 = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}

export interface CsvRows {
  rows: string[][];
  /** 'comma', 'semicolon', 'tab' or 'pipe', by what the first rows hold. */
  delimiter: string;
  /** The row, from 1, whose quotation mark is not closed; 0 where the row is not known. */
  unclosed?: number;
}

/** Reads CSV that fits into memory, without its empty rows; `most` rows at most. (A lead import reads by pieces.) */
export function readCsv(text: string, most = 0): CsvRows {
  const { data, errors, meta } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: Object.keys(delimiters),
    preview: most,
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  return {
    rows: data,
    delimiter: delimiters[meta.delimiter as keyof typeof delimiters] ?? 'comma',
    ...(broken ? { unclosed: broken.row === undefined ? 0 : broken.row + 1 } : {}),
  };
}

/** Writes rows as CSV. */
export const writeCsv = (rows: readonly string[][]): string => Papa.unparse(rows as string[][]);
