import { createHash, randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
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
