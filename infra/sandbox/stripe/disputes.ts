import * as z from 'zod';
import type { StripeObject, StripeStore } from './store.ts';

/** What is asked of a dispute: how much of the payment it is of, and how the bank has decided. */
export const disputed = z.strictObject({
  amount: z.number().int().min(1).optional(),
  outcome: z.enum(['won', 'lost']).default('lost'),
});
type Asked = z.output<typeof disputed>;

interface Changed {
  dispute: StripeObject;
  /** The types of the events that are told of it, in their order. */
  events: string[];
}

const moved = (amount: number) => ({ object: 'balance_transaction', amount, currency: 'usd' });

/** The holder of a card disputes a payment: its money leaves the platform's balance at once. */
export function openDispute(intent: StripeObject, asked: Asked, store: StripeStore): Changed {
  const amount = asked.amount ?? Number(intent.amount);
  const dispute = store.add('dispute', {
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
    balance_transactions: [moved(-amount)],
  });
  return { dispute, events: ['charge.dispute.created', 'charge.dispute.funds_withdrawn'] };
}

/** The bank decides: what was won comes back. */
export function endDispute(dispute: StripeObject, { outcome }: Asked, store: StripeStore): Changed {
  if (dispute.status !== 'needs_response') return { dispute, events: [] };
  const before = dispute.balance_transactions as object[];
  const isWon = outcome === 'won';
  const ended = store.change(dispute, {
    status: outcome,
    balance_transactions: isWon ? [...before, moved(Number(dispute.amount))] : before,
  });
  const events = isWon ? ['charge.dispute.funds_reinstated'] : [];
  return { dispute: ended, events: [...events, 'charge.dispute.closed'] };
}
