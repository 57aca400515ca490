import { type Answer, json } from '../http.ts';
import type { StripeObject, StripeStore } from './store.ts';
import { below, type Form, missing, stripeError } from './wire.ts';

/** POST /v1/checkout/sessions: one item in dollars, paid by card. */
export function openSession(form: Form, store: StripeStore, publicOrigin: string): Answer {
  if (form.mode !== 'payment') return missing('mode');
  if (!form.success_url) return missing('success_url');
  const amount = Number(form['line_items[0][price_data][unit_amount]']);
  if (!Number.isInteger(amount) || amount < 50)
    return stripeError(400, 'amount_too_small', 'The amount must be at least 50 cents.');
  const intent = store.add('payment_intent', {
    amount,
    currency: form['line_items[0][price_data][currency]'],
    status: 'requires_payment_method',
    last_payment_error: null,
    metadata: below(form, 'payment_intent_data[metadata]'),
  });
  const session = store.add('checkout.session', {
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amount * Number(form['line_items[0][quantity]'] ?? 1),
    currency: form['line_items[0][price_data][currency]'],
    client_reference_id: form.client_reference_id ?? null,
    description: form['line_items[0][price_data][product_data][name]'] ?? '',
    success_url: form.success_url,
    cancel_url: form.cancel_url ?? form.success_url,
    payment_intent: intent.id,
    metadata: below(form, 'metadata'),
  });
  return json(200, store.change(session, { url: `${publicOrigin}/sandbox/stripe/checkout/${session.id}` }));
}

const intentOf = (session: StripeObject, store: StripeStore): StripeObject =>
  store.find('payment_intent', String(session.payment_intent))!;

/** GET /v1/checkout/sessions/{id}, with its payment intent whole where that is asked for. */
export function readSession(id: string, expand: boolean, store: StripeStore): Answer {
  const session = store.find('checkout.session', id);
  if (!session) return stripeError(404, 'resource_missing', `No such checkout.session: '${id}'`);
  return json(200, expand ? { ...session, payment_intent: intentOf(session, store) } : session);
}

export const isDeclined = (session: StripeObject, store: StripeStore): boolean =>
  intentOf(session, store).last_payment_error !== null;

/**
 * Somebody does something on the page. Answers the session as it is then, and what is told of it.
 * @param deed pay, decline or expire
 */
export function actOnPage(
  session: StripeObject,
  deed: string,
  store: StripeStore,
): { session: StripeObject; events: { type: string; object: StripeObject }[] } {
  if (session.status !== 'open') return { session, events: [] };
  const intent = intentOf(session, store);
  if (deed === 'pay') {
    store.change(intent, { status: 'succeeded', last_payment_error: null });
    const paid = store.change(session, { status: 'complete', payment_status: 'paid', url: null });
    return { session: paid, events: [{ type: 'checkout.session.completed', object: paid }] };
  }
  if (deed === 'decline') {
    const last_payment_error = { code: 'card_declined', decline_code: 'generic_decline', type: 'card_error' };
    const declined = store.change(intent, { last_payment_error });
    return { session, events: [{ type: 'payment_intent.payment_failed', object: declined }] };
  }
  const expired = store.change(session, { status: 'expired', url: null });
  return { session: expired, events: [{ type: 'checkout.session.expired', object: expired }] };
}
