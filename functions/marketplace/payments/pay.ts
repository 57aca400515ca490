import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound, unavailable } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { isPayable, type Payment, paymentLimits } from '#shared/model/market-payments.ts';
import { Undecided } from '../ask-provider.ts';
import { accountThatMade, asking, paymentAccount } from './account.ts';
import { paymentService } from './providers/index.ts';
import { PaymentRefused } from './providers/types.ts';
import { changePayment, findPayment, insertPayment, lastPayments, type StoredPayment } from './store.ts';

const view = ({
  paymentId: id,
  amountCents,
  status,
  note,
  createdAt,
  paidAt,
  ...one
}: StoredPayment): Payment => ({
  id,
  amountCents,
  status,
  checkoutUrl: isPayable(status) ? one.checkoutUrl : null,
  note,
  createdAt,
  paidAt,
});

const noProvider = conflict(
  'Payments by card are not set up on this platform. Pay by bank transfer to whoever runs it.',
  undefined,
  'no_payment_provider',
);
const cannotOpen = (why: string) =>
  unavailable(`The payment could not be begun: ${why} Nothing was charged. Please try again.`);

/** The payment of a request, made where it is not there. @throws 409 */
async function paymentOf(requestId: string, amountCents: number): Promise<StoredPayment> {
  const paymentId = deterministicId('mpm', String(tenantOf()), requestId);
  const account = await paymentAccount();
  if (!account) throw noProvider;
  const wanted: StoredPayment = {
    paymentId,
    amountCents,
    status: 'opening',
    note: '',
    checkoutId: null,
    checkoutUrl: null,
    refunds: [],
    disputeId: null,
    disputedAt: null,
    sandbox: account.sandbox,
    createdAt: clock.iso(),
    paidAt: null,
    version: 1,
  };
  const target = { kind: 'payment', id: paymentId, name: 'Card payment' };
  if (!(await findPayment(paymentId)))
    await accepted(
      commit(insertPayment(wanted), auditEntry('market.payment', target, { cents: amountCents })),
    );
  const there = (await findPayment(paymentId))!;
  if (there.amountCents !== amountCents)
    throw conflict('This request began a payment of another amount already.', undefined, 'request_used');
  return there;
}

/** Opens the provider's page for a payment. Whoever was killed in it comes again with the same key, and gets the same. */
async function opened(one: StoredPayment): Promise<StoredPayment> {
  const { paymentId, amountCents } = one;
  const account = await accountThatMade(one);
  if (!account) throw noProvider;
  try {
    const { id, url } = await asking(() =>
      paymentService.openCheckout(account, {
        paymentId,
        tenantId: tenantOf(),
        amountCents,
        returnUrl: `${publicUrl()}/marketplace/balance?payment=${paymentId}`,
      }),
    );
    const now = await changePayment(paymentId, ({ status }) =>
      status === 'opening' ? { status: 'pending', checkoutId: id, checkoutUrl: url } : undefined,
    );
    return now!;
  } catch (error) {
    if (error instanceof Undecided) throw cannotOpen(error.message);
    if (!(error instanceof PaymentRefused)) throw error;
    await changePayment(paymentId, ({ status }) =>
      status === 'opening' ? { status: 'failed', note: 'The payment provider refused it.' } : undefined,
    );
    throw cannotOpen('The payment provider refused it.');
  }
}

/** Begins to pay in by card: the answer's address is where the card is charged. @throws 409, 502 */
export async function pay(amountCents: number, requestId: string): Promise<Payment> {
  const one = await paymentOf(requestId, amountCents);
  return view(one.status === 'opening' ? await opened(one) : one);
}

/** @throws 404 */
export async function getPayment(paymentId: string): Promise<Payment> {
  const one = await findPayment(paymentId);
  if (!one) throw notFound('The payment');
  return view(one);
}

export const listPayments = async (): Promise<{ payments: Payment[] }> => ({
  payments: (await lastPayments(paymentLimits.listed)).map(view),
});
