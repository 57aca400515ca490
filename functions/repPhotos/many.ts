import type * as z from 'zod';
import { workEach } from '#functions/kernel/bulk.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { fetchImage } from '#functions/proxy/api.ts';
import { bulkMapping, bulkMappings, csvColumns } from '#shared/api/rep-photos.ts';
import { decodeText, readCsv } from '#shared/csv.ts';
import { repPhotoLimits as limits, type RepPhoto, repPhotoColumns } from '#shared/model/rep-photo.ts';
import { forgetUpload, sentBytes } from './files.ts';
import { addPhoto } from './photos.ts';
import { findPhotoOf } from './store.ts';

interface Result {
  repEmail: string;
  result: 'success' | 'failed' | 'skipped';
  reason: string;
}

/** Pictures that are read and decoded at once: each of the largest takes 160 MB. */
const atOnce = 3;

/** The gateway gives up after 30 s, so what is not begun by then is told and not tried. ms */
const longest = 20_000;
const notReached = 'It was not reached in time. Upload the rest again.';

function parsed<T>(text: string, schema: z.ZodType<T>, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest(`${what} is not valid JSON.`);
  }
  const { data, error } = schema.safeParse(value);
  if (error) throw badRequest(error.issues[0]?.message ?? `${what} is not valid.`);
  return data as T;
}

const countOf = (results: readonly Result[]) => {
  const count = (result: Result['result']) => results.filter((one) => one.result === result).length;
  return { successful: count('success'), failed: count('failed'), skipped: count('skipped') };
};

/** Works each by itself, so that what is refused keeps no other from being added. */
function addEach<T extends { repEmail: string }>(
  items: readonly T[],
  replace: boolean,
  add: (item: T) => Promise<unknown>,
): Promise<Result[]> {
  const until = clock.now() + longest;
  return workEach(
    items,
    atOnce,
    async (item): Promise<Result> => {
      if (clock.now() > until) throw badRequest(notReached);
      if (!replace && (await findPhotoOf(item.repEmail)))
        return { repEmail: item.repEmail, result: 'skipped', reason: 'They have a photo already.' };
      await add(item);
      return { repEmail: item.repEmail, result: 'success', reason: '' };
    },
    ({ repEmail }, error) => ({
      repEmail,
      result: error.status === 409 ? 'skipped' : 'failed',
      reason: error.message,
    }),
  );
}

/** Adds many photos, each with its reason where it was not. @throws 400 where they do not fit together */
export async function addMany(photos: Blob | Blob[] | undefined, mappings: string, replace: boolean) {
  const reps = parsed(mappings, bulkMappings, 'mappings');
  const files = photos ? [photos].flat() : [];
  let next = 0;
  const items = reps.map((rep) => ({ ...rep, photo: rep.uploadId ? undefined : files[next++] }));
  if (next !== files.length || items.some(({ photo, uploadId }) => !photo && !uploadId))
    throw badRequest('Please select files and provide email for each');
  if (new Set(reps.map(({ repEmail }) => repEmail)).size < reps.length)
    throw badRequest('Two photos have the same email. Each rep has one photo.');
  const results = await addEach(items, replace, async ({ photo, uploadId, ...rep }) => {
    const sent = () => sentBytes(photo, uploadId, 'Please select files and provide email for each');
    await addPhoto(rep, sent, replace, 'bulk');
    await forgetUpload(uploadId);
  });
  return { summary: countOf(results), results };
}

interface Row {
  repEmail: string;
  repName: string;
  repTitle: string;
  photoUrl: string;
  problem?: string;
}

/** The rows of a CSV file, by the columns that were chosen or else that their headers tell. @throws 400, 413 */
async function rowsOf(csv: Blob | undefined, columnMapping: string | undefined): Promise<Row[]> {
  if (!csv) throw badRequest('Please select a CSV file');
  if (csv.size > limits.csvBytes)
    throw new AppError(413, 'payload_too_large', 'A CSV file may have at most 1 MB.');
  const { text } = decodeText(new Uint8Array(await csv.arrayBuffer()));
  if (text.trim() === '') throw badRequest('CSV file is empty');
  if (text.includes('\0')) throw badRequest('Failed to parse CSV');
  const { rows, unclosed } = readCsv(text, limits.csvRows + 2);
  if (unclosed !== undefined) throw badRequest('Failed to parse CSV');
  const [first = [], ...data] = rows;
  const headers = first.map((header) => header.trim());
  const columns = columnMapping
    ? parsed(columnMapping, csvColumns, 'columnMapping')
    : repPhotoColumns(headers);
  const place = (header: string) => (header ? headers.indexOf(header.trim()) : -1);
  const [name, email, photo] = [place(columns.name), place(columns.email), place(columns.photoUrl)];
  if (name < 0 || email < 0 || photo < 0)
    throw badRequest('Please map all required columns (Name, Email, Photo URL)');
  if (data.length === 0) throw badRequest('No data rows found in CSV file');
  if (data.length > limits.csvRows) throw badRequest(`A CSV file may have at most ${limits.csvRows} rows.`);
  return data.map((cells) => {
    const given = { repEmail: cells[email] ?? '', repName: cells[name] ?? '' };
    const { data: rep, error } = bulkMapping.safeParse(given);
    return {
      repTitle: '',
      ...(rep ?? { ...given, repEmail: given.repEmail.slice(0, 254) }),
      photoUrl: (cells[photo] ?? '').trim(),
      ...(error ? { problem: error.issues[0]!.message } : {}),
    };
  });
}

/** A photo of another site, fetched behind the guards of the image proxy. @throws 400, 413, 502, 504 */
async function fetched(address: string): Promise<Buffer> {
  if (!/^https:\/\//i.test(address)) throw badRequest('A photo’s address must begin with https://.');
  return (await fetchImage(address)).bytes;
}

/**
 * Adds the photos whose addresses a CSV file names; rows that were not added are told with their reason. Given again,
 * it goes on with those that have no photo yet.
 */
export async function addFromCsv(csv: Blob | undefined, columnMapping: string | undefined, replace: boolean) {
  const added: RepPhoto[] = [];
  const results = await addEach(
    await rowsOf(csv, columnMapping),
    replace,
    async ({ problem, photoUrl, ...rep }) => {
      if (problem) throw badRequest(problem);
      added.push(await addPhoto(rep, () => fetched(photoUrl), replace, 'csv'));
    },
  );
  return {
    added,
    summary: countOf(results),
    failed: results
      .filter(({ result }) => result === 'failed')
      .map(({ repEmail, reason }) => ({ email: repEmail, error: reason })),
  };
}
