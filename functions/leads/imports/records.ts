import { type Delimiter, delimiters, importLimits } from '#shared/model/lead-import.ts';
import type { Encoding } from './encoding.ts';

/** How a file is cut into rows and values. */
export interface Format {
  encoding: Encoding;
  delimiter: Delimiter;
  /** A row of more bytes is refused; smaller in tests. */
  rowBytes?: number;
}

/** One row of a file: its bytes from `start` up to, but without, `end`; or why it cannot be one. */
export interface RawRow {
  start: number;
  end: number;
  bytes?: Uint8Array;
  refused?: string;
}

/** Reads bytes of a file from a place on; fewer than asked for only at its end. */
export type Read = (start: number, length: number) => Promise<Uint8Array>;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Bytes read at once. */
const pieceBytes = 4_000_000;

const unclosed = 'A quotation mark opens here and is not closed.';
const tooLong = (limit: number) => `The row is longer than ${Math.round(limit / 1000)} KB.`;

interface Cut {
  /** Where the row's text ends, and where the next row begins. */
  text: number;
  next: number;
  refused?: string;
}

/**
 * Where the row that begins at `from` ends: at a line end outside of quotation marks. Undefined when more bytes
 * are needed, 'long' when there is no end within the limit. A quotation mark opens at a value's beginning only,
 * so an inch sign within a text is a letter; one that is never closed takes no more than its own line with it.
 */
function cut(buffer: Uint8Array, from: number, isLast: boolean, format: Format): Cut | 'long' | undefined {
  const { unit, bigEndian } = format.encoding;
  const limit = format.rowBytes ?? importLimits.rowBytes;
  const separator = delimiters[format.delimiter].charCodeAt(0);
  const until = Math.min(buffer.length - unit + 1, from + limit);
  const letter = (at: number): number =>
    unit === 1
      ? buffer[at]!
      : bigEndian
        ? buffer[at]! * 256 + buffer[at + 1]!
        : buffer[at]! + buffer[at + 1]! * 256;
  let state: 'begin' | 'plain' | 'quoted' | 'closing' = 'begin';
  let firstBreak: Cut | undefined;
  for (let at = from; at < until; at += unit) {
    const code = letter(at);
    if (code === lineFeed || code === carriageReturn) {
      const next = at + unit;
      if (code === carriageReturn && next >= buffer.length && !isLast) return undefined;
      const pair = code === carriageReturn && next < buffer.length && letter(next) === lineFeed;
      const end = { text: at, next: pair ? next + unit : next };
      if (state !== 'quoted') return end;
      firstBreak ??= end;
    } else if (state === 'quoted') {
      if (code === quote) state = 'closing';
    } else if (code === quote && state !== 'plain') state = 'quoted';
    else state = code === separator ? 'begin' : 'plain';
  }
  const isOver = from + limit <= buffer.length;
  if (!isOver && !isLast) return undefined;
  if (state === 'quoted' && firstBreak) return { ...firstBreak, refused: unclosed };
  if (isOver && !(isLast && from + limit === buffer.length)) return 'long';
  const whole = { text: buffer.length, next: buffer.length };
  return state === 'quoted' ? { ...whole, refused: unclosed } : whole;
}

/** The place after the next line end, or undefined when the bytes hold none. */
function afterLine(buffer: Uint8Array, { unit, bigEndian }: Encoding): number | undefined {
  for (let at = 0; at + unit <= buffer.length; at += unit) {
    const low = buffer[at + (unit === 2 && bigEndian ? 1 : 0)];
    const high = unit === 1 ? 0 : buffer[at + (bigEndian ? 0 : 1)];
    if (high === 0 && low === lineFeed) return at + unit;
  }
  return undefined;
}

/** The rows of some bytes that begin and end with a row; `offset` is their place in the file. */
export function* rowsWithin(bytes: Uint8Array, offset: number, format: Format): Generator<RawRow> {
  for (let at = 0; at < bytes.length; ) {
    const found = cut(bytes, at, true, format);
    if (found === undefined || found === 'long') return;
    yield rowOf(bytes, at, found, offset);
    at = found.next;
  }
}

const rowOf = (buffer: Uint8Array, from: number, { text, next, refused }: Cut, offset: number): RawRow => ({
  start: offset + from,
  end: offset + next,
  bytes: buffer.subarray(from, text),
  ...(refused ? { refused } : {}),
});

/** The rows of a file from a place on, which is the beginning of a row. Holds a piece and a row in memory. */
export async function* rowsOf(
  read: Read,
  from: number,
  format: Format,
  piece = pieceBytes,
): AsyncGenerator<RawRow> {
  const limit = format.rowBytes ?? importLimits.rowBytes;
  let buffer: Uint8Array = new Uint8Array(0);
  let offset = from;
  let isLast = false;
  const more = async () => {
    const next = await read(offset + buffer.length, piece);
    isLast = next.length < piece;
    buffer = buffer.length === 0 ? next : Buffer.concat([buffer, next]);
  };
  for (;;) {
    if (buffer.length === 0 && !isLast) await more();
    let at = 0;
    while (at < buffer.length) {
      const found = cut(buffer, at, isLast, format);
      if (found === undefined) break;
      if (found === 'long') {
        const start = offset + at;
        // What is skipped is read and forgotten, however long it is.
        let place = start + limit - (limit % format.encoding.unit);
        for (;;) {
          const skipped = await read(place, piece);
          const end = afterLine(skipped, format.encoding);
          place += end ?? skipped.length;
          if (end !== undefined || skipped.length < piece) break;
        }
        yield { start, end: place, refused: tooLong(limit) };
        buffer = new Uint8Array(0);
        offset = place;
        isLast = false;
        at = -1;
        break;
      }
      yield rowOf(buffer, at, found, offset);
      at = found.next;
    }
    if (at === -1) continue;
    offset += at;
    buffer = buffer.subarray(at);
    if (isLast) return;
    await more();
  }
}

/** The values of one row. Doubled quotation marks within quoted ones are one. */
export function valuesOf(text: string, delimiter: Delimiter): string[] {
  const separator = delimiters[delimiter];
  const values: string[] = [];
  let value = '';
  let state: 'begin' | 'plain' | 'quoted' | 'closing' = 'begin';
  for (const letter of text) {
    if (state === 'quoted') {
      if (letter === '"') state = 'closing';
      else value += letter;
    } else if (letter === '"' && state === 'begin') state = 'quoted';
    else if (letter === '"' && state === 'closing') {
      value += letter;
      state = 'quoted';
    } else if (letter === separator) {
      values.push(value);
      value = '';
      state = 'begin';
    } else {
      value += letter;
      state = 'plain';
    }
  }
  values.push(value);
  return values;
}

export const isEmptyRow = (values: readonly string[]): boolean =>
  values.every((value) => value.trim() === '');
