import { createHash } from 'node:crypto';
import { z } from 'zod';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { tooMany } from '#functions/kernel/errors.ts';
import { mailRates } from './link-limits.ts';

/** What is asked for within a window of time. The window is part of the key, so that none has to be closed. */
const Rates = entity('accountMailRate', {
  fields: z.object({
    what: z.string(),
    subject: z.string(),
    window: z.number(),
    count: z.number(),
    /** TTL, in seconds. */
    expiresAt: z.number(),
  }),
  key: { partition: ['what', 'subject'], sort: ['window'] },
});

/** What somebody has typed is no key, and need not be kept in words. */
const hashed = (subject: string) =>
  createHash('sha256').update(subject.toLowerCase()).digest('base64url').slice(0, 22);

/** Counts one more, in one atomic step. @returns the seconds until the window ends, where there were too many */
async function overRate(what: keyof typeof mailRates, subject: string): Promise<number | undefined> {
  const { most, seconds } = mailRates[what];
  const now = clock.seconds();
  const window = Math.floor(now / seconds);
  const end = (window + 1) * seconds;
  const { data } = await Rates.upsert({ what, subject: hashed(subject), window })
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
