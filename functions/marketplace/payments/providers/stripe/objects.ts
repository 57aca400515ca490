import { type Fields, fieldsOf, numberOf } from '../../../ask-provider.ts';
import type { Checkout, ConnectedAccount, Dispute, PaymentMark, Refund } from '../types.ts';
import { textOf } from './wire.ts';

/* Stripe's objects as the market reads them. What does not carry our marks is not ours: an account is shared at times. */

/** An id of ours of one kind, or nothing. */
const idOf = (value: unknown, kind: string): string => {
  const id = textOf(value);
  return id.startsWith(`${kind}_`) && /^[\w-]{5,64}$/.test(id) ? id : '';
};

const tenantIn = (value: unknown): number => {
  const tenantId = numberOf(value) ?? 0;
  return Number.isSafeInteger(tenantId) && tenantId > 0 && tenantId <= 2_147_483_647 ? tenantId : 0;
};

/** Whose payment an object is of; undefined where it is none of ours. */
export function markIn({ metadata }: Fields): PaymentMark | undefined {
  const { payment_id, tenant_id } = fieldsOf(metadata);
  const paymentId = idOf(payment_id, 'mpm');
  const tenantId = tenantIn(tenant_id);
  return paymentId && tenantId ? { paymentId, tenantId } : undefined;
}

const stateOf = ({ status, payment_status }: Fields): Checkout['state'] => {
  if (payment_status === 'paid') return 'paid';
  return status === 'expired' ? 'expired' : 'open';
};

/** A Checkout Session, whether its payment intent stands there whole or as an id. */
export function checkoutFrom(session: Fields): Checkout | undefined {
  const mark = markIn(session);
  const id = textOf(session.id);
  if (!mark || !id) return undefined;
  const intent = fieldsOf(session.payment_intent);
  return {
    ...mark,
    id,
    url: textOf(session.url) || null,
    state: stateOf(session),
    isDeclined: Boolean(intent.last_payment_error),
    amountCents: numberOf(session.amount_total) ?? 0,
    currency: textOf(session.currency),
  };
}

/** Ids of an object and of the payment that it is of; undefined where they are none. */
function idsIn(object: Fields): { id: string; intentId: string } | undefined {
  const id = textOf(object.id);
  const intentId = textOf(object.payment_intent);
  return /^\w{1,255}$/.test(id) && /^\w{1,255}$/.test(intentId) ? { id, intentId } : undefined;
}

const closedDisputes: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];

/**
 * A Dispute (docs.stripe.com/api/disputes): its balance transactions, two at most, say what of its money has moved.
 * @param told the type of the event that it came with, where it came with one
 */
export function disputeFrom(dispute: Fields, told = ''): Dispute | undefined {
  const ids = idsIn(dispute);
  if (!ids) return undefined;
  const moved = Array.isArray(dispute.balance_transactions) ? dispute.balance_transactions.slice(0, 10) : [];
  const amounts = moved.map((one) => numberOf(fieldsOf(one).amount) ?? 0);
  return {
    ...ids,
    reason: textOf(dispute.reason).slice(0, 60),
    amountCents: numberOf(dispute.amount) ?? 0,
    currency: textOf(dispute.currency),
    isTaken: amounts.some((amount) => amount < 0) || told === 'charge.dispute.funds_withdrawn',
    isBack: amounts.some((amount) => amount > 0) || told === 'charge.dispute.funds_reinstated',
    isClosed: closedDisputes.includes(textOf(dispute.status)),
  };
}

/** A Refund (docs.stripe.com/api/refunds): it has failed where its bank says so, which may be days later. */
export function refundFrom(refund: Fields): Refund | undefined {
  const ids = idsIn(refund);
  return (
    ids && {
      ...ids,
      amountCents: numberOf(refund.amount) ?? 0,
      currency: textOf(refund.currency),
      isFailed: ['failed', 'canceled'].includes(textOf(refund.status)),
    }
  );
}

/** A connected account: it is ready when it may be sent money, and that may leave it for a bank. */
export function accountFrom(account: Fields): ConnectedAccount | undefined {
  const { provider_id, tenant_id } = fieldsOf(account.metadata);
  const providerId = idOf(provider_id, 'mpr');
  const tenantId = tenantIn(tenant_id);
  const id = textOf(account.id);
  if (!providerId || !tenantId || !id) return undefined;
  const requirements = fieldsOf(account.requirements);
  const due = [requirements.currently_due, requirements.past_due].flatMap((some) =>
    Array.isArray(some) ? some : [],
  );
  const isReady = account.payouts_enabled === true && fieldsOf(account.capabilities).transfers === 'active';
  const isRejected = textOf(requirements.disabled_reason).startsWith('rejected');
  return {
    id,
    tenantId,
    providerId,
    state: isRejected ? 'restricted' : isReady ? 'ready' : 'details',
    missing: new Set(due).size,
  };
}
