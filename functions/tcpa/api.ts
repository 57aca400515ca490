/** What other nouns use of this one. They import this file and no other. */

export { check, decide, localTimes, nextAllowedTime } from './check.ts';
export { bookContact, noteAttempt, noteWithdrawal } from './contact.ts';
export { addressee, factsOfAll, type Person } from './facts.ts';
export { noteNewConsent } from './new-consent.ts';
