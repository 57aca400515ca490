/** What other nouns use of this one. They import this file and no other. */

export {
  CapReached,
  capSentence,
  capsOfPlan,
  capsSetFor,
  giveBackOfDay,
  nextDayOfCaps,
  ownCaps,
  takeOfDay,
  takingMessage,
} from './caps.ts';
export { confirmationWrites } from './confirm-admin.ts';
export { createTenant, eventEntity, type NewTenant } from './create.ts';
export { fileTime } from './file-time.ts';
export { findTenant, listTenantIds, tenantById } from './read.ts';
export { assertMayLeave, ownStanding, standingReasons } from './standing.ts';
export { find, numbersAfter, type StoredTenant, updateWrite } from './store.ts';
