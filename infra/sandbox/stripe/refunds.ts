import * as z from 'zod';
import type { StripeObject, StripeStore } from './store.ts';

/** What is asked of a refund: how much of the payment goes back, all of it unless it says so. */
export const refunded = z.strictObject({ amount: z.number().int().min(1).optional() });

interface Changed {
  refund: StripeObject;
  /** The types of the events that are told of it, in their order. */
  events: string[];
}

/** Somebody at the platform sends a payment back to its card. */
export function makeRefund(
  intent: StripeObject,
  { amount = Number(intent.amount) }: z.output<typeof refunded>,
  store: StripeStore,
): Changed {
  const { id: payment_intent, currency } = intent;
  const refund = store.add('refund', {
    ...{ amount, currency, payment_intent },
    reason: 'requested_by_customer',
    status: 'succeeded',
  });
  return { refund, events: ['refund.created'] };
}

/** The bank does not take it. */
export function failRefund(refund: StripeObject, store: StripeStore): Changed {
  if (refund.status === 'failed') return { refund, events: [] };
  const failed = store.change(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
  return { refund: failed, events: ['refund.updated', 'refund.failed'] };
}
