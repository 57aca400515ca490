import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { newId } from '#functions/kernel/ids.ts';
import { pagination } from '#functions/kernel/paging.ts';
import { ConditionFailed, commit, onRefused } from '#functions/kernel/table.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import { exportProblem, frameCountOf } from '#shared/model/export-limits.ts';
import {
  personalisedLimits as limits,
  type PersonalisedBatch,
  type PersonalisedItem,
  type PersonalisedRecord,
} from '#shared/model/personalised.ts';
import { type ExportSource, exportFiles, plainName } from '../exports/use-cases.ts';
import { insertPart } from '../exports/video/store.ts';
import { projectWithElements } from '../projects/read.ts';
import { sceneDataNow } from '../variables/scene-data.ts';
import { chunksOf, inTurns, recordsOf, storeRecords } from './records.ts';
import {
  allBatches,
  failedOutcomes,
  findBatch,
  finishBatch,
  insertBatch,
  outcomesOf,
  placeOf,
  type StoredBatch,
  type StoredOutcome,
} from './store.ts';

/** How long a download address works, in seconds. */
const downloadSeconds = 600;

export const batchAnswer = (batch: StoredBatch): PersonalisedBatch => ({
  id: batch.batchId,
  projectId: batch.projectId,
  name: batch.name,
  status: batch.status,
  total: batch.total,
  done: batch.done,
  failed: batch.failed,
  progress: Math.floor((100 * (batch.done + batch.failed)) / batch.total),
  download: batch.download ?? null,
  options: batch.options,
  createdAt: batch.createdAt,
  updatedAt: batch.updatedAt,
  expiresAt: new Date(batch.expiresAt * 1000).toISOString(),
});

export async function batchOr404(batchId: string): Promise<StoredBatch> {
  const batch = await findBatch(batchId);
  if (!batch) throw notFound('The batch');
  return batch;
}

/** Where the video of a record lies; records of the same data have the same. */
export const fileKey = (batchId: string, file: string) => `${batchId}/videos/${file}`;
export const downloadKey = (batchId: string, kind: 'zip' | 'links' | 'failures') =>
  `${batchId}/download/${kind}.${kind === 'zip' ? 'zip' : 'csv'}`;

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

interface NewBatch {
  projectId: string;
  options: ExportOptions;
  records: PersonalisedRecord[];
  /** Where it follows from something else, so that asking twice makes one. */
  batchId?: string;
  /** What it is called; the project's name otherwise. */
  name?: string;
  /** Writes that go with it. */
  also?: object[];
}

/** Stores a batch and asks for it; one that is there under its id is answered. @throws 400 with what does not fit */
export async function createBatch({
  projectId,
  options,
  records,
  batchId = newId('bat'),
  name,
  also = [],
}: NewBatch): Promise<PersonalisedBatch> {
  const before = await findBatch(batchId);
  if (before) return batchAnswer(before);
  assertFits(options, records);
  const project = await projectWithElements(projectId);
  const at = clock.iso();
  const batch: StoredBatch = {
    batchId,
    projectId,
    name: name ?? project.name,
    options,
    status: 'processing',
    total: records.length,
    done: 0,
    failed: 0,
    leaseUntil: 0,
    createdAt: at,
    updatedAt: at,
    expiresAt: clock.seconds() + limits.keptDays * 24 * 3600,
  };
  const source: ExportSource = { project, data: await sceneDataNow(project.elements), seed: 1 };
  await exportFiles().put(`${batchId}/source.json`, JSON.stringify(source), 'application/json');
  await storeRecords(batchId, records);
  const { expiresAt } = batch;
  const chunks = chunksOf(records.length).map((range, n) => insertPart(batchId, n, range, { expiresAt }));
  await commit(
    insertBatch(batch),
    event('content.personalised.requested', batchId, { projectId, batchId, records: records.length }),
    chunks,
    also,
  ).catch((error) => {
    // Somebody else asked for the same at this moment.
    if (!(error instanceof ConditionFailed)) throw error;
  });
  return batchAnswer(await batchOr404(batchId));
}

/** Batches, newest first; of one project where it is named. */
export async function listBatches(projectId: string | undefined, page: number, limit: number) {
  const found = (await allBatches()).filter((batch) => !projectId || batch.projectId === projectId);
  const start = (page - 1) * limit;
  return {
    batches: found.slice(start, start + limit).map(batchAnswer),
    pagination: pagination(page, limit, found.length),
  };
}

async function itemOf(
  batch: StoredBatch,
  n: number,
  record: PersonalisedRecord | undefined,
  outcome: StoredOutcome | undefined,
): Promise<PersonalisedItem> {
  const filename = filenameOf(batch, record, n);
  return {
    n,
    filename,
    status: outcome?.status ?? 'waiting',
    fileSize: outcome?.fileSize ?? null,
    errorMessage: outcome?.errorMessage ?? null,
    downloadUrl: outcome?.file
      ? await exportFiles().downloadUrl(fileKey(batch.batchId, outcome.file), filename, downloadSeconds)
      : null,
  };
}

/** A page of a batch's videos, in the order of the records. */
export async function listItems(batchId: string, page: number, limit: number) {
  const batch = await batchOr404(batchId);
  const from = Math.min(batch.total, (page - 1) * limit);
  const to = Math.min(batch.total, from + limit);
  const [records, outcomes] = await Promise.all([
    recordsOf(batch, from, to),
    from < to ? outcomesOf(batchId, from, to) : [],
  ]);
  const byPlace = new Map(outcomes.map((outcome) => [outcome.place, outcome]));
  const items = await Promise.all(
    Array.from({ length: to - from }, (_, i) =>
      itemOf(batch, from + i, records[i], byPlace.get(placeOf(from + i))),
    ),
  );
  return { items, pagination: pagination(page, limit, batch.total) };
}

/** A page of the records that failed. */
export async function listFailed(batchId: string, page: number, limit: number) {
  const batch = await batchOr404(batchId);
  const failed = await failedOutcomes(batchId);
  const shown = failed.slice((page - 1) * limit, page * limit);
  const items = await inTurns(shown, async (outcome) => {
    const n = Number(outcome.place);
    const [record] = await recordsOf(batch, n, n + 1);
    return itemOf(batch, n, record, outcome);
  });
  return { items, pagination: pagination(page, limit, failed.length) };
}

/** Stops a batch; renderers at work see it at their next record. @throws 409 when it has ended */
export async function cancelBatch(batchId: string): Promise<PersonalisedBatch> {
  const batch = await batchOr404(batchId);
  await commit(finishBatch(batch, { status: 'cancelled', updatedAt: clock.iso() })).catch((error) =>
    onRefused(error, () => conflict('The batch has ended already.')),
  );
  return batchAnswer(await batchOr404(batchId));
}
