import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored of a secret of at least 192 random bits: so much chance cannot be guessed back from a plain hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares in constant time; a hash that is missing is the same as none. */
export const isSame = (hash: string | undefined, other: string): boolean =>
  hash !== undefined &&
  hash.length === other.length &&
  timingSafeEqual(Buffer.from(hash), Buffer.from(other));
