import chardet from 'chardet';
import { fileTypeFromBuffer } from 'file-type';
import { badRequest } from '#functions/kernel/errors.ts';

/** How the bytes of a file are letters. */
export interface Encoding {
  /** As TextDecoder and people call it. */
  name: string;
  /** Bytes that a comma takes: 2 in UTF-16. */
  unit: 1 | 2;
  bigEndian: boolean;
  /** Bytes of the mark at the beginning. */
  mark: number;
}

const utf16 = (bigEndian: boolean, mark: number): Encoding => ({
  name: bigEndian ? 'utf-16be' : 'utf-16le',
  unit: 2,
  bigEndian,
  mark,
});
const narrow = (name: string, mark = 0): Encoding => ({ name, unit: 1, bigEndian: false, mark });

/** Of the bytes at odd or even places, how many may be zero before they are taken for halves of letters. */
const zeroShare = 0.4;

/** Encodings whose commas, quotes and line ends are the bytes of ASCII: others cannot be cut into rows. */
const known = new Set([
  'utf-8',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'iso-8859-2',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
]);

function isUtf8(head: Uint8Array): boolean {
  try {
    // `stream`: the head may end in the middle of a letter.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The encoding that a caller names. @throws 400 when rows of it cannot be read */
export function encodingNamed(name: string, head: Uint8Array): Encoding {
  const given = name.toLowerCase();
  const sniffed = markOf(head);
  if (given === 'utf-16le' || given === 'utf-16be')
    return utf16(given === 'utf-16be', sniffed?.name === given ? sniffed.mark : 0);
  if (!known.has(given)) throw badRequest(`Files in ${name} cannot be read. Please save the file as UTF-8.`);
  return narrow(given, sniffed?.name === given ? sniffed.mark : 0);
}

function markOf([a, b, c]: Uint8Array): Encoding | undefined {
  if (a === 0xff && b === 0xfe) return utf16(false, 2);
  if (a === 0xfe && b === 0xff) return utf16(true, 2);
  return a === 0xef && b === 0xbb && c === 0xbf ? narrow('utf-8', 3) : undefined;
}

/** How a file is written, by its beginning. Spreadsheets on Windows still write code pages. */
export function encodingOf(head: Uint8Array): Encoding {
  const marked = markOf(head);
  if (marked) return marked;
  const sample = head.subarray(0, 4_000);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at & 1]!++;
  const [even, odd] = zeros.map((count) => count / Math.max(1, sample.length / 2)) as [number, number];
  if (odd > zeroShare && even < zeroShare / 4) return utf16(false, 0);
  if (even > zeroShare && odd < zeroShare / 4) return utf16(true, 0);
  if (isUtf8(head)) return narrow('utf-8');
  const guess = chardet.detect(head)?.toLowerCase();
  return narrow(guess && known.has(guess) && guess !== 'utf-8' ? guess : 'windows-1252');
}

/** @throws 400 with what the file is when it is no text */
export async function assertText(head: Uint8Array, encoding: Encoding): Promise<void> {
  const type = await fileTypeFromBuffer(head);
  // Text has no mark of its own, so whatever is known by one is something else.
  const isBinary = type && !/^text\/|xml$/.test(type.mime);
  if (isBinary && /zip|officedocument|opendocument|cfb|x-cfb/.test(type.mime))
    throw badRequest(
      'This is a zip or Excel file, whatever its name says. Save the sheet as CSV and try again.',
    );
  if (isBinary) throw badRequest(`This is a file of the kind ${type.ext}, not CSV. Save the sheet as CSV.`);
  if (encoding.unit === 1 && head.includes(0))
    throw badRequest('This is not a CSV file. Save the sheet as CSV and try again.');
}

/** A decoder of rows. A row of a UTF-8 file that is not UTF-8 is taken for Windows' code page. */
export function decoderOf({ name }: Encoding): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(name, { fatal: name === 'utf-8', ignoreBOM: true });
  const other = new TextDecoder('windows-1252');
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      return other.decode(bytes);
    }
  };
}
