import { createHash, randomBytes } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';
import { clock } from './clock.ts';

const ulid = monotonicFactory();

/** A new id that carries its kind and sorts by time: `usr_01J…`. */
export function newId(prefix: string): string {
  return `${prefix}_${ulid(clock.now())}`;
}

/** 160 random bits in base64url, for tokens and unguessable addresses. */
export function randomToken(bytes = 20): string {
  return randomBytes(bytes).toString('base64url');
}

/** The same id for the same parts, so that a message given twice makes one thing. */
export function deterministicId(prefix: string, ...parts: string[]): string {
  return `${prefix}_${createHash('sha256').update(parts.join('\u0000')).digest('base64url').slice(0, 26)}`;
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The same id for the same time and parts, which sorts by its time as those of `newId` do: for things whose lists are
 * read in the order of their ids.
 * @param at ms since 1970
 */
export function timedId(prefix: string, at: number, ...parts: string[]): string {
  const mark = createHash('sha256').update(parts.join('\u0000')).digest().subarray(0, 16);
  return `${prefix}_${encodeTime(at, 10)}${[...mark].map((byte) => crockford[byte % 32]).join('')}`;
}

/** The time that an id begins with, ms since 1970; undefined where it begins with none. */
export function timeOfId(id: string): number | undefined {
  const time = id.slice(id.indexOf('_') + 1);
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(time) ? decodeTime(time) : undefined;
}
