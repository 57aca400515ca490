/** What other nouns use of this one. They import this file and no other. */

export { privacyJobs } from './work.ts';
