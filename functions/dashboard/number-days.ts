import { createHash } from 'node:crypto';
import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import {
  type NumberFigures,
  noNumberFigures,
  numberFigureDays,
  sumOfNumbers,
} from '#shared/model/number-figures.ts';
import { dateAfter } from '#shared/model/zone-time.ts';
import { tenantNow } from './figures.ts';

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

/** What calls from each number did in the last days (`numberFigureDays`), by number in E.164; of those alone that had calls. */
export async function figuresOfNumbers(): Promise<ReadonlyMap<string, NumberFigures>> {
  const { date } = await tenantNow();
  const days = await Promise.all(
    Array.from({ length: numberFigureDays }, (_, ago) =>
      NumberDays.all('key', { day: dateAfter(date, -ago) }),
    ),
  );
  return new Map(
    [...Map.groupBy(days.flat(), ({ number }) => number)].map(([number, of]) => [number, sumOfNumbers(of)]),
  );
}

/** The figures of some numbers together. */
export const figuresTogether = (
  all: ReadonlyMap<string, NumberFigures>,
  numbers: readonly string[],
): NumberFigures => sumOfNumbers(numbers.map((number) => all.get(number) ?? noNumberFigures));
