import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { Callbacks } from '../callbacks.ts';
import { type Answer, json, readBody, readJson, redirect } from '../http.ts';
import type { Route } from '../index.ts';
import type { Scripts } from '../scripts.ts';
import { changeAccount, linkAccount, listTransfers, makeTransfer, openAccount } from './accounts.ts';
import { actOnPage, isDeclined, openSession, readSession } from './checkout.ts';
import { disputed, endDispute, openDispute } from './disputes.ts';
import { checkoutPage, connectPage } from './pages.ts';
import { failRefund, makeRefund, refunded } from './refunds.ts';
import type { StripeObject, StripeStore } from './store.ts';
import { apiAnswer, type Form, stripeError } from './wire.ts';

/*
 * The stand-in for Stripe: /stripe/v1/… as the product asks it, and the pages on which people pay and give details. It
 * signs what it tells by `whsec_sandbox`.
 */

interface Parts {
  store: StripeStore;
  scripts: Scripts;
  callbacks: Callbacks;
  /** The product's own address. */
  publicOrigin: string;
}

const signingSecret = 'whsec_sandbox';

const found = (one: StripeObject | undefined, id: string): Answer =>
  one ? json(200, one) : stripeError(404, 'resource_missing', `No such object: '${id}'`);

/** One call of the API; undefined where there is none of the kind. */
function call(method: string, path: string, form: Form, asked: URLSearchParams, parts: Parts) {
  const { store, scripts, publicOrigin } = parts;
  const [kind, id = '', third = ''] = path.split('/');
  switch (`${method} ${kind}`) {
    case 'POST checkout':
      return id === 'sessions' && !third ? openSession(form, store, publicOrigin) : undefined;
    case 'GET checkout':
      return readSession(third, asked.getAll('expand[]').includes('payment_intent'), store);
    case 'GET payment_intents':
      return found(store.find('payment_intent', id), id);
    case 'GET disputes':
      return found(store.find('dispute', id), id);
    case 'POST accounts':
      return openAccount(form, store);
    case 'GET accounts':
      return found(store.find('account', id), id);
    case 'POST account_links':
      return linkAccount(form, store, publicOrigin);
    case 'POST transfers':
      return makeTransfer(form, store, scripts);
    case 'GET transfers':
      return listTransfers(asked, store);
    default:
      return undefined;
  }
}

function tell(type: string, object: StripeObject, { store, callbacks, publicOrigin }: Parts): void {
  const url = store.endpoint ?? `${publicOrigin}/api/marketplace/payment-callbacks/stripe`;
  if (!url) return;
  const id = `evt_${randomBytes(12).toString('hex')}`;
  const payload = { id, object: 'event', type, created: store.now, livemode: false, data: { object } };
  callbacks.send({
    url,
    lane: `stripe ${object.id}`,
    signing: { how: 'stripe', secret: signingSecret, payload },
  });
}

const deedOf = async (request: IncomingMessage): Promise<string> =>
  new URLSearchParams(await readBody(request)).get('deed') ?? '';

async function checkout(request: IncomingMessage, id: string, parts: Parts): Promise<Answer | undefined> {
  const { store } = parts;
  const session = store.find('checkout.session', id);
  if (!session) return undefined;
  if (request.method !== 'POST') return checkoutPage(session, isDeclined(session, store));
  const deed = await deedOf(request);
  const used = actOnPage(session, deed, store);
  for (const { type, object } of used.events) tell(type, object, parts);
  return redirect(
    deed === 'decline'
      ? `/sandbox/stripe/checkout/${id}`
      : String(used.session[deed === 'pay' ? 'success_url' : 'cancel_url']),
  );
}

async function connect(request: IncomingMessage, url: URL, id: string, parts: Parts) {
  const account = parts.store.find('account', id);
  if (!account) return undefined;
  if (request.method !== 'POST') return connectPage(account);
  tell('account.updated', changeAccount(account, await deedOf(request), parts.store), parts);
  const back = url.searchParams.get('back') ?? '/';
  return redirect(back.startsWith(`${parts.publicOrigin}/`) ? back : '/');
}

async function refund(request: IncomingMessage, id: string, parts: Parts): Promise<Answer | undefined> {
  const { store } = parts;
  const given = store.find('refund', id);
  const intent = given ? undefined : store.find('payment_intent', id);
  if (!given && !intent) return undefined;
  const changed = given
    ? failRefund(given, store)
    : makeRefund(intent!, refunded.parse(await readJson(request)), store);
  for (const type of changed.events) tell(type, changed.refund, parts);
  return json(200, changed.refund);
}

const endpoint = z.strictObject({ url: z.string().max(500).nullable() });

/**
 * `/sandbox/stripe`: what it holds; `…/endpoint`: where it tells; `…/disputes/{intent}`: a chargeback; `…/{dispute}`: its end;
 * `…/refunds/{intent}`: money goes back to a card; `…/{refund}`: its bank does not take it.
 */
async function ownPage(request: IncomingMessage, url: URL, parts: Parts): Promise<Answer | undefined> {
  const { store } = parts;
  const [, , , kind, id = ''] = url.pathname.split('/');
  if (kind === undefined)
    return json(200, {
      sessions: store.all('checkout.session'),
      accounts: store.all('account'),
      transfers: store.all('transfer'),
    });
  if (kind === 'checkout') return checkout(request, id, parts);
  if (kind === 'connect') return connect(request, url, id, parts);
  if (request.method !== 'POST') return undefined;
  if (kind === 'endpoint') {
    const { url: to } = endpoint.parse(await readJson(request));
    // Null: as it is by itself; empty: nowhere.
    store.endpoint = to ?? undefined;
    return json(200, { url: store.endpoint ?? null });
  }
  if (kind === 'refunds') return refund(request, id, parts);
  if (kind !== 'disputes') return undefined;
  const dispute = store.find('dispute', id);
  const intent = dispute ? undefined : store.find('payment_intent', id);
  if (!dispute && !intent) return undefined;
  const asked = disputed.parse(await readJson(request));
  const changed = dispute ? endDispute(dispute, asked, store) : openDispute(intent!, asked, store);
  for (const type of changed.events) tell(type, changed.dispute, parts);
  return json(200, changed.dispute);
}

export function stripeRoutes(parts: Parts): Route {
  return async (request, url) => {
    const { pathname, searchParams } = url;
    if (pathname === '/sandbox/stripe' || pathname.startsWith('/sandbox/stripe/'))
      return ownPage(request, url, parts);
    if (!pathname.startsWith('/stripe/v1/')) return undefined;
    const path = pathname.slice('/stripe/v1/'.length);
    return apiAnswer(request, path, parts, (method, form) => call(method, path, form, searchParams, parts));
  };
}
