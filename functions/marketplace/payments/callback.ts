import { asSystem } from '#functions/kernel/actor.ts';
import { AppError, badRequest, forbidden, notFound } from '#functions/kernel/errors.ts';
import { rawRequest } from '#functions/kernel/http-context.ts';
import { log } from '#functions/kernel/log.ts';
import type { PaymentProviderName } from '#shared/model/market-payments.ts';
import { paymentAccount } from './account.ts';
import { applyDispute } from './disputes.ts';
import { applyAccount } from './payout-state.ts';
import { paymentService } from './providers/index.ts';
import type { News, PlatformAccount } from './providers/types.ts';
import { applyRefund } from './refunds.ts';
import { applyCheckout, applyDeclined } from './settle.ts';

/** Bytes of a callback; Stripe's longest are some 20 KB. */
const mostBytes = 256_000;

const inTenant = <T>(tenantId: number, work: () => Promise<T>): Promise<T> =>
  asSystem(tenantId, 'marketplace', work);

async function work(news: News, account: PlatformAccount): Promise<void> {
  switch (news.kind) {
    case 'checkout': {
      const { checkout } = news;
      const known = await inTenant(checkout.tenantId, () => applyCheckout(checkout));
      if (!known) log.error('A callback is of a payment that there is not; nothing is booked.', { checkout });
      return;
    }
    case 'declined':
      await inTenant(news.tenantId, () => applyDeclined(news.paymentId));
      return;
    case 'dispute': {
      const { dispute } = news;
      const mark = await paymentService.paymentOf(account, dispute.intentId);
      if (mark) await inTenant(mark.tenantId, () => applyDispute(mark.paymentId, dispute, account));
      return;
    }
    case 'refund': {
      const { refund } = news;
      const mark = await paymentService.paymentOf(account, refund.intentId);
      if (mark) await inTenant(mark.tenantId, () => applyRefund(mark.paymentId, refund, account));
      return;
    }
    case 'account':
      await inTenant(news.account.tenantId, () => applyAccount(news.account));
      return;
    case 'other':
      return;
    default:
      return news satisfies never;
  }
}

/**
 * Takes what the payment provider tells. Nothing of it is read before its signature is found right; told twice, or in
 * another order, it comes to the same.
 * @throws 400 where it is not signed, 403 'wrong_signature', 404 where no provider is connected, 413
 */
export async function paymentCallback(name: PaymentProviderName): Promise<void> {
  const { headers, body } = rawRequest();
  if (body.length > mostBytes) throw new AppError(413, 'payload_too_large', 'This is no callback of ours.');
  if (!headers[paymentService.signatureHeader])
    throw badRequest('This is no callback of the provider: it is not signed.');
  const account = await paymentAccount();
  if (!account) throw notFound('This address');
  if (!paymentService.verify(account, { headers, body })) {
    log.warn('A callback with a wrong signature was turned away.', { provider: name });
    throw forbidden('The signature of this callback is not right.', 'wrong_signature');
  }
  await work(paymentService.news(body), account);
}
