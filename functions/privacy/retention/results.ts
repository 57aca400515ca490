import type { RetentionResult, SpareReason } from '#shared/model/retention.ts';
import { type ChunkRecord, chunksOf, type RunRecord } from './store.ts';

const countsOf = (chunks: readonly ChunkRecord[]): RetentionResult['spared'] => {
  const counts = new Map<SpareReason, number>();
  for (const { spared } of chunks)
    for (const [reason, count] of Object.entries(spared) as [SpareReason, number][])
      counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
};

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

/** What became of each kind of data in a run, as its pages say that were written down: also while it is worked. */
export async function resultsOf(run: RunRecord): Promise<RetentionResult[]> {
  const chunks = await chunksOf(run.runId);
  return run.terms.map(({ kind, title, term, before }) => {
    const own = chunks.filter((chunk) => chunk.kind === kind);
    const done = own.filter(({ isDone }) => isDone);
    const spared = countsOf(own);
    const oldest = own.flatMap((chunk) => chunk.oldest ?? []).sort()[0] ?? null;
    return {
      kind,
      title,
      term,
      before,
      found: sum(own.map(({ items }) => items.length)) + sum(spared.map(({ count }) => count)),
      erased: sum(done.map(({ items, failed }) => items.length - failed)),
      spared,
      failed: sum(own.map(({ failed }) => failed)),
      oldest,
      goesOn: run.stopped[kind] !== undefined,
    };
  });
}
