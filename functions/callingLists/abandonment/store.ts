import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { Overtaken } from '#functions/kernel/retry.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';

/** What was heard of a call is kept longer than it counts, so that the figures can be counted again; seconds. */
const keepSeconds = 120 * 86_400;

/** What an exchange tells of a call that says whether somebody was left without an agent. */
export const countedEvents = ['answered', 'agent-answered', 'abandoned', 'ended'] as const;

/** One of them, as it was told. The same event twice is one item. */
const Heard = entity('dialledEvent', {
  fields: z.object({
    callId: z.string(),
    seq: z.number(),
    listId: z.string(),
    event: z.enum(countedEvents),
    /** By the exchange's clock; ISO 8601. */
    at: z.string(),
    /** Of an answer: by whom. */
    by: z.enum(['human', 'machine']).nullable(),
    /** Seconds since 1970; DynamoDB removes it some time after. */
    expiresAt: z.number(),
  }),
  key: { partition: ['callId'], sort: ['seq'], casing: 'none' },
  padded: { seq: 6 },
});
export type HeardEvent = Omit<Stored<typeof Heard>, 'expiresAt'>;

export const keepHeard = (event: HeardEvent): Promise<void> =>
  writeOne(Heard.put({ ...event, expiresAt: clock.seconds() + keepSeconds }));
export const heardOf = (callId: string): Promise<HeardEvent[]> => Heard.all('key', { callId });

/** How a call is counted now, so that news in another order corrects it and the same news adds nothing. */
const Counted = entity('dialledCount', {
  fields: z.object({
    callId: z.string(),
    day: z.string(),
    isAbandoned: z.boolean(),
    version: z.number(),
    expiresAt: z.number(),
  }),
  key: { partition: ['callId'], sort: [], casing: 'none' },
});
export const findCounted = (callId: string) => Counted.find({ callId });

/** The figures of a list's day (YYYY-MM-DD in UTC). */
const Days = entity('dialledDay', {
  fields: z.object({ listId: z.string(), day: z.string(), live: z.number(), abandoned: z.number() }),
  key: { partition: ['listId'], sort: ['day'], casing: 'none' },
});

/** How a call is counted: on which day, and as what. */
export interface Count {
  day: string;
  isAbandoned: boolean;
}

/** Counts a call, instead of as `before`. @throws Overtaken where somebody has counted it since that was read */
export async function writeCount(
  { listId, callId }: { listId: string; callId: string },
  before: (Count & { version: number }) | undefined,
  after: Count,
): Promise<void> {
  const version = before?.version ?? 0;
  const guard = ifVersion(version, new Overtaken());
  const expiresAt = clock.seconds() + keepSeconds;
  const days = new Map<string, { live: number; abandoned: number }>();
  const add = ({ day, isAbandoned }: Count, sign: 1 | -1) => {
    const { live, abandoned } = days.get(day) ?? { live: 0, abandoned: 0 };
    days.set(day, { live: live + sign, abandoned: abandoned + (isAbandoned ? sign : 0) });
  };
  if (before) add(before, -1);
  add(after, 1);
  await commit(
    Counted.put({ callId, ...after, version: version + 1, expiresAt }, guard),
    [...days].map(([day, figures]) => Days.upsert({ listId, day }).add(figures).params()),
  );
}

/** The figures of a list's days from one on. */
export async function daysSince(listId: string, day: string): Promise<Stored<typeof Days>[]> {
  const { data } = await Days.query('key', { listId }).gte({ day }).go({ pages: 'all', consistent: true });
  return data;
}
