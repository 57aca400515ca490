/** What other nouns use of this one. They import this file and no other. */

export { isWithdrawn, type Move, movePlaced, recordPlaced, withdrawPlaced } from './placed-calls.ts';
export { countActive } from './read.ts';
export { earlierCalls, findCall, isOnExchange, lastCallWith, quietAt } from './store.ts';
export { resultOf } from './timeline.ts';
