/** What other nouns use of this one. They import this file and no other. */

export { fallenConsentWrites, provenConsentWrites } from './bought-consent.ts';
export { noteNewConsent } from './new-consent.ts';
