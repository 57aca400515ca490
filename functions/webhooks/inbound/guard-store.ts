import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit, connection, keys, model } from '#functions/kernel/table.ts';

const { primary } = keys;

/** What makes two requests one delivery: a sender's key, or an equal payload, for as long as its window. */
const Repeats = new Entity(
  {
    model: model('webhookRepeat'),
    attributes: {
      tenantId: { type: 'number', required: true },
      webhookId: { type: 'string', required: true },
      key: { type: 'string', required: true },
      deliveryId: { type: 'string', required: true },
      rows: { type: 'number', required: true },
      /** Hash of what was sent, so that a key that is used for something else is told from a repeat. */
      payloadHash: { type: 'string', required: true },
      /** The end of the window, and the TTL; seconds since 1970. */
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'webhookId', 'key'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

export interface Repeat {
  webhookId: string;
  key: string;
  deliveryId: string;
  rows: number;
  payloadHash: string;
  expiresAt: number;
}

/** Takes the key for a delivery; refused while another delivery's window is open. The TTL sweeps late. */
export const claimRepeat = (repeat: Repeat) =>
  Repeats.put({ tenantId: tenantOf(), ...repeat })
    .where(
      ({ expiresAt }, { notExists, lte }) => `${notExists(expiresAt)} OR ${lte(expiresAt, clock.seconds())}`,
    )
    .params();

export async function findRepeat(webhookId: string, key: string): Promise<Repeat | undefined> {
  const { data } = await Repeats.get({ tenantId: tenantOf(), webhookId, key }).go({ consistent: true });
  return data && data.expiresAt > clock.seconds() ? data : undefined;
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

/** A webhook's bucket of tokens: how many are in it, and when it was last filled (ms). */
const Buckets = new Entity(
  {
    model: model('webhookBucket'),
    attributes: {
      tenantId: { type: 'number', required: true },
      webhookId: { type: 'string', required: true },
      tokens: { type: 'number', required: true },
      filledAt: { type: 'number', required: true },
      version: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'webhookId'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

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
      const { data } = await Buckets.get({ tenantId: tenantOf(), webhookId }).go({ consistent: true });
      const now = clock.now();
      const filled = data
        ? Math.min(perMinute, data.tokens + Math.max(0, now - data.filledAt) * perMs)
        : perMinute;
      const given = Math.min(wanted, Math.floor(filled));
      if (given < 1) return { given: 0, wait: Math.max(1, Math.ceil((1 - filled) / perMs / 1000)) };
      const before = data?.version ?? 0;
      const write = Buckets.put({
        tenantId: tenantOf(),
        webhookId,
        tokens: filled - given,
        filledAt: now,
        version: before + 1,
        expiresAt: clock.seconds() + hour,
      })
        .where(({ version }, { eq, notExists }) => (data ? eq(version, before) : notExists(version)))
        .params();
      await commit(write);
      return { given, wait: 0 };
    },
    { pauseMs: 10, maxPauseMs: 640, onGivingUp: () => ({ given: 0, wait: 1 }) },
  );
}

/** How many requests of an hour a webhook refused: the first are kept one by one, the others only counted. */
const Refusals = new Entity(
  {
    model: model('webhookRefusals'),
    attributes: {
      tenantId: { type: 'number', required: true },
      webhookId: { type: 'string', required: true },
      /** The hour since 1970, and whose requests. */
      hour: { type: 'string', required: true },
      count: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'webhookId', 'hour'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

/** One more refused request of this hour, by whom; answers how many there are. */
export async function countRefusal(webhookId: string, by: string): Promise<number> {
  const now = clock.seconds();
  const { data } = await Refusals.upsert({
    tenantId: tenantOf(),
    webhookId,
    hour: `${Math.floor(now / hour)}-${by}`,
  })
    .add({ count: 1 })
    .ifNotExists({ expiresAt: now + 2 * hour })
    .go({ response: 'all_new' });
  return data.count ?? 1;
}
