import {
  decoderOf,
  formatOf,
  guessFields,
  isEmptyRow,
  leadSettings,
  mappingOf,
  openFile,
  type ReadRow,
  readerOf,
  readRow,
  rowsOf,
  valuesOf,
} from '#functions/leads/api.ts';
import { reasonGroup } from '#shared/model/import-reasons.ts';
import { importOptions } from '#shared/model/lead-import.ts';

/** A row of a file of contacts: the lead that it would be, with a number at least, or why it is none. */
export interface Contact {
  row: number;
  read: ReadRow;
}

/** Why a row is no contact, without what it says of its row: each wrong number would be a reason of its own. */
export function rowReason(reason: string): { code: string; text: string } {
  const text = reasonGroup(reason);
  return { code: `row: ${text.slice(0, 80)}`, text };
}

const noNumber = { reason: 'There is no phone number.' } as const;

/**
 * The contacts of a file in the bucket, row by row, without rows that are empty. @param originOf the id of a row's lead
 */
export async function* contactsIn(
  file: string,
  originOf: (row: number) => { id: string },
): AsyncGenerator<Contact> {
  const options = importOptions.parse({});
  const [settings, opened] = await Promise.all([leadSettings(), openFile(file, options)]);
  const { headers } = opened;
  const mapping = mappingOf(guessFields(headers, settings));
  const decode = decoderOf(opened.encoding);
  let row = opened.firstRow - 1;
  for await (const raw of rowsOf(readerOf(opened.file), opened.dataStart, formatOf(opened))) {
    row++;
    const values = raw.bytes ? valuesOf(decode(raw.bytes), opened.delimiter) : [];
    if (!raw.refused && isEmptyRow(values)) continue;
    const read: ReadRow = raw.refused
      ? { reason: raw.refused }
      : readRow(values, { headers, mapping, options, settings }, originOf(row));
    yield { row, read: 'lead' in read && !read.lead.phones[0] ? noNumber : read };
  }
}
