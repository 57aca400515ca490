/** What other nouns use of this one. They import this file and no other. */

export { accountMailsWork, askForMail } from './account-mails.ts';
export { linkSeconds } from './link-limits.ts';
export { guardingPassword } from './lockout.ts';
export { assertRate } from './mail-rates.ts';
export { linkOver, revokeToken, withToken } from './one-time-token.ts';
