import { workOn } from '#functions/jobs/worker.ts';
import { findRequest } from '#functions/privacy/store.ts';
import { eventually } from './eventually.ts';

/** Works a privacy request to its end, as the worker of jobs does when it is given the job's messages. */
export const workRequest = (requestId: string): Promise<void> =>
  eventually(async () => {
    const { jobId } = (await findRequest(requestId))!;
    await workOn({ jobId });
    if ((await findRequest(requestId))!.completedAt === null) throw new Error('It is not done yet.');
  }, 30_000);
