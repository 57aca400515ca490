import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TelnyxKey } from './callbacks.ts';
import { carrierOfPhone } from './carriers.ts';
import { type Answer, json, readJson } from './http.ts';
import type { Route } from './index.ts';
import type { Network } from './network.ts';
import { lookedFor } from './number-search.ts';
import type { Numbers } from './numbers.ts';
import { telnyxRegistrations } from './registrations.ts';
import { telnyxReputation } from './reputation.ts';
import type { Scripts } from './scripts.ts';
import type { Order, Profile, TelnyxStore } from './telnyx-store.ts';
import { availableJson, messageJson, numberJson, partPrice, telnyxError } from './telnyx-wire.ts';
import type { Texts } from './texts.ts';
import type { WorkQueue } from './work.ts';

/** Dollars that an account begins with. */
const firstBalance = 1_000;

/** How long an order is pending; ms. */
const orderMs = 500;

const e164 = /^\+[1-9]\d{7,14}$/;

interface Parts {
  texts: Texts;
  numbers: Numbers;
  network: Network;
  scripts: Scripts;
  store: TelnyxStore;
  work: WorkQueue;
  key: TelnyxKey;
}

interface Asked extends Parts {
  account: string;
  body: Record<string, unknown>;
  query: URLSearchParams;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const data = (status: number, one: object): Answer => json(status, { data: one });
const list = (items: readonly object[]): Answer =>
  json(200, {
    data: items,
    meta: {
      page_number: 1,
      page_size: Math.max(20, items.length),
      total_pages: 1,
      total_results: items.length,
    },
  });
const notFound = () =>
  telnyxError(404, '10005', 'Resource not found', 'The requested resource or URL could not be found.');

const profileJson = (one: Profile) => ({
  record_type: 'messaging_profile',
  id: one.id,
  name: one.name,
  enabled: true,
  webhook_url: one.webhookUrl || null,
  webhook_failover_url: null,
  webhook_api_version: '2',
  created_at: one.createdAt,
  updated_at: one.createdAt,
});

const orderJson = (one: Order) => ({
  id: one.id,
  record_type: 'number_order',
  phone_numbers_count: one.numbers.length,
  phone_numbers: one.numbers.map(({ id, number }) => ({
    id,
    record_type: 'number_order_phone_number',
    phone_number: number,
    status: one.status,
    requirements_met: true,
  })),
  messaging_profile_id: one.profile,
  customer_reference: one.reference,
  requirements_met: true,
  status: one.status,
  created_at: one.createdAt,
  updated_at: one.createdAt,
});

function send({ account, body, numbers, network, store }: Asked): Answer {
  const [to, from, words] = [text(body.to), text(body.from), text(body.text)];
  if (!to || !words)
    return telnyxError(
      422,
      '10004',
      'Missing required parameter',
      `The '${to ? 'text' : 'to'}' parameter is required.`,
    );
  if (!e164.test(to))
    return telnyxError(400, '40310', "Invalid 'to' address", `The 'to' address ${to} is not a valid number.`);
  const owned = numbers.list('telnyx', account);
  const profile = text(body.messaging_profile_id) || null;
  // Without a sender, a profile takes one of its pool: here the first that is on it.
  const own = from
    ? owned.find(({ number }) => number === from)
    : owned.find((one) => one.profile === profile);
  if (!own)
    return telnyxError(400, '40305', "Invalid 'from' address", `The 'from' address ${from} is not yours.`);
  const tags = Array.isArray(body.tags) ? body.tags.map(String) : [];
  const sent = network.send({
    carrier: 'telnyx',
    account,
    ours: own.number,
    theirs: to,
    body: words,
    callbackUrl: text(body.webhook_url),
    service: store.profile(profile ?? own.profile)?.id ?? null,
    tags,
  });
  if (sent === 'stopped')
    return telnyxError(
      400,
      '40300',
      'Blocked due to STOP message',
      `Messages cannot be sent from '${own.number}' to '${to}' due to an existing block rule.`,
    );
  return data(200, messageJson(sent));
}

function order({ account, body, numbers, store, work, scripts }: Asked): Answer {
  const wanted = Array.isArray(body.phone_numbers)
    ? body.phone_numbers.map((one) => text((one as { phone_number?: unknown } | null)?.phone_number))
    : [];
  const scripted = (number: string) => scripts.for('number', number);
  const refused = (number: string) => numbers.refusal(number, scripted(number)?.order);
  if (wanted.some((number) => refused(number) === 'unpaid'))
    return telnyxError(
      403,
      '20100',
      'Insufficient Funds',
      'There are insufficient funds in your account to complete this action.',
    );
  const wrong = wanted.find((number) => !e164.test(number) || refused(number));
  if (wanted.length === 0 || wrong !== undefined)
    return telnyxError(422, '10027', 'Number unavailable', `${wrong ?? 'No number'} cannot be ordered.`);
  const made = store.addOrder({
    account,
    numbers: wanted.map((number) => ({ id: randomUUID(), number })),
    profile: text(body.messaging_profile_id) || null,
    reference: text(body.customer_reference) || null,
  });
  const delay = Math.max(orderMs, ...wanted.map((number) => scripted(number)?.pendingMs ?? 0));
  work.add({ lane: `order ${made.id}`, kind: 'order', body: { id: made.id }, delay });
  return data(200, orderJson(made));
}

function messages(asked: Asked, id: string | undefined): Answer {
  if (!id) return send(asked);
  const found = asked.texts.find(id);
  return found?.account === asked.account && found.carrier === 'telnyx'
    ? data(200, messageJson(found))
    : notFound();
}

function owned(asked: Asked, method: string, id: string | undefined, part: string | undefined): Answer {
  const { numbers, account, body, query } = asked;
  if (!id) {
    const only = query.get('filter[phone_number]');
    return list(
      numbers
        .list('telnyx', account)
        .filter(({ number }) => !only || number.includes(only))
        .map(numberJson),
    );
  }
  const own = numbers.find(id);
  if (own?.account !== account || own.carrier !== 'telnyx') return notFound();
  if (method === 'PATCH' && part === 'messaging') {
    const profile = text(body.messaging_profile_id) || null;
    return data(200, { ...numberJson(numbers.change(own, { profile })), record_type: 'messaging_settings' });
  }
  if (method === 'DELETE') numbers.remove(own.id);
  return data(200, numberJson(own));
}

function profiles(asked: Asked, method: string, id: string | undefined): Answer {
  const { store, account, body } = asked;
  if (!id && method === 'POST')
    return data(200, profileJson(store.addProfile(account, text(body.name), text(body.webhook_url))));
  if (!id) return list(store.profiles(account).map(profileJson));
  const one = store.profile(id);
  if (one?.account !== account) return notFound();
  if (method !== 'PATCH') return data(200, profileJson(one));
  const changes = {
    ...('name' in body ? { name: text(body.name) } : {}),
    ...('webhook_url' in body ? { webhookUrl: text(body.webhook_url) } : {}),
  };
  return data(200, profileJson(store.changeProfile(one, changes)));
}

function available({ numbers, query }: Asked): Answer {
  const found = lookedFor(numbers, {
    area: query.get('filter[national_destination_code]') ?? undefined,
    digits: query.get('filter[phone_number][contains]') ?? '',
    state: query.get('filter[administrative_area]') ?? undefined,
    locality: query.get('filter[locality]') ?? undefined,
    isTollFree: query.get('filter[phone_number_type]') === 'toll_free',
    otherwise: '786',
    most: Math.min(50, Number(query.get('filter[limit]') ?? query.get('page[size]') ?? 20) || 20),
  });
  return json(200, {
    data: found.map(availableJson),
    meta: { total_results: found.length, best_effort_results: 0 },
  });
}

function balance({ texts, account }: Asked): Answer {
  const left = (firstBalance - texts.segmentsOf('telnyx', account) * partPrice).toFixed(2);
  return data(200, {
    record_type: 'balance',
    balance: left,
    credit_limit: '0.00',
    available_credit: left,
    pending: '0.00',
    currency: 'USD',
  });
}

function answered(asked: Asked, method: string, path: string): Answer {
  const [what, id, part] = path.split('/');
  switch (what) {
    case 'messages':
      return messages(asked, id);
    case 'phone_numbers':
      return owned(asked, method, id, part);
    case 'messaging_profiles':
      return profiles(asked, method, id);
    case 'available_phone_numbers':
      return available(asked);
    case 'number_lookup':
      return data(200, {
        record_type: 'number_lookup',
        phone_number: id,
        country_code: 'US',
        carrier: { name: carrierOfPhone(id!), type: 'mobile', error_code: null },
      });
    case '10dlc': {
      const { account, scripts, numbers } = asked;
      const owned = numbers.list('telnyx', account);
      return telnyxRegistrations({ account, scripts, owned }, path.slice('10dlc/'.length)) ?? notFound();
    }
    case 'enterprises': {
      const { scripts, numbers, account, body } = asked;
      const owned = numbers.list('telnyx', account);
      const [, , , ...rest] = path.split('/');
      const reputation = part === 'reputation' ? rest.join('/') : '';
      const at = new Date().toISOString();
      return telnyxReputation({ scripts, owned, method, body, at }, reputation) ?? notFound();
    }
    case 'balance':
      return balance(asked);
    case 'number_orders': {
      if (method === 'POST') return order(asked);
      if (!id) {
        const reference = asked.query.get('filter[customer_reference]');
        return list(
          asked.store
            .orders(asked.account)
            .filter((one) => !reference || one.reference === reference)
            .map(orderJson),
        );
      }
      const found = asked.store.order(id);
      return found?.account === asked.account ? data(200, orderJson(found)) : notFound();
    }
    default:
      return notFound();
  }
}

const accountOf = ({ headers }: IncomingMessage) =>
  /^Bearer\s+(sandbox-\w+)$/i.exec(headers.authorization ?? '')?.[1];

/** Telnyx's API, as https://api.telnyx.com answers, below /telnyx; GET /telnyx/public-key proves its webhooks. */
export function telnyxRoutes(parts: Parts): Route {
  const { work, store, numbers, scripts, key } = parts;
  work.on('order', ({ id }: { id: string }) => {
    const made = store.order(id);
    if (made?.status !== 'pending') return undefined;
    const taken = made.numbers.some(
      ({ number }) => numbers.find(number) || scripts.for('number', number)?.order === 'fails',
    );
    if (!taken)
      for (const { id: numberId, number } of made.numbers)
        numbers.add('telnyx', made.account, number, { id: numberId, profile: made.profile });
    store.endOrder(made, taken ? 'failure' : 'success');
    return undefined;
  });
  return async (request, url) => {
    if (url.pathname === '/telnyx/public-key') return json(200, { public_key: key.public });
    if (!url.pathname.startsWith('/telnyx/v2/')) return undefined;
    const outage = scripts.outage('telnyx', request.method);
    const down = outage && telnyxError(outage.status, '10007', 'Unexpected error', 'Service unavailable.');
    if (down && !outage.lost) return down;
    const account = accountOf(request);
    if (!account)
      return telnyxError(401, '10009', 'Authentication failed', 'Could not find any usable credentials.');
    const { method = 'GET' } = request;
    const read = ['POST', 'PATCH'].includes(method) ? await readJson(request) : {};
    const body = (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>;
    const asked = { ...parts, account, body, query: url.searchParams };
    const answer = answered(asked, method, decodeURIComponent(url.pathname.slice('/telnyx/v2/'.length)));
    return down ?? answer;
  };
}
