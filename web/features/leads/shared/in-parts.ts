import type { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';

/** Leads of one call: each is answered within a second or so, and how far it is can be told. */
const partSize = 100;

type BulkResult = Awaited<ReturnType<typeof api.leads.bulkPatch>>;
/** Hears how many of the leads have been asked for. */
export type Progress = (done: number) => void;

/**
 * Asks for many leads part by part; the answer is as of one call. When a part cannot be asked for at all, its leads
 * and those after it have failed with that sentence: what came before is done.
 */
export async function inParts(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<BulkResult>,
  onProgress?: Progress,
): Promise<BulkResult> {
  const whole: BulkResult = { summary: { successful: 0, failed: 0, skipped: 0 }, results: [] };
  for (let at = 0; at < ids.length; at += partSize) {
    const part = ids.slice(at, at + partSize);
    try {
      const { summary, results } = await ask(part);
      for (const key of ['successful', 'failed', 'skipped'] as const) whole.summary[key] += summary[key];
      whole.results.push(...results.map((one) => ({ ...one, index: one.index + at })));
    } catch (error) {
      if (at === 0) throw error;
      const rest = ids.slice(at);
      whole.summary.failed += rest.length;
      whole.results.push(
        ...rest.map((id, n) => ({ index: at + n, id, status: 'failed' as const, error: messageOf(error) })),
      );
      break;
    }
    onProgress?.(Math.min(ids.length, at + part.length));
  }
  return whole;
}
