import { createHash } from 'node:crypto';
import { Entity } from 'electrodb';
import { asSystem, platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { tooMany } from '#functions/kernel/errors.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';
import { mailRates } from './link-limits.ts';

/** What is asked for within a window of time. The window is part of the key, so that none has to be closed. */
const Rates = new Entity(
  {
    model: model('accountMailRate'),
    attributes: {
      tenantId: { type: 'number', required: true },
      what: { type: 'string', required: true },
      subject: { type: 'string', required: true },
      window: { type: 'number', required: true },
      count: { type: 'number', required: true },
      /** TTL, in seconds. */
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'what', 'subject'] },
        sk: { ...keys.primary.sk, composite: ['window'] },
      },
    },
  },
  connection,
);

/** What somebody has typed is no key, and need not be kept in words. */
const hashed = (subject: string) =>
  createHash('sha256').update(subject.toLowerCase()).digest('base64url').slice(0, 22);

/** Counts one more, in one atomic step. @returns the seconds until the window ends, where there were too many */
async function overRate(what: keyof typeof mailRates, subject: string): Promise<number | undefined> {
  const { most, seconds } = mailRates[what];
  const now = clock.seconds();
  const window = Math.floor(now / seconds);
  const end = (window + 1) * seconds;
  const { data } = await Rates.upsert({ tenantId: tenantOf(), what, subject: hashed(subject), window })
    .add({ count: 1 })
    .ifNotExists({ expiresAt: end + 60 })
    .go({ response: 'all_new' });
  return (data.count ?? 1) > most ? Math.max(1, end - now) : undefined;
}

/** Whether one more may be sent. */
export const withinRate = async (what: keyof typeof mailRates, subject: string): Promise<boolean> =>
  (await overRate(what, subject)) === undefined;

/** The same for what is counted over all tenants. */
export const withinPlatformRate = (what: keyof typeof mailRates, subject: string): Promise<boolean> =>
  asSystem(platformTenant, 'account-mails', () => withinRate(what, subject));

/** @throws 429 with the seconds until one more may be sent */
export async function assertRate(what: keyof typeof mailRates, subject: string): Promise<void> {
  const seconds = await overRate(what, subject);
  if (seconds === undefined) return;
  const hours = Math.ceil(seconds / 3600);
  throw tooMany(
    `Too many mails were asked for. Please try again in ${hours} hour${hours === 1 ? '' : 's'}.`,
    seconds,
  );
}
