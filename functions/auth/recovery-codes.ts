import { createHash, randomBytes } from 'node:crypto';

/** As many as people are used to; each signs in once where the app is not at hand. */
const count = 10;
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const letters = 16;

/** `K7QX-…`: 16 of 30 letters and digits that nobody confuses, 78 bits, so that a plain hash cannot be guessed back. */
function newCode(): string {
  let code = '';
  while (code.length < letters)
    // Bytes above the last whole multiple would make some letters likelier.
    for (const byte of randomBytes(letters))
      if (byte < 240 && code.length < letters) code += alphabet[byte % alphabet.length];
  return code.match(/.{4}/g)!.join('-');
}

export const newRecoveryCodes = (): string[] => Array.from({ length: count }, newCode);

/** What is stored. Case, spaces and hyphens do not count when one is typed. */
export const hashOfCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId} ${bare(code)}`)
    .digest('base64url');

const bare = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

export const isRecoveryCode = (code: string): boolean => bare(code).length === letters;
