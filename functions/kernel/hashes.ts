import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored of a secret of at least 192 random bits: so much chance cannot be guessed back from a plain hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares in constant time; a hash that is missing is the same as none. */
export const isSame = (hash: string | undefined, other: string): boolean =>
  hash !== undefined &&
  hash.length === other.length &&
  timingSafeEqual(Buffer.from(hash), Buffer.from(other));

/**
 * One of up to 256 shards, the same for the same id. Counters of a noun and the parts of its jobs are told by it alike,
 * so that the parts of one job do not meet in a counter.
 */
export const hashShard = (id: string, shards: number): number =>
  createHash('sha1').update(id).digest()[1]! % shards;
