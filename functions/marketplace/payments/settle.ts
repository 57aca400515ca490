import { asSystem, platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import { commit } from '#functions/kernel/table.ts';
import { find as ownTenant } from '#functions/tenants/api.ts';
import { isPayable } from '#shared/model/market-payments.ts';
import { asking } from './account.ts';
import { bookCardPayment } from './books.ts';
import { paymentService } from './providers/index.ts';
import type { Checkout, PlatformAccount } from './providers/types.ts';
import { changePayment, findPayment, type StoredPayment } from './store.ts';

/*
 * What became of a payment, whoever tells: a callback, which may come twice, late or never, or the provider when the
 * sweeper asks. The money is booked before the payment says so, once by its entry's id.
 */

/** Tells the operator, in the platform's log of activity. */
export async function tellOperator(what: string): Promise<void> {
  const id = tenantOf();
  const name = (await ownTenant())?.name ?? `Workspace ${id}`;
  log.error('A payment by card needs the operator.', { tenantId: id, what });
  const target = { kind: 'tenant', id: String(id), name };
  await asSystem(platformTenant, 'marketplace', () =>
    commit(auditEntry('operator.market', target, { what })),
  );
}

/** Whether its money came into the balance: of what was refused, or was never paid, none can be taken out of it. */
export const isBooked = ({ status }: StoredPayment): boolean =>
  ['paid', 'refunded', 'disputed', 'charged_back'].includes(status);

/** Its page makes nothing more of it. One that ran out may have been paid at its last instant. */
const isClosed = (one: StoredPayment): boolean => isBooked(one) || one.status === 'refused';

/** What a checkout that was paid has other than the payment; undefined where it is the one that was asked for. */
function mismatch(one: StoredPayment, { id, amountCents, currency }: Checkout): string | undefined {
  if (one.checkoutId !== null && one.checkoutId !== id) return 'another page than ours was paid';
  if (currency !== 'usd') return `it was paid in ${currency.slice(0, 3).toUpperCase()}`;
  if (amountCents !== one.amountCents)
    return `${amountCents} cents were paid, and ${one.amountCents} were asked for`;
  return undefined;
}

/** Books what was paid, or refuses it and tells the operator. */
async function paid(one: StoredPayment, checkout: Checkout): Promise<StoredPayment | undefined> {
  const { paymentId } = one;
  const wrong = mismatch(one, checkout);
  if (wrong) {
    await tellOperator(`card payment ${paymentId} is not booked: ${wrong}`);
    return changePayment(paymentId, (now) =>
      isClosed(now)
        ? undefined
        : { status: 'refused', note: 'What was paid is not what was asked for. The operator looks into it.' },
    );
  }
  await bookCardPayment(tenantOf(), paymentId, checkout.amountCents);
  return changePayment(paymentId, (now) =>
    isClosed(now)
      ? undefined
      : { status: 'paid', note: '', paidAt: clock.iso(), checkoutId: checkout.id, checkoutUrl: null },
  );
}

/** Takes over what the provider says of a payment's page, as the buyer's tenant. Undefined where there is no such payment. */
export async function applyCheckout(checkout: Checkout): Promise<StoredPayment | undefined> {
  const one = await findPayment(checkout.paymentId);
  if (!one || checkout.tenantId !== tenantOf()) return undefined;
  if (isClosed(one)) return one;
  if (checkout.state === 'paid') return paid(one, checkout);
  if (one.checkoutId !== checkout.id) return one;
  if (checkout.state === 'expired')
    return changePayment(one.paymentId, (now) =>
      isPayable(now.status) ? { status: 'expired', checkoutUrl: null } : undefined,
    );
  return checkout.isDeclined ? applyDeclined(one.paymentId) : one;
}

/** A card was declined on the page, which stays open. */
export const applyDeclined = (paymentId: string): Promise<StoredPayment | undefined> =>
  changePayment(paymentId, (now) => (now.status === 'pending' ? { status: 'declined' } : undefined));

/** A payment whose callback was lost was paid all the same, or nothing could be given back of it: it is booked before that. */
export async function bookedFirst(one: StoredPayment, account: PlatformAccount): Promise<StoredPayment> {
  const { checkoutId } = one;
  if (isClosed(one) || !checkoutId) return one;
  const checkout = await asking(() => paymentService.checkout(account, checkoutId));
  return (await applyCheckout(checkout)) ?? one;
}
