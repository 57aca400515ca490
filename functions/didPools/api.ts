/** What other nouns use of this one. They import this file and no other. */

export { poolUses } from './number-uses.ts';
export { createPool as createDidPool } from './pools.ts';
export { numberForAgent, numberForLead, numberOfPool } from './show.ts';
export { findPool as findDidPool } from './store.ts';
