/** What other nouns use of this one. They import this file and no other. */

export { callingReadinessWork } from './dialler/dial.ts';
export { callingListWork } from './fill.ts';
export { hearPlaced } from './lines/hear.ts';
export { createList as createCallingList } from './lists.ts';
export { promisedCallbacks } from './promised.ts';
export { callingTurnWork } from './results.ts';
