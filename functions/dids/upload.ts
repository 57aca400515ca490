import { countOutcomes, outcomeOf, workEach } from '#functions/kernel/bulk.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { readCsv } from '#shared/csv.ts';
import { type DidCarrier, didCarrier, didLimits } from '#shared/model/did.ts';
import { addDid, assertRoom } from './dids.ts';
import { everyDid, thereAlready } from './store.ts';

/** What the columns may be called in a list, in small letters and without blanks. */
const headers = {
  phone: ['phone', 'phonenumber', 'number', 'did', 'telephone', 'tel'],
  label: ['label', 'name', 'description'],
  carrier: ['carrier', 'provider'],
};
const plain = (header: string) => header.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Rows that are written at the same time. */
const atOnce = 20;

/** Where the columns are; without a header the number is the first. */
function columnsOf(first: readonly string[]) {
  const at = (names: readonly string[]) => first.findIndex((cell) => names.includes(plain(cell)));
  const phone = at(headers.phone);
  if (phone >= 0) return { phone, label: at(headers.label), carrier: at(headers.carrier), from: 1 };
  return { phone: 0, label: 1, carrier: 2, from: 0 };
}

/** @throws 400 for a text that is no list */
function rowsOf(fileContent: string): string[][] {
  const { rows, unclosed } = readCsv(fileContent.replace(/^\uFEFF/, ''), didLimits.fileRows + 2);
  if (unclosed !== undefined)
    throw badRequest(`A quotation mark is not closed${unclosed ? ` in row ${unclosed}` : ''}.`, {
      field: 'fileContent',
    });
  const { from } = columnsOf(rows[0] ?? []);
  if (rows.length <= from) throw badRequest('The file holds no numbers.', { field: 'fileContent' });
  if (rows.length - from > didLimits.fileRows)
    throw badRequest('A list has at most 10,000 rows.', { field: 'fileContent' });
  return rows;
}

/**
 * Adds the numbers of a list. A row that is wrong stays out with its reason, and one that is there already is skipped:
 * the same list again adds nothing. @throws 400 for what is no list, and where there would be too many numbers
 */
export async function uploadDids(fileContent: string) {
  const rows = rowsOf(fileContent);
  const columns = columnsOf(rows[0]!);
  const known = new Set((await everyDid()).map(({ phoneNumber }) => phoneNumber));
  const numbers = rows.slice(columns.from).map((row) => toE164(row[columns.phone] ?? ''));
  await assertRoom(new Set(numbers.filter((number) => number && !known.has(number))).size);
  const todo = rows.slice(columns.from).map((row, at) => {
    const number = numbers[at];
    const isNew = number !== undefined && !known.has(number);
    if (number) known.add(number);
    return { row, number, isNew, at };
  });
  const result = ({ row, at }: (typeof todo)[number], reason: string) => ({
    row: at + columns.from + 1,
    phoneNumber: (row[columns.phone] ?? '').trim().slice(0, 40),
    ...outcomeOf(reason),
  });
  const results = await workEach(
    todo,
    atOnce,
    async (one) => result(one, await addRow(one.row, columns, one.number, one.isNew)),
    (one, error) => {
      // Somebody else adds the same number at this instant.
      if (error.code === thereAlready.code) return result(one, error.message);
      throw error;
    },
  );
  const skipped = results.filter(({ reason }) => reason === thereAlready.message).length;
  const { successful, failed } = countOutcomes(results);
  return { summary: { successful, skipped, failed: failed - skipped }, results };
}

/** Adds the number of a row. @returns why it was not added; empty where it was @throws 409 'number_taken' */
async function addRow(
  row: readonly string[],
  columns: ReturnType<typeof columnsOf>,
  phoneNumber: string | undefined,
  isNew: boolean,
): Promise<string> {
  if (!phoneNumber) return 'This is not a phone number.';
  if (!isNew) return thereAlready.message;
  const label = (row[columns.label] ?? '').trim();
  if (label.length > didLimits.label) return `A label has at most ${didLimits.label} characters.`;
  await addDid({ phoneNumber, label, carrier: carrierOf(row[columns.carrier] ?? ''), route: null });
  return '';
}

const carrierOf = (written: string): DidCarrier => didCarrier.safeParse(plain(written)).data ?? 'other';
