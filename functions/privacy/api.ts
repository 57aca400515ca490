/** What other nouns use of this one. They import this file and no other. */

export { retentionWork } from './retention/due.ts';
export { retentionJobs } from './retention/run.ts';
export { privacyJobs } from './work.ts';
