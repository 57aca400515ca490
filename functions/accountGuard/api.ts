/*
 * What both users and sign-in stand on: links that work once, the mails that carry them, their rates, and lock-outs.
 * Other nouns import this file and no other.
 */

export { type AccountMail, accountMail, accountMailsWork, askForMail } from './account-mails.ts';
export { callerAddress } from './address.ts';
export { linkSeconds } from './link-limits.ts';
export { clearLockouts, countSignUp, guardingPassword } from './lockout.ts';
export { assertRate, withinPlatformRate, withinRate } from './mail-rates.ts';
export { issueToken, linkOver, revokeToken, withToken } from './one-time-token.ts';
