import { countOutcomes, outcomeOf, workEach } from '#functions/kernel/bulk.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { readCsv } from '#shared/csv.ts';
import { type DidCarrier, didCarrier, didLimits } from '#shared/model/did.ts';
import { addDid, assertRoom } from './dids.ts';
import { poolsForUploads } from './pool-hooks.ts';
import { didIdOf, everyDid, thereAlready } from './store.ts';

/** What the columns may be called in a list, in small letters and without blanks. */
const headers = {
  phone: ['phone', 'phonenumber', 'number', 'did', 'telephone', 'tel'],
  label: ['label', 'name', 'description'],
  carrier: ['carrier', 'provider'],
  pool: ['pool', 'poolname', 'numberpool'],
};
const plain = (header: string) => header.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Rows that are written at the same time. */
const atOnce = 20;

/** Where the columns are; without a header the number is the first. */
function columnsOf(first: readonly string[]) {
  const at = (names: readonly string[]) => first.findIndex((cell) => names.includes(plain(cell)));
  const phone = at(headers.phone);
  if (phone < 0) return { phone: 0, label: 1, carrier: 2, pool: 3, from: 0 };
  return { phone, label: at(headers.label), carrier: at(headers.carrier), pool: at(headers.pool), from: 1 };
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
 * the same list again adds nothing. A row with the name of a pool has its number put there, also one that is there
 * already, so that a list whose upload was cut off is made good by the same list again.
 * @throws 400 for what is no list, and where there would be too many numbers
 */
export async function uploadDids(fileContent: string) {
  const rows = rowsOf(fileContent);
  const columns = columnsOf(rows[0]!);
  const [every, pools] = await Promise.all([everyDid(), poolsForUploads.run.poolIdsByName()]);
  const known = new Set(every.map(({ phoneNumber }) => phoneNumber));
  const numbers = rows.slice(columns.from).map((row) => toE164(row[columns.phone] ?? ''));
  await assertRoom(new Set(numbers.filter((number) => number && !known.has(number))).size);
  const listedRows = rows.slice(columns.from).map((row, at) => {
    const number = numbers[at];
    const isNew = number !== undefined && !known.has(number);
    const poolName = (row[columns.pool] ?? '').trim();
    const pool = { number, poolName, poolId: pools.get(poolName.toLowerCase()) };
    const trouble = poolTrouble(pool);
    if (number && !trouble) known.add(number);
    return { row, isNew, at, trouble, ...pool };
  });
  const result = ({ row, at }: (typeof listedRows)[number], reason: string) => ({
    row: at + columns.from + 1,
    phoneNumber: (row[columns.phone] ?? '').trim().slice(0, 40),
    ...outcomeOf(reason),
  });
  const results = await workEach(
    listedRows,
    atOnce,
    async (one) => result(one, one.trouble || (await addRow(one.row, columns, one.number, one.isNew))),
    (one, error) => {
      // Somebody else adds the same number at this instant.
      if (error.code === thereAlready.code) return result(one, error.message);
      throw error;
    },
  );
  await joinPools(listedRows, results);
  const skipped = results.filter(({ reason }) => reason === thereAlready.message).length;
  const { successful, failed } = countOutcomes(results);
  return { summary: { successful, skipped, failed: failed - skipped }, results };
}

interface PoolOfRow {
  number: string | undefined;
  poolName: string;
  poolId: string | null | undefined;
}

/** Why the pool that a row names cannot be meant; empty where it can, or it names none. */
function poolTrouble({ poolName, poolId }: PoolOfRow): string {
  if (poolName === '' || poolId) return '';
  return poolId === null ? `Several pools are named “${poolName}”.` : `There is no pool named “${poolName}”.`;
}

/** Puts the numbers of rows into the pools that they name, and says on a row where its pool did not take it. */
async function joinPools(
  listedRows: readonly PoolOfRow[],
  results: readonly { success: boolean; reason: string }[],
): Promise<void> {
  const rows = listedRows.flatMap(({ number, poolId }, at) => {
    const result = results[at]!;
    const isThere = result.success || result.reason === thereAlready.message;
    return number && poolId && isThere ? [{ number, poolId, result }] : [];
  });
  for (const [poolId, ofPool] of Map.groupBy(rows, (row) => row.poolId))
    try {
      await poolsForUploads.run.joinMany(
        poolId,
        ofPool.map(({ number }) => didIdOf(number)),
      );
    } catch (error) {
      if (!(error instanceof AppError && error.status < 500)) throw error;
      for (const { result } of ofPool)
        if (result.success) result.reason = `It is in no pool: ${error.message}`;
    }
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
