/** What other nouns use of this one. They import this file and no other. */

export { poolUses } from './number-uses.ts';
export { createPool as createDidPool } from './pools.ts';
export { numberForAgent, numberForLead } from './show.ts';
