import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { newId } from '#functions/kernel/ids.ts';
import { pagination } from '#functions/kernel/paging.ts';
import { commit, onRefused } from '#functions/kernel/table.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import { exportProblem, frameCountOf } from '#shared/model/export-limits.ts';
import {
  personalisedLimits as limits,
  type PersonalisedBatch,
  type PersonalisedRecord,
} from '#shared/model/personalised.ts';
import { type ExportSource, exportFiles, plainName } from '../exports/use-cases.ts';
import { insertPart } from '../exports/video/store.ts';
import { projectWithElements } from '../projects/read.ts';
import { sceneData } from '../variables/scene-data.ts';
import { findBatch, finishBatch, insertBatch, outcomesOf, placeOf, type StoredBatch } from './store.ts';

/** Chunks of a batch: with the batch and its event they fit into one transaction. */
const maxChunks = 97;
/** Records that one message should hold. */
const chunkRecords = 10;
/** How long a download address works, in seconds. */
const downloadSeconds = 600;

export const batchAnswer = (batch: StoredBatch): PersonalisedBatch => ({
  id: batch.batchId,
  projectId: batch.projectId,
  status: batch.status,
  total: batch.total,
  done: batch.done,
  failed: batch.failed,
  progress: Math.floor((100 * (batch.done + batch.failed)) / batch.total),
  options: batch.options,
  createdAt: batch.createdAt,
  updatedAt: batch.updatedAt,
});

export async function batchOr404(batchId: string): Promise<StoredBatch> {
  const batch = await findBatch(batchId);
  if (!batch) throw notFound('The batch');
  return batch;
}

/** Where the video of a record lies; records of the same data have the same. */
export const fileKey = (batchId: string, file: string) => `${batchId}/videos/${file}`;
export const downloadKey = (batchId: string, kind: 'zip' | 'csv') => `${batchId}/download.${kind}`;

export async function recordsOf(batchId: string): Promise<PersonalisedRecord[]> {
  const stored = await exportFiles().get(`${batchId}/records.json`);
  return stored ? (JSON.parse(stored.toString()) as PersonalisedRecord[]) : [];
}

/** What a record's file is called: its own name or the project's, and its place, which keeps names apart. */
export function filenameOf(batch: StoredBatch, record: PersonalisedRecord | undefined, n: number): string {
  const place = String(n + 1).padStart(String(batch.total).length, '0');
  return `${place} ${plainName(record?.name ?? batch.name)}.${batch.options.videoFormat}`;
}

function assertFits(options: ExportOptions, records: readonly PersonalisedRecord[]): void {
  const problem = exportProblem(options);
  if (problem) throw badRequest(problem);
  const frames = frameCountOf(options) * records.length;
  if (frames > limits.frames)
    throw badRequest(
      `These are ${frames.toLocaleString('en-US')} frames in all; a batch may have ${limits.frames.toLocaleString('en-US')}. Make the videos shorter or the batch smaller.`,
    );
  let total = 0;
  for (const [n, record] of records.entries()) {
    const { length } = JSON.stringify(record);
    total += length;
    if (length > limits.recordLength)
      throw badRequest(`Record ${n + 1} is too large: it may have ${limits.recordLength} characters.`);
  }
  if (total > limits.totalLength)
    throw badRequest('The records are too large together. Make several batches.');
}

/** Stores a batch and asks for it. @throws 400 with what does not fit */
export async function createBatch(
  projectId: string,
  options: ExportOptions,
  records: PersonalisedRecord[],
): Promise<PersonalisedBatch> {
  assertFits(options, records);
  const project = await projectWithElements(projectId);
  const batchId = newId('bat');
  const at = clock.iso();
  const batch: StoredBatch = {
    batchId,
    projectId,
    name: project.name,
    options,
    status: 'processing',
    total: records.length,
    done: 0,
    failed: 0,
    leaseUntil: 0,
    createdAt: at,
    updatedAt: at,
  };
  const source: ExportSource = { project, data: await sceneData(), seed: 1 };
  await exportFiles().put(`${batchId}/source.json`, JSON.stringify(source), 'application/json');
  await exportFiles().put(`${batchId}/records.json`, JSON.stringify(records), 'application/json');
  const size = Math.max(chunkRecords, Math.ceil(records.length / maxChunks));
  const chunks = Array.from({ length: Math.ceil(records.length / size) }, (_, n) =>
    insertPart(batchId, n, { from: n * size, to: Math.min(records.length, (n + 1) * size) }),
  );
  await commit(
    insertBatch(batch),
    event('content.personalised.requested', batchId, { projectId, batchId, records: records.length }),
    chunks,
  );
  return batchAnswer(batch);
}

export async function listItems(batchId: string, page: number, limit: number) {
  const batch = await batchOr404(batchId);
  const from = (page - 1) * limit;
  const to = Math.min(batch.total, from + limit);
  const records = await recordsOf(batchId);
  const outcomes = from < to ? await outcomesOf(batchId, from, to) : [];
  const byPlace = new Map(outcomes.map((outcome) => [outcome.place, outcome]));
  const items = await Promise.all(
    Array.from({ length: Math.max(0, to - from) }, async (_, i) => {
      const n = from + i;
      const outcome = byPlace.get(placeOf(n));
      const filename = filenameOf(batch, records[n], n);
      return {
        n,
        filename,
        status: outcome?.status ?? ('waiting' as const),
        fileSize: outcome?.fileSize ?? null,
        errorMessage: outcome?.errorMessage ?? null,
        downloadUrl: outcome?.file
          ? await exportFiles().downloadUrl(fileKey(batchId, outcome.file), filename, downloadSeconds)
          : null,
      };
    }),
  );
  return { items, pagination: pagination(page, limit, batch.total) };
}

/** @throws 409 while the batch is not finished */
export async function downloadBatch(batchId: string) {
  const { status, download, name } = await batchOr404(batchId);
  if (status === 'cancelled') throw conflict('The batch was cancelled. What was made is in its list.');
  if (!download) throw conflict('The batch is not finished yet.');
  const filename = `${plainName(name)}.${download}`;
  const downloadUrl = await exportFiles().downloadUrl(
    downloadKey(batchId, download),
    filename,
    downloadSeconds,
  );
  return { downloadUrl, filename, expiresIn: downloadSeconds };
}

/** Stops a batch; renderers at work see it at their next record. @throws 409 when it has ended */
export async function cancelBatch(batchId: string): Promise<PersonalisedBatch> {
  const batch = await batchOr404(batchId);
  await commit(finishBatch(batch, { status: 'cancelled', updatedAt: clock.iso() })).catch((error) =>
    onRefused(error, () => conflict('The batch has ended already.')),
  );
  return batchAnswer(await batchOr404(batchId));
}
