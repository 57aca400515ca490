import { matching } from '#functions/kernel/provider-manifest.ts';
import { fieldsOf, Undecided } from '../../../ask-provider.ts';
import type { Checkout, ConnectedAccount, PaymentMark, PaymentProvider } from '../types.ts';
import { accountFrom, checkoutFrom, disputeFrom, markIn } from './objects.ts';
import { isSigned, newsIn, signatureHeader } from './webhook.ts';
import { addressIn, get, idIn, label, post } from './wire.ts';

/*
 * Stripe: pages on which cards are charged (Checkout), and accounts of sellers (Connect Express). Separate charges and
 * transfers (docs.stripe.com/connect/separate-charges-and-transfers): money comes into the platform's balance, and leaves
 * it by transfers of our own.
 */

const signingSecret = matching(/^whsec_[\w+/=]{8,240}$/, 'A signing secret begins with whsec_.');

const marked = ({ paymentId, tenantId }: PaymentMark) => ({ payment_id: paymentId, tenant_id: tenantId });

/** @throws Undecided where the answer is not of what was asked for */
function ours<T>(read: T | undefined): T {
  if (!read) throw new Undecided(`${label} answered with something that is not the market's.`);
  return read;
}

export const stripe: PaymentProvider = {
  name: 'stripe',
  label,
  url: 'https://api.stripe.com',
  // docs.stripe.com/api/idempotent_requests
  keysKnownMs: 24 * 3_600_000,
  fields: [
    {
      name: 'secretKey',
      label: 'Secret key',
      schema: matching(/^(sk|rk)_(live|test)_\w{8,240}$/, 'A secret key begins with sk_ or rk_.'),
      sealedFor: 'stripe-secret-key',
      placeholder: 'sk_live_…',
      isRequired: true,
    },
    {
      name: 'webhookSecret',
      label: 'Signing secret of the webhook',
      schema: signingSecret,
      sealedFor: 'stripe-webhook-secret',
      placeholder: 'whsec_…',
      isRequired: true,
    },
    {
      name: 'connectSecret',
      label: 'Signing secret of the webhook for connected accounts',
      schema: signingSecret,
      sealedFor: 'stripe-connect-secret',
      placeholder: 'whsec_…',
    },
  ],
  sandboxKeys: () => ({ secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' }),

  async openCheckout(account, { amountCents, returnUrl, ...mark }): Promise<Checkout> {
    const session = await post(
      account,
      'checkout/sessions',
      {
        mode: 'payment',
        payment_method_types: ['card'],
        client_reference_id: mark.paymentId,
        success_url: returnUrl,
        cancel_url: returnUrl,
        metadata: marked(mark),
        payment_intent_data: { metadata: marked(mark), description: 'Balance on the lead market' },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: amountCents,
              product_data: { name: 'Balance on the lead market' },
            },
          },
        ],
      },
      mark.paymentId,
    );
    addressIn(session.url, account);
    idIn(session.id);
    return ours(checkoutFrom(session));
  },
  async checkout(account, checkoutId) {
    const path = `checkout/sessions/${encodeURIComponent(checkoutId)}?expand[]=payment_intent`;
    return ours(checkoutFrom(await get(account, path)));
  },
  async paymentOf(account, intentId) {
    return markIn(await get(account, `payment_intents/${encodeURIComponent(intentId)}`));
  },
  async dispute(account, disputeId) {
    return ours(disputeFrom(await get(account, `disputes/${encodeURIComponent(disputeId)}`)));
  },

  async openAccount(account, { providerId, tenantId }): Promise<ConnectedAccount> {
    const opened = await post(
      account,
      'accounts',
      {
        type: 'express',
        country: 'US',
        capabilities: { transfers: { requested: true } },
        metadata: { provider_id: providerId, tenant_id: tenantId },
      },
      `account-${providerId}`,
    );
    idIn(opened.id);
    return ours(accountFrom(opened));
  },
  async connectedAccount(account, accountId) {
    return ours(accountFrom(await get(account, `accounts/${encodeURIComponent(accountId)}`)));
  },
  async accountLink(account, accountId, returnUrl) {
    const link = await post(account, 'account_links', {
      account: accountId,
      refresh_url: returnUrl,
      return_url: returnUrl,
      type: 'account_onboarding',
    });
    return addressIn(link.url, account);
  },

  async transfer(account, { payoutId, amountCents, accountId }) {
    const made = await post(
      account,
      'transfers',
      {
        amount: amountCents,
        currency: 'usd',
        destination: accountId,
        transfer_group: payoutId,
        metadata: { payout_id: payoutId },
      },
      payoutId,
    );
    return idIn(made.id);
  },
  async findTransfer(account, payoutId) {
    const asked = new URLSearchParams({ transfer_group: payoutId, limit: '1' });
    const { data } = await get(account, `transfers?${asked}`);
    if (!Array.isArray(data)) throw new Undecided(`${label} did not list transfers.`);
    return data.length === 0 ? undefined : idIn(fieldsOf(data[0]).id);
  },

  signatureHeader,
  verify: isSigned,
  news: newsIn,
};
