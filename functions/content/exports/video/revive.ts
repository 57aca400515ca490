import { clock } from '#functions/kernel/clock.ts';
import { type StoredExport, unfinishedExports } from '../store.ts';
import { leaseMs, maxAttempts } from '../work.ts';
import { askAboutJob, joinWhenComplete } from './join.ts';
import { partsOf, type StoredPart } from './store.ts';
import { failVideo, sendParts } from './work.ts';

/** A part that nobody has taken may wait this long behind others before its message counts as lost, in ms. */
const queueMs = 15 * 60_000;
/** An event of MediaConvert that is later than this counts as lost, in ms. */
const eventMs = 45_000;

/** Whether no message will bring a part to a renderer any more. */
export function isLost({ status, leaseUntil, attempts, sentAt }: StoredPart): boolean {
  const now = clock.now();
  if (status === 'done' || leaseUntil >= now) return false;
  return sentAt < now - (attempts > 0 || sentAt === 0 ? 1.5 * leaseMs : queueMs);
}

async function revive(item: StoredExport): Promise<boolean> {
  if (item.jobId) {
    if (Date.parse(item.progressAt) > clock.now() - eventMs) return false;
    await askAboutJob({ ...item, jobId: item.jobId });
    return true;
  }
  if (item.partsLeft === 0) {
    if (item.leaseUntil >= clock.now()) return false;
    await joinWhenComplete(item.exportId);
    return true;
  }
  const lost = (await partsOf(item.exportId)).filter(isLost);
  if (lost.some(({ attempts }) => attempts >= maxAttempts))
    await failVideo(item, 'The renderer stopped several times while it worked on this.');
  else await sendParts(lost);
  return lost.length > 0;
}

/** The sweeper's part for videos: what a kill has left half done goes on. Answers how many it looked after. */
export async function reviveVideos(): Promise<number> {
  let revived = 0;
  for (const item of await unfinishedExports())
    if (item.partsTotal !== undefined && (await revive(item))) revived++;
  return revived;
}
