import { z } from 'zod';

/** What lists of the market take and answer to go on. */
export const limit = z.coerce.number().int().min(1).max(100).default(50);
export const cursor = z.string().max(2_000).optional();
export const nextCursor = z.string().nullable();
