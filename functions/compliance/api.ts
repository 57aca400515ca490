/** What other nouns use of this one. They import this file and no other. */

export { check, checkBatch, decide, keepSeconds, localTimes, nextAllowedTime, timezone } from './check.ts';
export { bookContact, keepRefusals, noteAttempt, noteBought, noteWithdrawal } from './contact.ts';
export { complianceLives } from './data-terms.ts';
export { declareEmergencies } from './declare.ts';
export { addressee, factsOfAll, type Person } from './facts.ts';
export { holidaysIn } from './holidays.ts';
export { keepConsents } from './kept-consents.ts';
export { compliancePersonalData } from './personal-data.ts';
export {
  decisions,
  declaredEmergencies,
  findListed,
  insertDecision,
  listed,
  listedAmong,
  putListed,
  readSettings,
  removeListed,
  replaceSettings,
  replaceStanding,
  standingsOf,
} from './store.ts';
