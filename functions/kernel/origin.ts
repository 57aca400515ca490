import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { originHeader } from '#shared/model/origin-header.ts';
import { clock } from './clock.ts';
import { env } from './env.ts';
import { forbidden } from './errors.ts';
import { log } from './log.ts';
import { secretValue } from './secrets.ts';

/** A container asks for the secret's values again when it last did so this long ago, ms. */
const freshMs = 5 * 60_000;
/** A value that is not known may be a new one: the secret is asked, but never more often than this, ms. */
const mismatchMs = 3_000;

/** Values of one length, so that comparing tells nothing of theirs. */
const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

let accepted: { values: Buffer[]; readAt: number } | undefined;
let reading: Promise<Buffer[]> | undefined;

/** Both values that count: the current one, and the one before it, which the CDN sends until it is deployed again. */
async function readValues(): Promise<Buffer[]> {
  const id = env('ORIGIN_SECRET');
  const values = await Promise.all([secretValue(id, 'AWSCURRENT'), secretValue(id, 'AWSPREVIOUS')]);
  return values.filter((value) => value !== undefined).map(digest);
}

/** The values, asked for again when they are older than `maxAgeMs`. @throws when none has ever been read */
async function valuesWithin(maxAgeMs: number): Promise<Buffer[]> {
  if (accepted && clock.now() - accepted.readAt < maxAgeMs) return accepted.values;
  reading ??= readValues().finally(() => {
    reading = undefined;
  });
  try {
    accepted = { values: await reading, readAt: clock.now() };
  } catch (error) {
    if (!accepted) throw error;
    log.warn('The origin secret could not be read; the values known so far go on.', {
      error: error as Error,
    });
    accepted = { ...accepted, readAt: clock.now() };
  }
  return accepted.values;
}

/** Compares with every value, in the same time whichever it is. */
function isAmong(given: string, values: Buffer[]): boolean {
  const asked = digest(given);
  return values.map((value) => timingSafeEqual(value, asked)).includes(true);
}

/**
 * Lets a call pass that came through the CDN, which adds the secret header to what it asks of the gateway, and takes
 * the header away so that nothing behind sees or stores it.
 * @throws 403 for a call that was made to the gateway itself
 */
export async function assertThroughCdn(event: APIGatewayProxyEventV2): Promise<void> {
  const given = event.headers[originHeader];
  delete event.headers[originHeader];
  if (
    given &&
    (isAmong(given, await valuesWithin(freshMs)) || isAmong(given, await valuesWithin(mismatchMs)))
  )
    return;
  throw forbidden('Calls are answered at the address of the product only.', 'not_through_cdn');
}
