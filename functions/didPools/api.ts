/** What other nouns use of this one. They import this file and no other. */

export { lastOfPools } from './last-number.ts';
export { poolUses } from './number-uses.ts';
export {
  createPool as createDidPool,
  joinDidPool,
  joinDidPoolMany,
  poolIdsByName,
  poolsThere,
  poolThere,
} from './pools.ts';
export { numberForAgent, numberForLead, numberLeadWouldSee, numberOfPool } from './show.ts';
export { drawsFor as didDrawsFor, findPool as findDidPool } from './store.ts';
