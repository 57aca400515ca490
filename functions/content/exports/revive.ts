import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { earlierExports, findExport, noteProgress } from './store.ts';
import { reviveVideo } from './video/revive.ts';
import { leaseMs } from './work.ts';

/** A renderer that has told of nothing for so long has died, and its message may be used up; ms. */
const quietMs = 1.5 * leaseMs;

/**
 * The sweeper's part: asks again for an export whose renderer died and whose message is used up. A video that has been
 * divided is looked after part by part.
 */
export const exportWork = jobWork({
  find: findExport,
  isOpen: ({ status }) => status === 'processing',
  quietAt: ({ leaseUntil, progressAt, partsTotal }) =>
    partsTotal === undefined ? Math.max(leaseUntil, Date.parse(progressAt) + quietMs) : 0,
  revive: async (item, exportId) => {
    if (item.partsTotal !== undefined) return reviveVideo(item);
    const { projectId, options } = item;
    await accepted(
      commit(
        noteProgress(exportId, {
          stage: 'queued',
          progress: 0,
          message: 'Waiting for a renderer',
          progressAt: clock.iso(),
          leaseUntil: 0,
        }),
        event('content.export.requested', exportId, { projectId, exportId, exportType: options.exportType }),
      ),
    );
  },
  againMs: quietMs,
  earlier: earlierExports,
});
