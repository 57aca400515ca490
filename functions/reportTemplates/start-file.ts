import { onBehalfOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import { findUser } from '#functions/users/api.ts';
import { refusalFor } from '#shared/model/permissions.ts';
import { beginFile } from './make.ts';
import { changeRun } from './runs.ts';
import type { RunRecord } from './store.ts';

/** The file of a run is looked for so long after it was begun, and again after as long; ms. */
export const fileLookMs = 15_000;

/** What goes out by mail is an export. */
const needed = ['reports.schedule', 'reports.export'] as const;

/** Whoever set the schedule, while they may have reports sent; the reason why not otherwise. */
export async function plannerOf({ setBy }: RunRecord) {
  const user = await findUser(setBy);
  if (!user) return 'Whoever planned it is no longer a user of the workspace.';
  const isRefused = needed.some((permission) => refusalFor(user.role, user.permissions ?? {}, permission));
  if (!user.isActive || isRefused)
    return `${user.firstLast || user.username}, who planned it, may not have reports sent any more.`;
  const { userId, role, username } = user;
  return { userId, role, username };
}

/** Has a run's file made, of what the actor may see. @throws where somebody else was quicker */
export async function startFile(run: RunRecord): Promise<RunRecord> {
  const exportId = await beginFile(run);
  return changeRun(run, { exportId, begunAt: clock.now() }, clock.now() + fileLookMs);
}

/** Has the file of a run made now, so that whoever asked does not wait for the sweeper's minute, which does it otherwise. */
export async function startFileNow(run: RunRecord): Promise<RunRecord> {
  const planner = await plannerOf(run);
  if (typeof planner === 'string') return run;
  try {
    return await onBehalfOf(planner, 'scheduled report', () => startFile(run));
  } catch (error) {
    log.info('A report that was to go out now is left to the sweeper', { error: (error as Error).message });
    return run;
  }
}
