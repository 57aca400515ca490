import type { api } from '#web/app/api.ts';

type Dealt = Awaited<ReturnType<typeof api.leadAssignments.autoAssign>>;

/** Leads of one call: each is answered within some seconds, and how far it is can be told. */
const partSize = 50;

/**
 * Deals out `wanted` leads part by part; ends early where nothing more can be dealt.
 * @returns how many went to somebody, and what the first reason was why another did not
 */
export async function dealInParts(
  wanted: number,
  ask: (count: number) => Promise<Dealt>,
  onProgress: (dealt: number) => void,
): Promise<{ assigned: number; skipped: string | undefined }> {
  let assigned = 0;
  let skipped: string | undefined;
  while (assigned < wanted) {
    const answer = await ask(Math.min(partSize, wanted - assigned));
    assigned += answer.assigned.length;
    skipped ??= answer.skipped[0] && `${answer.skipped.length} not: ${answer.skipped[0].reason}`;
    onProgress(assigned);
    // What was left out would be the oldest again.
    if (answer.assigned.length === 0 || answer.skipped.length > 0) break;
  }
  return { assigned, skipped };
}
