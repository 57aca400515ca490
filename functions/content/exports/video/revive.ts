import { clock } from '#functions/kernel/clock.ts';
import type { NextLook } from '#functions/kernel/due.ts';
import type { StoredExport } from '../store.ts';
import { leaseMs, maxAttempts } from '../work.ts';
import { askAboutJob, joinWhenComplete } from './join.ts';
import { partsOf, type StoredPart } from './store.ts';
import { failVideo, sendParts } from './work.ts';

/**
 * A part that nobody has taken waits behind others, or its message came to a renderer that died before it could say
 * so: SQS hides that one for six time-outs. Its message is sent again after so long, then after twice as long, and so
 * on; ms.
 */
const firstQueueMs = 60_000;
const longestQueueMs = 15 * 60_000;
/** An event of MediaConvert that is later than this counts as lost, in ms. */
const eventMs = 45_000;

/** Whether no message will bring a part to a renderer any more. */
export function isLost({ status, leaseUntil, attempts, sentAt, sends = 1 }: StoredPart): boolean {
  const now = clock.now();
  if (status === 'done' || leaseUntil >= now) return false;
  const queueMs = Math.min(longestQueueMs, firstQueueMs * 2 ** (sends - 1));
  return sentAt < now - (attempts > 0 || sentAt === 0 ? 1.5 * leaseMs : queueMs);
}

/** The sweeper's part for a video that has been divided: what a kill has left half done goes on. */
export async function reviveVideo(item: StoredExport): Promise<NextLook> {
  const now = clock.now();
  if (item.jobId) {
    const quietAt = Date.parse(item.progressAt) + eventMs;
    if (quietAt > now) return quietAt;
    await askAboutJob({ ...item, jobId: item.jobId });
    return now + eventMs;
  }
  if (item.partsLeft === 0) {
    if (item.leaseUntil >= now) return item.leaseUntil;
    await joinWhenComplete(item.exportId);
    return now + leaseMs;
  }
  const lost = (await partsOf(item.exportId)).filter(isLost);
  if (lost.some(({ attempts }) => attempts >= maxAttempts))
    await failVideo(item, 'The renderer stopped several times while it worked on this.');
  else await sendParts(lost);
  return now + leaseMs;
}
