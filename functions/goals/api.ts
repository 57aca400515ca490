/** What other nouns use of this one. They import this file and no other. */

export { goalWork } from './evaluate.ts';
export { createGoal } from './goals.ts';
export { everyGoal } from './store.ts';
export { goalCrossingWork } from './tell.ts';
