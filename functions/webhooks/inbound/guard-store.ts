import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';

/** What makes two requests one delivery: a sender's key, or an equal payload, for as long as its window. */
const Repeats = entity('webhookRepeat', {
  fields: z.object({
    webhookId: z.string(),
    key: z.string(),
    deliveryId: z.string(),
    rows: z.number(),
    /** Hash of what was sent, so that a key that is used for something else is told from a repeat. */
    payloadHash: z.string(),
    /** The end of the window, and the TTL; seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: ['webhookId', 'key'], sort: [] },
});
export type Repeat = Stored<typeof Repeats>;

/** Takes the key for a delivery; refused while another delivery's window is open. The TTL sweeps late. */
export const claimRepeat = (repeat: Repeat) =>
  Repeats.put(repeat, {
    where: ({ expiresAt }, { notExists, lte }) =>
      `${notExists(expiresAt)} OR ${lte(expiresAt, clock.seconds())}`,
  });

export async function findRepeat(webhookId: string, key: string): Promise<Repeat | undefined> {
  const repeat = await Repeats.find({ webhookId, key });
  return repeat && repeat.expiresAt > clock.seconds() ? repeat : undefined;
}

/** Seconds in which the row that took a number has made its lead, or is dead. */
const claimSeconds = 30;

/** Takes a phone number for the lead that a row makes; false while another row's claim is open. */
export async function claimNumber(webhookId: string, phone: string, leadId: string): Promise<boolean> {
  const key = `n:${phone}`;
  const expiresAt = clock.seconds() + claimSeconds;
  try {
    await commit(claimRepeat({ webhookId, key, deliveryId: leadId, rows: 1, payloadHash: '', expiresAt }));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return (await findRepeat(webhookId, key))?.deliveryId === leadId;
  }
}

/** Forgets that rows claimed some numbers; the TTL sweeps late. */
export const forgetNumbers = (webhookId: string, phones: readonly string[]): Promise<void> =>
  Repeats.removeEvery(phones.map((phone) => ({ webhookId, key: `n:${phone}` })));

/** A webhook's bucket of tokens: how many are in it, and when it was last filled (ms). */
const Buckets = entity('webhookBucket', {
  fields: z.object({
    webhookId: z.string(),
    tokens: z.number(),
    filledAt: z.number(),
    version: z.number(),
    expiresAt: z.number(),
  }),
  key: { partition: ['webhookId'], sort: [] },
});

const hour = 3_600;

/**
 * Takes `wanted` tokens from the bucket, which holds a minute's worth and fills evenly.
 * @returns how many were given (one at least, or none), and the seconds until there is one again
 */
export async function takeTokens(
  webhookId: string,
  perMinute: number,
  wanted: number,
): Promise<{ given: number; wait: number }> {
  const perMs = perMinute / 60_000;
  return retryOnConflict<{ given: number; wait: number }>(
    async () => {
      const before = await Buckets.find({ webhookId });
      const now = clock.now();
      const filled = before
        ? Math.min(perMinute, before.tokens + Math.max(0, now - before.filledAt) * perMs)
        : perMinute;
      const given = Math.min(wanted, Math.floor(filled));
      if (given < 1) return { given: 0, wait: Math.max(1, Math.ceil((1 - filled) / perMs / 1000)) };
      const version = before?.version ?? 0;
      const after = {
        webhookId,
        tokens: filled - given,
        filledAt: now,
        version: version + 1,
        expiresAt: clock.seconds() + hour,
      };
      await commit(Buckets.put(after, ifVersion(version)));
      return { given, wait: 0 };
    },
    { pauseMs: 10, maxPauseMs: 640, onGivingUp: () => ({ given: 0, wait: 1 }) },
  );
}

/** How many requests of an hour a webhook refused: the first are kept one by one, the others only counted. */
const Refusals = entity('webhookRefusals', {
  fields: z.object({
    webhookId: z.string(),
    /** The hour since 1970, and whose requests. */
    hour: z.string(),
    count: z.number(),
    expiresAt: z.number(),
  }),
  key: { partition: ['webhookId', 'hour'], sort: [] },
});

/** One more refused request of this hour, by whom; answers how many there are. */
export async function countRefusal(webhookId: string, by: string): Promise<number> {
  const now = clock.seconds();
  const { data } = await Refusals.upsert({ webhookId, hour: `${Math.floor(now / hour)}-${by}` })
    .add({ count: 1 })
    .ifNotExists({ expiresAt: now + 2 * hour })
    .go({ response: 'all_new' });
  return data.count;
}
