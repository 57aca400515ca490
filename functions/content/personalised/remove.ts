import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { log } from '#functions/kernel/log.ts';
import { commit } from '#functions/kernel/table.ts';
import { exportFiles } from '../exports/use-cases.ts';
import { removeParts } from '../exports/video/cleanup.ts';
import { leaseMs } from '../exports/work.ts';
import {
  allBatches,
  deleteBatch,
  earlierRemovals,
  forgetRemoval,
  insertRemoval,
  removedAt,
  removeOutcomes,
} from './store.ts';
import { batchOr404 } from './use-cases.ts';

/*
 * A batch is gone for everybody with one transaction; its files and outcomes, of which there may be thousands,
 * follow. The removal is kept until nothing can come any more: a renderer that was at a record when the batch went
 * may still bring its file.
 */

/** A renderer that was at work when a batch was removed has ended for certain after this, in ms. */
const lateMs = 300_000 + leaseMs;

async function clear(batchId: string): Promise<void> {
  await exportFiles().removeAll(`${batchId}/`);
  await removeOutcomes(batchId);
  await removeParts(batchId);
}

const withdraw = (batchId: string) => commit(deleteBatch(batchId), insertRemoval(batchId, clock.now()));

/** Removes a batch with its videos. @throws 404 */
export async function removeBatch(batchId: string): Promise<void> {
  await batchOr404(batchId);
  await withdraw(batchId);
  // What is not cleared now the sweeper clears: the batch is gone either way.
  await clear(batchId).catch((error) =>
    log.warn('A removed batch is cleared later.', { batchId, error: error as Error }),
  );
}

/** Removes the batches of a project that is removed; the sweeper clears them. */
export async function removeBatchesOf(projectId: string): Promise<void> {
  for (const batch of await allBatches()) if (batch.projectId === projectId) await withdraw(batch.batchId);
}

/** The sweeper's part: clears what a removed batch has left. */
export const batchRemovalWork: DueWork = {
  async look(batchId) {
    const at = await removedAt(batchId);
    if (at === undefined) return undefined;
    await clear(batchId);
    if (at >= clock.now() - lateMs) return at + lateMs + 1;
    await forgetRemoval(batchId);
    return undefined;
  },
  earlier: earlierRemovals,
};
