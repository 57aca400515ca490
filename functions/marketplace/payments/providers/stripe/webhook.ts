import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import { fieldsOf } from '../../../ask-provider.ts';
import type { News, PlatformAccount } from '../types.ts';
import { accountFrom, checkoutFrom, disputeFrom, markIn, refundFrom } from './objects.ts';

export const signatureHeader = 'stripe-signature';

/** Seconds by which a callback's time may differ from ours: Stripe's own libraries take as many. */
const toleranceSeconds = 300;
/** Signatures of one callback: one for each secret while it is rolled over. */
const mostSignatures = 10;

/** Hex of the HMAC-SHA256 over `t.payload`. */
const signatureOf = (secret: string, time: string, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest();

/** `t=1700000000,v1=…,v1=…` */
function partsOf(header: string): { time: string; signatures: string[] } {
  const parts = header.split(',', 2 * mostSignatures).map((part) => part.trim());
  const of = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  return { time: of('t')[0] ?? '', signatures: of('v1').slice(0, mostSignatures) };
}

/** Whether Stripe has signed it, by one of the endpoint's secrets, within five minutes of now. */
export function isSigned(
  { keys }: PlatformAccount,
  { headers, body }: { headers: Readonly<Record<string, string | undefined>>; body: Buffer },
): boolean {
  const { time, signatures } = partsOf(headers[signatureHeader] ?? '');
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(clock.seconds() - Number(time)) > toleranceSeconds) return false;
  return [keys.webhookSecret, keys.connectSecret].some((secret) => {
    if (!secret) return false;
    const wanted = signatureOf(String(secret), time, body);
    return signatures.some((one) => {
      const given = Buffer.from(one, 'hex');
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  });
}

/** Reads an event. What is not the market's is `other`. */
export function newsIn(body: Buffer): News {
  const event = fieldsOf(JSON.parse(body.toString('utf8')));
  const object = fieldsOf(fieldsOf(event.data).object);
  const mark = markIn(object);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const checkout = checkoutFrom(object);
      return checkout ? { kind: 'checkout', checkout } : { kind: 'other' };
    }
    case 'payment_intent.payment_failed':
      return mark ? { kind: 'declined', ...mark } : { kind: 'other' };
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const dispute = disputeFrom(object, event.type);
      return dispute ? { kind: 'dispute', dispute } : { kind: 'other' };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = refundFrom(object);
      return refund ? { kind: 'refund', refund } : { kind: 'other' };
    }
    case 'account.updated': {
      const account = accountFrom(object);
      return account ? { kind: 'account', account } : { kind: 'other' };
    }
    default:
      return { kind: 'other' };
  }
}
