import { jobStore } from '#functions/kernel/paged-job-store.ts';

export type JobKind = 'enrol' | 'move' | 'resume' | 'exit';

/** What is done to many leads in the background. */
export const jobs = jobStore<JobKind>('journeyjob', 'journeyJob', 'journeyId');
