import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { send } from '#functions/kernel/queue.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { countPart, divideExport, findExport, noteVideoProgress, type StoredExport } from '../store.ts';
import { type ExportSource, exportFiles } from '../use-cases.ts';
import { failExport, leaseMs, maxAttempts } from '../work.ts';
import { partKey, removeParts } from './cleanup.ts';
import { planParts } from './plan.ts';
import {
  findPart,
  finishPart,
  insertPart,
  notePart,
  noteSent,
  partsOf,
  type StoredPart,
  takePart,
} from './store.ts';

/*
 * A video is rendered in parts, one message each:
 *
 *   requested ─divide─▶ part 0..n ─render (lease each)─▶ all parts in ─join (once)─▶ MediaConvert ─▶ completed
 *
 * A message may come twice and a renderer may die anywhere. A part is counted in the transaction that ends it,
 * so the counter reaches 0 once; whoever brings it there starts the joining, and the sweeper does when that one
 * died. Parts lie in the bucket only while the export is being made.
 */

/** Percent of the whole that rendering makes up; joining is the rest. */
const renderingShare = 80;

/** What is put on the render queue for a part of a video, or for a chunk of a batch of videos. */
export interface PartMessage {
  kind: 'part' | 'chunk';
  exportId: string;
  n: number;
}

/** Divides a video into its parts, once: all of them are written, or none. Answers how many there are. */
export async function divide({ exportId, options }: StoredExport): Promise<number> {
  const parts = Number(process.env.VIDEO_PARTS) || undefined;
  const ranges = planParts(options, { parts });
  await accepted(
    commit(
      divideExport(exportId, ranges.length),
      ranges.map((range, n) => insertPart(exportId, n, range)),
    ),
  );
  return ranges.length;
}

/** Puts parts on the render queue. */
export async function sendParts(
  parts: readonly Pick<StoredPart, 'exportId' | 'n'>[],
  kind: PartMessage['kind'] = 'part',
): Promise<void> {
  for (const { exportId, n } of parts) {
    await send('RENDER', tenantOf(), { kind, exportId, n } satisfies PartMessage);
    await accepted(commit(noteSent(exportId, n, clock.now())));
  }
}

export type TakenPart =
  | { item: StoredExport; source: ExportSource; part: StoredPart }
  /** Nothing to do: it is done, or its export has ended. */
  | 'finished'
  /** Another renderer is at it. */
  | 'held';

export async function takePartForRendering(exportId: string, n: number): Promise<TakenPart> {
  const [item, part] = await Promise.all([findExport(exportId), findPart(exportId, n)]);
  if (item?.status !== 'processing') {
    // A renderer that was killed may have left its file after the export had ended.
    await removeParts(exportId);
    return 'finished';
  }
  if (part?.status !== 'waiting') return 'finished';
  const now = clock.now();
  if (!(await accepted(commit(takePart(exportId, n, now, now + leaseMs))))) {
    const again = await findPart(exportId, n);
    return again?.status === 'waiting' ? 'held' : 'finished';
  }
  if (part.attempts >= maxAttempts) {
    await failVideo(item, 'The renderer stopped several times while it worked on this.');
    return 'finished';
  }
  const source = await exportFiles().get(`${exportId}/source.json`);
  if (!source) {
    await failVideo(item, 'What was to be drawn is no longer there.');
    return 'finished';
  }
  return { item, source: JSON.parse(source.toString()) as ExportSource, part };
}

/** Tells how far a part is and keeps its lease; answers false when it is done or its export has ended. */
export async function reportPart({ exportId, n }: StoredPart, drawn: number): Promise<boolean> {
  const lease = { drawn, leaseUntil: clock.now() + leaseMs };
  if (!(await accepted(commit(notePart(exportId, n, lease))))) return false;
  return reportRendering(exportId);
}

async function reportRendering(exportId: string): Promise<boolean> {
  const parts = await partsOf(exportId);
  const total = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const drawn = parts.reduce((sum, part) => sum + part.drawn, 0);
  const note = {
    stage: 'rendering',
    progress: Math.floor((renderingShare * drawn) / Math.max(1, total)),
    message: `Rendering, ${drawn} of ${total} frames`,
    progressAt: clock.iso(),
  };
  // Refused, too, when another part has told of more frames meanwhile.
  if (await accepted(commit(noteVideoProgress(exportId, note)))) return true;
  return (await findExport(exportId))?.status === 'processing';
}

/** Tells how far MediaConvert is. @param percent of the joining */
export const reportJoining = (exportId: string, percent: number): Promise<boolean> =>
  accepted(
    commit(
      noteVideoProgress(exportId, {
        stage: 'joining',
        progress: Math.floor(renderingShare + ((99 - renderingShare) * percent) / 100),
        message: 'Joining the parts and adding the sound',
        progressAt: clock.iso(),
      }),
    ),
  );

/** Stores a part's file and counts it, once. The file of a part that came too late is removed again. */
export async function completePart({ exportId, n, from, to }: StoredPart, body: Buffer): Promise<void> {
  await exportFiles().put(partKey(exportId, n), body, 'video/mp4');
  if (await accepted(commit(finishPart(exportId, n, to - from), countPart(exportId)))) {
    await reportRendering(exportId);
    return;
  }
  const item = await findExport(exportId);
  if (item?.status !== 'processing') await removeParts(exportId);
}

/** Gives a part back, so that the next delivery of its message may take it at once. */
export const releasePart = ({ exportId, n }: StoredPart): Promise<boolean> =>
  accepted(commit(notePart(exportId, n, { leaseUntil: 0, drawn: 0 })));

/** Ends a video with a reason, and lets its parts go. */
export async function failVideo(item: StoredExport, errorMessage: string): Promise<void> {
  await failExport(item, errorMessage);
  await removeParts(item.exportId);
}
