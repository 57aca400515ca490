/** What other nouns use of this one. They import this file and no other. */

export { assertActive, changeOwner } from './assign.ts';
export { assignmentJobs } from './assign-chosen.ts';
export { distribute } from './distribute.ts';
export { noteAnsweredCaller } from './inbound.ts';
