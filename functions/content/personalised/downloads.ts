import { Readable } from 'node:stream';
import { recordAudit } from '#functions/kernel/audit.ts';
import { csvRow } from '#functions/kernel/csv.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { exportFiles, plainName } from '../exports/use-cases.ts';
import { recordsOf } from './records.ts';
import { failedOutcomes, outcomesOf, type StoredBatch } from './store.ts';
import { batchOr404, downloadKey, fileKey, filenameOf } from './use-cases.ts';

/** How long a download address works, in seconds. */
const downloadSeconds = 600;
/** Links of a list work this long: a week, the most that a presigned address may; seconds. */
const linkSeconds = 7 * 24 * 3600;

async function* linksOf(batch: StoredBatch): AsyncGenerator<Buffer> {
  const { batchId, total } = batch;
  const records = await recordsOf(batch);
  yield Buffer.from(`\ufeff${csvRow(['file', 'status', 'link', 'error'])}`);
  for (const { place, status, file, errorMessage } of await outcomesOf(batchId, 0, total)) {
    const n = Number(place);
    const filename = filenameOf(batch, records[n], n);
    const link = file ? await exportFiles().downloadUrl(fileKey(batchId, file), filename, linkSeconds) : '';
    yield Buffer.from(csvRow([filename, status, link, errorMessage ?? '']));
  }
}

/** Every value of a record by its variable's name. */
function flat(data: object, prefix = ''): [string, string][] {
  return Object.entries(data).flatMap(([key, value]): [string, string][] =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? flat(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
}

/** The records that failed, why, and with what data: mended, the file can be uploaded as a new batch. */
async function* failuresOf(batch: StoredBatch): AsyncGenerator<Buffer> {
  const failed = await failedOutcomes(batch.batchId);
  const all = await recordsOf(batch);
  const rows = failed.map(({ place, errorMessage = '' }) => {
    const n = Number(place);
    return { n, errorMessage, name: all[n]?.name ?? '', values: new Map(flat(all[n]?.data ?? {})) };
  });
  const names = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  yield Buffer.from(`\ufeff${csvRow(['record', 'reason', 'file name', ...names])}`);
  for (const { n, errorMessage, name, values } of rows)
    yield Buffer.from(
      csvRow([String(n + 1), errorMessage, name, ...names.map((key) => values.get(key) ?? '')]),
    );
}

export type DownloadKind = 'zip' | 'links' | 'failures';

/**
 * An address that downloads a batch: its zip or links when it is finished, links to what there is and the failed
 * records at any time.
 * @throws 404; 409 with what is not there yet
 */
export async function downloadBatch(batchId: string, wanted?: DownloadKind) {
  const batch = await batchOr404(batchId);
  const kind = wanted ?? batch.download ?? 'zip';
  if (kind === 'zip' && batch.download !== 'zip') {
    if (batch.status === 'cancelled')
      throw conflict('The batch was cancelled. What was made is in its list.');
    if (batch.status === 'processing') throw conflict('The batch is not finished yet.');
    throw conflict('The batch is too large for a zip. Download its list of links.');
  }
  if (kind === 'failures' && batch.failed === 0) throw conflict('No record has failed.');
  if (kind === 'links' && batch.done + batch.failed === 0) throw conflict('The batch is not finished yet.');
  if (kind !== 'zip') {
    const lines = kind === 'links' ? linksOf(batch) : failuresOf(batch);
    await exportFiles().upload(
      downloadKey(batchId, kind),
      Readable.from(lines, { objectMode: false }),
      'text/csv; charset=utf-8',
    );
  }
  const target = { kind: 'batch', id: batchId, name: batch.name };
  await recordAudit('content.exported', target, { format: kind, projects: 1 });
  const words = { zip: '.zip', links: ' links.csv', failures: ' failed records.csv' };
  const filename = `${plainName(batch.name)}${words[kind]}`;
  const downloadUrl = await exportFiles().downloadUrl(downloadKey(batchId, kind), filename, downloadSeconds);
  return { downloadUrl, filename, expiresIn: downloadSeconds };
}
