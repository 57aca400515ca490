import { createHash } from 'node:crypto';
import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { type NumberFigures, sumOfNumbers } from '#shared/model/number-figures.ts';

/** Of one number in one day; several shards, because two transactions cannot write one item at the same instant. */
const NumberDays = entity('numberDay', {
  fields: z.object({
    /** YYYY-MM-DD by the tenant's clock. */
    day: z.string(),
    /** E.164 */
    number: z.string(),
    shard: z.number().int(),
    calls: z.number().int(),
    answered: z.number().int(),
    short: z.number().int(),
    expiresAt: z.number(),
  }),
  key: { partition: ['day'], sort: ['number', 'shard'], casing: 'none' },
});

const shards = 4;

/** Longer than they are shown; seconds. */
const keptSeconds = 60 * 86_400;

export interface NumberCounts extends NumberFigures {
  number: string;
}

/** The writes that add what calls from numbers did in a day: one for each number. */
export function numberWrites(
  events: readonly { eventId: string; day: string; number?: NumberCounts | undefined }[],
): object[] {
  const shard = createHash('sha1').update(events[0]!.eventId).digest()[0]! % shards;
  const expiresAt = clock.seconds() + keptSeconds;
  const told = events.flatMap(({ day, number }) => (number ? [{ day, ...number }] : []));
  return [...Map.groupBy(told, ({ day, number }) => `${day} ${number}`).values()].map((same) => {
    const { day, number } = same[0]!;
    return NumberDays.upsert({ day, number, shard }).add(sumOfNumbers(same)).set({ expiresAt }).params();
  });
}

/** What was counted of numbers in a day, of each shard by itself. */
export const countedIn = (day: string): Promise<NumberCounts[]> => NumberDays.all('key', { day });
