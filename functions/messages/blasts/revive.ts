import { tenantOf } from '#functions/kernel/actor.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { send } from '#functions/kernel/queue.ts';
import { earlierBlasts, findBlast, idleAt, isIdle, isOver } from './store.ts';

/** The sweeper's part: a turn for a blast that nobody is at. */
export const blastWork = jobWork({
  find: findBlast,
  isOpen: (blast) => !isOver(blast) && !isIdle(blast),
  quietAt: idleAt,
  revive: (_, blastId) => send('MESSAGES', tenantOf(), { blastId }),
  againMs: 60_000,
  earlier: earlierBlasts,
});
