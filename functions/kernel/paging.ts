import { ElectroError } from 'electrodb';
import type { z } from 'zod';
import { badRequest } from './errors.ts';
import { ForeignPartition } from './partitions.ts';

/** One read of an index: ElectroDB's `query.x(...).go({ cursor, limit })`. */
export type Read<T> = (options: {
  cursor: string | null;
  limit: number;
}) => Promise<{ data: T[]; cursor: string | null }>;

/** DynamoDB answers at most 1 MB a read; asking for more items than this at once gains nothing. */
const skipAtOnce = 1000;

/**
 * The n-th page of an index, from 1. What lies before it is read and skipped, because DynamoDB has no offset:
 * meant for lists that a person turns over, not for lists of millions, which go on from a cursor.
 */
export async function pageOf<T>(read: Read<T>, page: number, limit: number): Promise<T[]> {
  let cursor: string | null = null;
  for (let before = (page - 1) * limit; before > 0; ) {
    const skipped: Awaited<ReturnType<Read<T>>> = await read({ cursor, limit: Math.min(before, skipAtOnce) });
    before -= skipped.data.length;
    cursor = skipped.cursor;
    if (!cursor) return [];
  }
  const items: T[] = [];
  while (items.length < limit) {
    const more: Awaited<ReturnType<Read<T>>> = await read({ cursor, limit: limit - items.length });
    items.push(...more.data);
    cursor = more.cursor;
    if (!cursor) break;
  }
  return items;
}

/** Items of one read, where not all that is read is taken. */
const readAtOnce = 100;

/** The first items that pass, at most `limit`. */
export async function firstThat<T>(read: Read<T>, passes: (item: T) => boolean, limit: number): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  do {
    const more: Awaited<ReturnType<Read<T>>> = await read({ cursor, limit: Math.max(limit, readAtOnce) });
    found.push(...more.data.filter(passes));
    cursor = more.cursor;
  } while (cursor && found.length < limit);
  return found.slice(0, limit);
}

const notOurs = () =>
  badRequest('This cursor is not one that this list gave. Please begin again without it.');

/**
 * Cursors of a list that knows its own places: text of a place and back. A place names no tenant, so one that was
 * made up shows nothing that its maker may not see. `placeOf` throws 400 for what no list gave.
 */
export function placeCursor<T extends z.ZodType>(place: T) {
  return {
    cursorOf: (at: z.output<T>): string => Buffer.from(JSON.stringify(at)).toString('base64url'),
    placeOf(cursor: string): z.output<T> {
      try {
        return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
      } catch {
        throw notOurs();
      }
    },
  };
}

const isOfCursor = (error: unknown) =>
  error instanceof ElectroError ||
  error instanceof ForeignPartition ||
  (error instanceof Error && error.name === 'ValidationException');

/**
 * One read that goes on from a cursor which a caller gave back. It may have been made up.
 * @throws 400 when this list never gave it
 */
export async function fromCursor<T>(
  read: Read<T>,
  cursor: string | null | undefined,
  limit: number,
): ReturnType<Read<T>> {
  try {
    return await read({ cursor: cursor ?? null, limit });
  } catch (error) {
    if (cursor && isOfCursor(error)) throw notOurs();
    throw error;
  }
}

/** The paging part of a list's answer. */
export const pagination = (page: number, limit: number, total: number) => ({
  page,
  limit,
  total,
  pages: Math.ceil(total / limit),
});

/** A page of the items that pass, which may take several reads; it may hold fewer than there are. @throws 400 for a foreign cursor */
export async function pageThat<T>(
  read: Read<T>,
  passes: (item: T) => boolean,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ found: T[]; nextCursor: string | null }> {
  const found: T[] = [];
  let next: string | null = cursor ?? null;
  do {
    const page: Awaited<ReturnType<Read<T>>> = await fromCursor(read, next, limit - found.length);
    found.push(...page.data.filter(passes));
    next = page.cursor;
  } while (next && found.length < limit);
  return { found, nextCursor: next };
}
