import { onBehalfOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { wasOvertaken } from '#functions/kernel/retry.ts';
import { ownStanding, standingReasons } from '#functions/tenants/api.ts';
import { mailEverybody } from './mail.ts';
import { fileOf } from './make.ts';
import { changeRun } from './runs.ts';
import { fileLookMs, plannerOf, startFile } from './start-file.ts';
import { findRun, type RunRecord } from './store.ts';
import { tellOfFailure } from './tell.ts';

/* The sweeper's part at a run: its file is begun, then looked for, then mailed to one after another. */

/** Tries in all, each later than the one before. */
const tries = 5;
const firstWaitMs = 60_000;
/** A file that is not ready so long after it was begun will not be, ms. */
const fileLatestMs = 3_600_000;

const fail = (run: RunRecord, reason: string): Promise<RunRecord> =>
  changeRun(run, { status: 'failed', reason, tellOwner: true, endedAt: clock.iso() });

/** One step on with a run. @returns when it is looked at again, where nothing was written */
async function advance(run: RunRecord): Promise<NextLook> {
  if (run.exportId === null) {
    await startFile(run);
    return undefined;
  }
  const file = await fileOf(run.exportId);
  if (file === 'working') {
    if (clock.now() - run.begunAt < fileLatestMs) return clock.now() + fileLookMs;
    throw new Error('The file was not ready within an hour.');
  }
  return mailEverybody(run, file);
}

/** What failed is tried again from the beginning, later each time; what is refused is not. */
async function tryLater(runId: string, error: Error): Promise<void> {
  const run = await findRun(runId);
  if (run?.status !== 'working') return;
  const isForGood = error instanceof AppError && error.status < 500 && error.status !== 429;
  const attempts = run.attempts + 1;
  if (isForGood || attempts >= tries) await fail(run, error.message.slice(0, 300));
  else await changeRun(run, { attempts, exportId: null }, clock.now() + firstWaitMs * 2 ** run.attempts);
}

async function work(run: RunRecord, runId: string): Promise<NextLook> {
  const standing = await ownStanding();
  if (standing !== 'active') {
    await changeRun(run, {
      status: 'missed',
      reason: standingReasons[standing].sentence,
      endedAt: clock.iso(),
    });
    return undefined;
  }
  const by = await plannerOf(run);
  if (typeof by === 'string') {
    await fail(run, by);
    return undefined;
  }
  try {
    // It has what whoever planned it may see.
    return await onBehalfOf(by, 'scheduled report', () => advance(run));
  } catch (error) {
    // Another worker is at it.
    if (wasOvertaken(error)) return clock.now() + firstWaitMs;
    await tryLater(runId, error as Error);
    return undefined;
  }
}

export const reportRunWork: DueWork = {
  async look(runId) {
    const run = await findRun(runId);
    if (!run) return undefined;
    const next = run.status === 'working' ? await work(run, runId) : undefined;
    const after = await findRun(runId);
    if (after?.tellOwner && after.status !== 'working') await tellOfFailure(after);
    return next;
  },
  earlier: async () => [],
};
