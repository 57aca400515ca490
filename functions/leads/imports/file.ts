import { bucket } from '#functions/kernel/bucket.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { type Delimiter, type ImportOptions, importLimits } from '#shared/model/lead-import.ts';
import { beginning } from '#shared/model/text.ts';
import { delimiterSaid, sniffDelimiter } from './columns.ts';
import { assertText, decoderOf, type Encoding, encodingNamed, encodingOf } from './encoding.ts';
import { type Format, isEmptyRow, type Read, rowsOf, valuesOf } from './records.ts';

export const importFiles = () => bucket('imports');

/** Bytes by which a file is sniffed. */
const headBytes = 256_000;

export const readerOf =
  (file: string): Read =>
  async (start, length) =>
    (await importFiles().range(file, start, start + length - 1)) ?? new Uint8Array(0);

export interface Opened {
  file: string;
  fileSize: number;
  encoding: Encoding;
  delimiter: Delimiter;
  headers: string[];
  dataStart: number;
  firstRow: number;
}

export const formatOf = ({ encoding, delimiter }: Pick<Opened, 'encoding' | 'delimiter'>): Format => ({
  encoding,
  delimiter,
});

const isWhole = (letter: string) => letter !== '\uFFFD';

/** What a file is and where its rows begin. @throws 400 with what is wrong with it, 404 */
export async function openFile(
  file: string,
  given: Pick<ImportOptions, 'delimiter' | 'encoding'>,
): Promise<Opened> {
  const stat = await importFiles().stat(file);
  if (!stat) throw notFound('The uploaded file');
  if (stat.size === 0) throw badRequest('The file is empty.');
  const head = await importFiles().head(file, headBytes);
  const encoding = given.encoding ? encodingNamed(given.encoding, head) : encodingOf(head);
  await assertText(head, encoding);
  const even = head.subarray(encoding.mark, head.length - ((head.length - encoding.mark) % encoding.unit));
  const text = new TextDecoder(encoding.name).decode(even);
  const [firstLine = ''] = text.split(/\r\n|\n|\r/, 1);
  const said = delimiterSaid(firstLine);
  const delimiter =
    given.delimiter ?? said ?? sniffDelimiter([...text.slice(0, 20_000)].filter(isWhole).join(''));
  const decode = decoderOf(encoding);
  let firstRow = 1;
  for await (const row of rowsOf(readerOf(file), encoding.mark, { encoding, delimiter }, headBytes)) {
    firstRow++;
    if (row.refused) throw badRequest(`The head of the file cannot be read. ${row.refused}`);
    const values = valuesOf(decode(row.bytes!), delimiter);
    if (isEmptyRow(values) || (said && firstRow === 2)) continue;
    if (values.length > importLimits.columns)
      throw badRequest(`The file has ${values.length} columns; it may have ${importLimits.columns}.`);
    const headers = values.map((value) => beginning(value.trim(), 200));
    return { file, fileSize: stat.size, encoding, delimiter, headers, dataStart: row.end, firstRow };
  }
  throw badRequest('The file is empty.');
}
