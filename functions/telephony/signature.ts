import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';

/** What was signed longer ago is not taken any more, so that nobody can repeat what they overheard; seconds. */
const toleranceSeconds = 300;

/** Hex of the HMAC-SHA256 over `timestamp.body`; the timestamp in whole seconds since 1970. */
export const signatureOf = (secret: string, timestamp: string, body: Buffer): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/** Whether the headers `exchange-timestamp` and `exchange-signature` prove the body. */
export function isSigned(secret: string, headers: Record<string, string | undefined>, body: Buffer): boolean {
  const { 'exchange-timestamp': timestamp = '', 'exchange-signature': given = '' } = headers;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(clock.seconds() - Number(timestamp)) > toleranceSeconds) return false;
  const right = Buffer.from(signatureOf(secret, timestamp, body));
  const got = Buffer.from(given);
  return got.length === right.length && timingSafeEqual(got, right);
}
