import { setTimeout as sleep } from 'node:timers/promises';
import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { SmsProviderName } from '#shared/model/message.ts';

const { primary } = keys;

const Numbers = new Entity(
  {
    model: model('senderNumber'),
    attributes: {
      tenantId: { type: 'number', required: true },
      numberId: { type: 'string', required: true },
      number: { type: 'string', required: true },
      provider: { type: 'string', required: true },
      providerId: { type: 'string', required: true },
      sandbox: { type: 'boolean', required: true },
      label: { type: 'string', required: true },
      sms: { type: 'boolean', required: true },
      mms: { type: 'boolean', required: true },
      voice: { type: 'boolean', required: true },
      isActive: { type: 'boolean', required: true },
      replies: { type: 'string', required: true },
      syncedAt: { type: 'string', required: true },
    },
    indexes: {
      all: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['numberId'], casing: 'none' },
      },
    },
  },
  connection,
);

/** How fast something may send, and how much it has sent. */
const Buckets = new Entity(
  {
    model: model('messageBucket'),
    attributes: {
      tenantId: { type: 'number', required: true },
      bucket: { type: 'string', required: true },
      /** When the bucket would be full again, ms since 1970. */
      fullAt: { type: 'number', required: true },
      used: { type: 'number', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'bucket'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

export interface NumberRecord {
  numberId: string;
  number: string;
  provider: SmsProviderName;
  providerId: string;
  sandbox: boolean;
  label: string;
  sms: boolean;
  mms: boolean;
  voice: boolean;
  isActive: boolean;
  replies: 'here' | 'elsewhere' | 'unknown';
  syncedAt: string;
}

const tenant = () => ({ tenantId: tenantOf() });
export const numberIdOf = (provider: string, number: string) => deterministicId('nbr', provider, number);
export const bucketOfNumber = (number: string) => `number ${number}`;

export async function everyNumber(): Promise<NumberRecord[]> {
  const { data } = await Numbers.query.all(tenant()).go({ pages: 'all', consistent: true });
  return data.map(ofTenant<NumberRecord>).sort((a, b) => (a.number < b.number ? -1 : 1));
}

export async function putNumbers(numbers: readonly NumberRecord[]): Promise<void> {
  if (numbers.length > 0)
    await Numbers.put(numbers.map((number) => ({ ...tenant(), ...number }))).go({ concurrency: 4 });
}

export async function removeNumber(numberId: string): Promise<void> {
  await Numbers.delete({ ...tenant(), numberId }).go();
}

/** How often each number was used, by number. */
export async function usesOf(numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map();
  const asked = numbers.map((number) => ({ ...tenant(), bucket: bucketOfNumber(number) }));
  const { data } = await Buckets.get(asked).go({ concurrency: 4, consistent: true });
  return new Map(data.map(({ bucket, used }) => [bucket.slice(bucketOfNumber('').length), used]));
}

/** Of a minute's tokens those that lie in a bucket at most: ten seconds' worth may go at once. */
const burstOf = (perMinute: number) => Math.max(1, Math.ceil(perMinute / 6));

/** The bucket is being written by others at the same instant; it is read again. */
const tries = 40;

const isRefused = (error: unknown) =>
  (error as { cause?: { name?: string } }).cause?.name === 'ConditionalCheckFailedException';

/**
 * Takes up to `wanted` tokens of a bucket that fills by `perMinute` a minute. Answers how many were there and, when
 * none was, when there will be one (ms since 1970). One condition guards it, so that two who ask at one instant
 * cannot both have the last.
 */
export async function takeTokens(
  bucket: string,
  perMinute: number,
  wanted = 1,
): Promise<{ granted: number; at: number }> {
  const key = { ...tenant(), bucket };
  const each = 60_000 / perMinute;
  const burst = burstOf(perMinute);
  for (let tried = 0; tried < tries; tried++) {
    const { data } = await Buckets.get(key).go({ consistent: true });
    const now = clock.now();
    const fullAt = Math.max(data?.fullAt ?? 0, now);
    // A thousandth for what a division leaves over.
    const free = Math.floor(burst - (fullAt - now) / each + 0.001);
    if (free < 1) return { granted: 0, at: Math.ceil(fullAt - (burst - 1) * each) };
    const granted = Math.min(free, wanted);
    const after = {
      ...key,
      fullAt: fullAt + granted * each,
      used: (data?.used ?? 0) + granted,
      version: (data?.version ?? 0) + 1,
    };
    try {
      await Buckets.put(after)
        .where(({ version }, { eq, notExists }) => (data ? eq(version, data.version) : notExists(version)))
        .go();
      return { granted, at: now };
    } catch (error) {
      if (!isRefused(error)) throw error;
      await sleep(Math.random() * 5 * Math.min(tried, 10));
    }
  }
  return { granted: 0, at: clock.now() + 1_000 };
}
