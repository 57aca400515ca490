import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { commit, maxTransactionItems, onRefused } from '#functions/kernel/table.ts';
import type { PersonalisedBatch } from '#shared/model/personalised.ts';
import { reopenPart } from '../exports/video/store.ts';
import { chunkSizeOf } from './records.ts';
import { deleteOutcome, failedOutcomes, outcomesOf, placeOf, reopenBatch, uncountFailed } from './store.ts';
import { batchAnswer, batchOr404 } from './use-cases.ts';

/**
 * Lets the records of a batch that have no video be rendered once more: those that failed, and those that were
 * still waiting when it was cancelled. Failures are forgotten first, some at a time; the batch goes on only when all
 * are, so a retry that is cut in half is simply asked for again.
 * @throws 404; 409 while it is at work, or when every record has its video
 */
export async function retryBatch(batchId: string): Promise<PersonalisedBatch> {
  const batch = await batchOr404(batchId);
  if (batch.status === 'processing') throw conflict('The batch is at work.');
  if (batch.done === batch.total) throw conflict('Every record has its video.');
  const meanwhile = (error: unknown) =>
    onRefused(error, () => conflict('The batch has been changed meanwhile.'));
  const failed = await failedOutcomes(batchId);
  const group = maxTransactionItems - 1;
  for (let start = 0; start < failed.length; start += group) {
    const part = failed.slice(start, start + group);
    await commit(
      uncountFailed(batchId, part.length),
      part.map(({ place }) => deleteOutcome(batchId, place)),
    ).catch(meanwhile);
  }
  const known = new Set((await outcomesOf(batchId, 0, batch.total)).map(({ place }) => place));
  const size = chunkSizeOf(batch.total);
  const chunks = new Set<number>();
  for (let n = 0; n < batch.total; n++) if (!known.has(placeOf(n))) chunks.add(Math.floor(n / size));
  const { projectId } = batch;
  const records = batch.total - known.size;
  await commit(
    reopenBatch(batch, clock.iso()),
    event('content.personalised.requested', batchId, { projectId, batchId, records }),
    [...chunks].map((n) => reopenPart(batchId, n)),
  ).catch(meanwhile);
  return batchAnswer(await batchOr404(batchId));
}
