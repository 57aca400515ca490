import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import {
  cutoffOf,
  type RetentionPreview,
  refusalOfTerm,
  retentionLimits,
  type SpareReason,
  type Term,
} from '#shared/model/retention.ts';
import { termKindOr404 } from './kinds.ts';
import { firstRunAt, zoneOf } from './next-run.ts';
import { planPage } from './plan.ts';

/** Counting ends after so long, and tells that there may be more; ms. */
const countMs = 12_000;

/**
 * How much of a kind of data a term would take at this moment.
 * @param most items that are counted at most
 * @throws 400, 404
 */
export async function previewRule(
  { kind, term }: { kind: string; term: Term },
  most: number = retentionLimits.counted,
): Promise<RetentionPreview> {
  const known = termKindOr404(kind);
  const refusal = refusalOfTerm(term, known.least ?? null);
  if (refusal) throw badRequest(refusal, { field: 'term' });
  const zone = await zoneOf();
  const before = cutoffOf(zone, clock.now(), term);
  const until = clock.now() + countMs;
  const spared = new Map<SpareReason, number>();
  let [count, oldest, cursor]: [number, string | null, string | null] = [0, null, null];
  do {
    const page: Awaited<ReturnType<typeof planPage>> = await planPage(known, before, cursor);
    count += page.items.length;
    if (page.oldest !== null && (oldest === null || page.oldest < oldest)) oldest = page.oldest;
    for (const [reason, more] of Object.entries(page.spared) as [SpareReason, number][])
      spared.set(reason, (spared.get(reason) ?? 0) + more);
    cursor = page.next;
  } while (cursor !== null && count < most && clock.now() < until);
  return {
    kind,
    count: Math.min(count, most),
    isMore: cursor !== null || count > most,
    oldest,
    spared: [...spared].map(([reason, one]) => ({ reason, count: one })).sort((a, b) => b.count - a.count),
    firstRunAt: firstRunAt(zone, clock.now()),
  };
}
