import { workOn } from '#functions/jobs/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { findRun, readTurn } from '#functions/privacy/retention/store.ts';
import { findRequest } from '#functions/privacy/store.ts';
import { eventually } from './eventually.ts';

/** Works a privacy request to its end, as the worker of jobs does when it is given the job's messages. */
export const workRequest = (requestId: string): Promise<void> =>
  eventually(async () => {
    const { jobId } = (await findRequest(requestId))!;
    await workOn({ jobId });
    if ((await findRequest(requestId))!.completedAt === null) throw new Error('It is not done yet.');
  }, 30_000);

/** Works a tenant's last run of its terms to its end, as the worker of jobs does. */
export const workRetention = (tenantId: number): Promise<void> =>
  asSystem(tenantId, 'test', () =>
    eventually(async () => {
      const { lastRunId } = await readTurn();
      const { jobId } = (await findRun(lastRunId!))!;
      await workOn({ jobId });
      if ((await findRun(lastRunId!))!.endedAt === null) throw new Error('It is not done yet.');
    }, 30_000),
  );
