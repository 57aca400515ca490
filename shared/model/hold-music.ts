import * as z from 'zod';
import { telephoneRate } from '../sound/wav.ts';

/** Bounds of a workspace's own music; it is played over and over. */
export const holdMusicLimits = {
  seconds: 180,
  /** 16 bit, mono, and the header. */
  bytes: 180 * telephoneRate * 2 + 1_000,
  name: 120,
} as const;

/** What callers hear on hold and in queues; null: the exchange's own music. */
export const holdMusic = z
  .object({
    name: z.string().describe('of the file that was chosen'),
    url: z.string().describe('below the product’s own address'),
    seconds: z.number(),
  })
  .nullable();
export type HoldMusic = z.output<typeof holdMusic>;
