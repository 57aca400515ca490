import { writeCsv } from '#shared/csv.ts';
import {
  repPhotoLimits as limits,
  type RepPhoto,
  type RepPhotoColumns,
  type RepPhotoCrop,
  type RepPicture,
} from '#shared/model/rep-photo.ts';
import { api } from '#web/app/api.ts';
import { faceCrop, faceCropAt } from './face/find-face.ts';

type Sent = { photo: File } | { uploadId: string };

/** A photo with the square around its face, where one is found. */
export async function sentWithFace(file: File): Promise<Sent & { crop?: RepPhotoCrop }> {
  const [sent, crop] = await Promise.all([sentPhoto(file), faceCrop(file)]);
  return crop ? { ...sent, crop } : sent;
}

/** Sends a photo in the call where it fits, or else straight to the bucket. */
export async function sentPhoto(file: File): Promise<Sent> {
  if (file.size <= limits.callBytes) return { photo: file };
  if (file.size > limits.bytes) throw new Error(`${file.name} has more than 10 MB.`);
  const mimeType = file.type as RepPicture['mimeType'];
  const { uploadId, url, fields } = await api.repPhotos.uploadForm({ mimeType, fileSize: file.size });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const sent = await fetch(url, { method: 'POST', body: form });
  if (!sent.ok) throw new Error(`${file.name} could not be uploaded. Please try again.`);
  return { uploadId };
}

export interface RepFile {
  file: File;
  repEmail: string;
  repName: string;
}

/** A call works its photos within 20 s. */
const photosAtOnce = 10;
const rowsAtOnce = 25;

/** Photos that go into one call: as many as it takes, those of the bucket beside them. */
export function batchesOf(items: readonly RepFile[]): RepFile[][] {
  const batches: RepFile[][] = [];
  let bytes = 0;
  for (const item of items) {
    const own = item.file.size <= limits.callBytes ? item.file.size : 0;
    const last = batches.at(-1);
    if (last && last.length < photosAtOnce && bytes + own <= limits.callBytes) {
      last.push(item);
      bytes += own;
    } else {
      batches.push([item]);
      bytes = own;
    }
  }
  return batches;
}

export type BulkOutcome = Awaited<ReturnType<typeof api.repPhotos.bulk>>;
export type CsvOutcome = Omit<Awaited<ReturnType<typeof api.repPhotos.csv>>, 'added'>;

const noneYet = { successful: 0, failed: 0, skipped: 0 };
const sumOf = (one: BulkOutcome['summary'], other: BulkOutcome['summary']) => ({
  successful: one.successful + other.successful,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** Adds many photos, some at a time. @param onProgress told how many are done */
export async function sendMany(
  items: readonly RepFile[],
  replace: boolean,
  onProgress: (done: number) => void,
): Promise<BulkOutcome> {
  let all: BulkOutcome = { summary: noneYet, results: [] };
  for (const batch of batchesOf(items)) {
    const photos: File[] = [];
    const mappings: object[] = [];
    for (const { file, ...rep } of batch) {
      const { crop, ...sent } = await sentWithFace(file);
      if ('photo' in sent) photos.push(sent.photo);
      mappings.push({ ...rep, crop, ...('photo' in sent ? {} : sent) });
    }
    const { summary, results } = await api.repPhotos.bulk({
      ...(photos.length > 0 ? { photos } : {}),
      mappings: JSON.stringify(mappings),
      replace,
    });
    all = { summary: sumOf(all.summary, summary), results: [...all.results, ...results] };
    onProgress(all.results.length);
  }
  return all;
}

/** Has a photo show its face, where one is found; it stays as it is where that cannot be. */
async function centreOnFace({ id, url }: Pick<RepPhoto, 'id' | 'url'>): Promise<void> {
  const crop = await faceCropAt(url);
  if (crop) await api.repPhotos.crop({ id, crop }).catch(() => undefined);
}

/** Adds the photos that the rows of a CSV file name, some at a time. @param onProgress told how many are done */
export async function sendCsv(
  headers: string[],
  rows: string[][],
  columns: RepPhotoColumns,
  replace: boolean,
  onProgress: (done: number) => void,
): Promise<CsvOutcome> {
  let all: CsvOutcome = { summary: noneYet, failed: [] };
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const text = writeCsv([headers, ...rows.slice(at, at + rowsAtOnce)]);
    const { summary, failed, added } = await api.repPhotos.csv({
      csv: new File([text], 'photos.csv', { type: 'text/csv' }),
      columnMapping: JSON.stringify(columns),
      replace,
    });
    for (const photo of added) await centreOnFace(photo);
    all = { summary: sumOf(all.summary, summary), failed: [...all.failed, ...failed] };
    onProgress(Math.min(rows.length, at + rowsAtOnce));
  }
  return all;
}
