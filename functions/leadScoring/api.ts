/** What other nouns use of this one. They import this file and no other. */

export { leadScoringJobs } from './training-job.ts';
