import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { type RetryOptions, retryOnConflict } from '#functions/kernel/retry.ts';
import { readOnce } from '#functions/kernel/shared-reads.ts';
import { ConditionFailed, writeOne } from '#functions/kernel/table.ts';

/*
 * How fast something may send, and how much it has sent: a token bucket, kept as the time at which it would be full
 * again. Beside it, as a bucket of its own, the line of those who found none: each is told another time to come back,
 * since all that came at the first one would find one token again.
 */
const Buckets = entity('messageBucket', {
  fields: z.object({
    bucket: z.string(),
    /** When the bucket would be full again, or the last time that was told to somebody; ms since 1970. */
    fullAt: z.number(),
    used: z.number(),
  }),
  key: { partition: ['bucket'], sort: [] },
});

export const bucketOfNumber = (number: string) => `number ${number}`;
const lineOf = (bucket: string) => `${bucket} line`;

/** How often each number was used, by number. */
export async function usesOf(numbers: readonly string[]): Promise<Map<string, number>> {
  const found = await Buckets.findMany(numbers.map((number) => ({ bucket: bucketOfNumber(number) })));
  return new Map(found.map(({ bucket, used }) => [bucket.slice(bucketOfNumber('').length), used]));
}

/**
 * Of some numbers the one that was used least. Those who ask within one step share what was read, and each choice counts in
 * it, so that they do not all have the same one.
 */
export async function leastUsed(numbers: readonly string[]): Promise<string> {
  const uses = await readOnce(`uses of ${numbers.join()}`, () => usesOf(numbers));
  const least = numbers.reduce((one, other) => ((uses.get(other) ?? 0) < (uses.get(one) ?? 0) ? other : one));
  uses.set(least, (uses.get(least) ?? 0) + 1);
  return least;
}

/** Of a minute's tokens those that lie in a bucket at most: ten seconds' worth may go at once. */
const burstOf = (perMinute: number) => Math.max(1, Math.ceil(perMinute / 6));

const isRefused = (error: unknown) =>
  error instanceof ConditionFailed ||
  (error as { cause?: { name?: string } }).cause?.name === 'ConditionalCheckFailedException';

/** The bucket is being written by others at the same instant; it is read again. */
const whileOthersWrite = { isOvertaken: isRefused, tries: 40 } satisfies RetryOptions<unknown>;

/** Adds to what runs on, where that is not before `from` and not after `to`. @returns what it is then */
async function runOn(bucket: string, by: number, used: number, from: number, to?: number) {
  const { data } = await Buckets.patch({ bucket })
    .add({ fullAt: by, used })
    .where(({ fullAt }, { gte, lte }) =>
      to === undefined ? gte(fullAt, from) : `${gte(fullAt, from)} AND ${lte(fullAt, to)}`,
    )
    .go({ response: 'all_new' });
  return data.fullAt;
}

/** Begins again what has run out before an instant; what was used adds up. */
const restartBucket = (bucket: string, fullAt: number, used: number, before: number) =>
  writeOne(
    Buckets.upsert({ bucket })
      .set({ fullAt })
      .add({ used })
      .where((at, { notExists, lt }) => `${notExists(at.fullAt)} OR ${lt(at.fullAt, before)}`)
      .params(),
  );

/**
 * When buckets would be full again, as this process wrote it last: who takes of one again need not read it first, for the
 * write's condition looks at what is there. Where that was moved meanwhile the write is refused, and it is read.
 */
const lastWritten = new Map<string, number>();
const mostRemembered = 2_000;

function remember(bucket: string, fullAt: number): void {
  if (lastWritten.size >= mostRemembered) lastWritten.clear();
  lastWritten.set(`${tenantOf()} ${bucket}`, fullAt);
}

/** Tokens that lie in a bucket at an instant. A thousandth for what a division leaves over. */
const tokensIn = (burst: number, each: number, fullAt: number, now: number): number =>
  Math.floor(burst - Math.max(0, fullAt - now) / each + 0.001);

/** The time at which somebody who found no token is to come back: the first that nobody else was told. */
async function placeInLine(bucket: string, soonest: number, each: number): Promise<number> {
  const line = lineOf(bucket);
  return retryOnConflict(
    async () => {
      try {
        return Math.ceil(await runOn(line, each, 1, soonest));
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
      await restartBucket(line, soonest, 1, soonest);
      return soonest;
    },
    { ...whileOthersWrite, onGivingUp: () => soonest },
  );
}

/** How long one token takes to come back, in ms. */
const eachOf = (perMinute: number): number => Math.round(60_000_000 / perMinute) / 1_000;

/**
 * Takes up to `wanted` tokens of a bucket that fills by `perMinute` a minute. Answers how many were there and, when
 * there were fewer than `least`, when to ask again (ms since 1970). Conditions guard it, so that two who ask at one
 * instant cannot both have the last.
 * @param least with fewer than these none is taken; no more than lie in the bucket at most
 * @param comesBack whether who finds none asks again at that very time: then it is told to nobody else
 */
export async function takeTokens(
  bucket: string,
  perMinute: number,
  { wanted = 1, least = 1, comesBack = false }: { wanted?: number; least?: number; comesBack?: boolean },
): Promise<{ granted: number; at: number; fullAt?: number }> {
  const each = eachOf(perMinute);
  const burst = burstOf(perMinute);
  return retryOnConflict(
    async (tried) => {
      const known = tried === 0 ? lastWritten.get(`${tenantOf()} ${bucket}`) : undefined;
      const isEnough = known !== undefined && tokensIn(burst, each, known, clock.now()) >= least;
      const before = isEnough ? known : ((await Buckets.find({ bucket }))?.fullAt ?? 0);
      const now = clock.now();
      const fullAt = Math.max(before, now);
      const free = tokensIn(burst, each, fullAt, now);
      if (free < least) {
        const soonest = Math.ceil(fullAt - (burst - least) * each);
        return { granted: 0, at: comesBack ? await placeInLine(bucket, soonest, each) : soonest };
      }
      const granted = Math.min(free, wanted);
      const isFull = before < now;
      const after = now + granted * each;
      if (isFull) await restartBucket(bucket, after, granted, now);
      const most = now + (burst - granted) * each + 0.001 * each;
      const written = isFull ? after : await runOn(bucket, granted * each, granted, now, most);
      remember(bucket, written);
      return { granted, at: now, fullAt: written };
    },
    {
      ...whileOthersWrite,
      pauseMs: 5,
      maxPauseMs: 50,
      onGivingUp: () => ({ granted: 0, at: clock.now() + 1_000 }),
    },
  );
}

/**
 * Gives back tokens that were not needed, so that others have them at once. Where somebody has taken of the bucket since,
 * they are lost: it is then never fuller than it may be.
 * @param fullAt what `takeTokens` has answered with them
 */
export async function giveBackTokens(
  bucket: string,
  perMinute: number,
  count: number,
  fullAt: number,
): Promise<void> {
  if (count === 0) return;
  try {
    remember(bucket, await runOn(bucket, -count * eachOf(perMinute), -count, fullAt, fullAt));
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}
