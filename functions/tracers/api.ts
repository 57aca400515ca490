/** What other nouns use of this one. They import this file and no other. */

export { tracerSearchWork } from './abandoned.ts';
export { tracerLives, tracerTerms } from './data-terms.ts';
export { openDemo as openTracerDemo } from './demo.ts';
export { tracerJobs } from './jobs.ts';
export { tracerPersonalData } from './personal-data.ts';
export { tracingStanding } from './standing.ts';
export { tracerTermErasers } from './term-erasers.ts';
