/** What other nouns use of this one. They import this file and no other. */

export { assertActive, changeOwner } from './assign.ts';
export { distribute } from './distribute.ts';
