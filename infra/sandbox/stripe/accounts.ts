import { type Answer, json } from '../http.ts';
import type { Scripts } from '../scripts.ts';
import type { StripeObject, StripeStore } from './store.ts';
import { below, type Form, missing, stripeError } from './wire.ts';

const due = ['business_profile.url', 'external_account', 'individual.last_name'];

/** What stands in an account by what its holder did on the page. */
const stands: Record<string, Record<string, unknown>> = {
  complete: {
    payouts_enabled: true,
    details_submitted: true,
    capabilities: { transfers: 'active' },
    requirements: { currently_due: [], past_due: [], disabled_reason: null },
  },
  leave: {
    payouts_enabled: false,
    details_submitted: false,
    capabilities: { transfers: 'inactive' },
    requirements: { currently_due: due, past_due: [], disabled_reason: 'requirements.past_due' },
  },
  reject: {
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
    requirements: { currently_due: [], past_due: [], disabled_reason: 'rejected.terms_of_service' },
  },
};

/** POST /v1/accounts. */
export const openAccount = (form: Form, store: StripeStore): Answer =>
  form.type === 'express'
    ? json(
        200,
        store.add('account', {
          type: 'express',
          country: form.country,
          metadata: below(form, 'metadata'),
          ...stands.leave,
        }),
      )
    : missing('type');

/** The holder of an account gives all details, leaves some out, or is rejected. */
export const changeAccount = (account: StripeObject, deed: string, store: StripeStore): StripeObject =>
  store.change(account, stands[deed] ?? {});

/** POST /v1/account_links. */
export function linkAccount(form: Form, store: StripeStore, publicOrigin: string): Answer {
  const account = store.find('account', form.account ?? '');
  if (!account) return stripeError(400, 'account_invalid', 'The account does not exist.');
  if (!form.return_url || !form.refresh_url) return missing('return_url');
  const asked = new URLSearchParams({ back: form.return_url });
  const url = `${publicOrigin}/sandbox/stripe/connect/${account.id}?${asked}`;
  return json(200, { object: 'account_link', created: store.now, expires_at: store.now + 300, url });
}

/** POST /v1/transfers: from the platform's balance to a connected account. */
export function makeTransfer(form: Form, store: StripeStore, scripts: Scripts): Answer {
  const amount = Number(form.amount);
  if (!Number.isInteger(amount) || amount < 1)
    return stripeError(400, 'parameter_invalid_integer', 'Invalid integer: amount');
  const account = store.find('account', form.destination ?? '');
  if (!account) return stripeError(400, 'account_invalid', `No such destination: '${form.destination}'`);
  const outcome = scripts.for('transfer', account.id)?.outcome;
  const { transfers } = account.capabilities as { transfers: string };
  if (outcome === 'restricted' || transfers !== 'active')
    return stripeError(
      400,
      'insufficient_capabilities_for_transfer',
      'Your destination account needs to have at least one of the following capabilities enabled: transfers',
    );
  if (outcome === 'insufficient')
    return stripeError(
      400,
      'balance_insufficient',
      'You have insufficient available funds in your Stripe account.',
    );
  const { currency, destination, transfer_group } = form;
  return json(
    200,
    store.add('transfer', {
      amount,
      currency,
      destination,
      transfer_group: transfer_group ?? null,
      metadata: below(form, 'metadata'),
    }),
  );
}

/** GET /v1/transfers?transfer_group= */
export function listTransfers(asked: URLSearchParams, store: StripeStore): Answer {
  const group = asked.get('transfer_group');
  const all = store.all('transfer').filter((one) => group === null || one.transfer_group === group);
  const limit = Number(asked.get('limit') ?? 10);
  return json(200, { object: 'list', data: all.slice(0, limit), has_more: all.length > limit });
}
