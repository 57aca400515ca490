import { useRef } from 'react';
import type { LeadImport } from '#shared/model/lead-import.ts';

interface Sample {
  /** ms */
  at: number;
  done: number;
}

/** A pace is believed when it was watched so long, ms. */
const watched = 3_000;

/** What an import has done of what it does now; undefined while nobody knows how much that is. */
export function shareOf({
  status,
  totalRows,
  created,
  updated,
  skipped,
  failed,
  undo,
}: LeadImport): { done: number; of: number } | undefined {
  if (status === 'undoing' && undo) return { done: undo.removed, of: created };
  if (status !== 'running' || totalRows === null) return undefined;
  return { done: created + updated + skipped + failed, of: totalRows };
}

/** Seconds that are left at the pace since the first look; undefined while that is not known. */
export function secondsLeft(first: Sample, now: Sample, of: number): number | undefined {
  const passed = now.at - first.at;
  const came = now.done - first.done;
  if (passed < watched || came <= 0) return undefined;
  return Math.round(((of - now.done) * passed) / came / 1000);
}

/** How long an import or its undoing still takes, as this page has seen it come on. */
export function useSecondsLeft(item: LeadImport, at: number): number | undefined {
  const first = useRef<(Sample & { status: string }) | null>(null);
  const share = shareOf(item);
  if (!share) {
    first.current = null;
    return undefined;
  }
  if (first.current?.status !== item.status) first.current = { at, done: share.done, status: item.status };
  return secondsLeft(first.current, { at, done: share.done }, share.of);
}
