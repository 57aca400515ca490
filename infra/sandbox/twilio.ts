import type { IncomingMessage } from 'node:http';
import { carrierOfPhone } from './carriers.ts';
import { type Answer, json, readBody } from './http.ts';
import type { Route } from './index.ts';
import type { Network } from './network.ts';
import { lookedFor } from './number-search.ts';
import type { Numbers, OwnNumber } from './numbers.ts';
import { twilioRegistrations } from './registrations.ts';
import type { Scripts } from './scripts.ts';
import type { Texts } from './texts.ts';
import {
  apiVersion,
  availableJson,
  listJson,
  messageJson,
  numberJson,
  pricesJson,
  segmentPrice,
  twilioError,
} from './twilio-wire.ts';

/** Dollars that an account begins with. */
const firstBalance = 1_000;

/** Characters of one text. */
const longest = 1_600;

const e164 = /^\+[1-9]\d{7,14}$/;

/** Who asks: sandbox accounts have their own name as their token. Undefined for everybody else. @param of whom alone */
function accountOf(request: IncomingMessage, of?: string): string | undefined {
  const [, given] = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const [user, token] = Buffer.from(given ?? '', 'base64')
    .toString()
    .split(':');
  const sid = of ?? user;
  return sid && /^sandbox-\w+$/.test(sid) && user === sid && token === sid ? sid : undefined;
}

interface Parts {
  texts: Texts;
  numbers: Numbers;
  network: Network;
  scripts: Scripts;
}

/** One request of one account. */
class Asked {
  readonly parts: Parts;
  readonly account: string;
  readonly url: URL;
  /** `/2010-04-01/Accounts/…`, as answers name themselves. */
  readonly uri: string;

  constructor(parts: Parts, account: string, url: URL) {
    this.parts = parts;
    this.account = account;
    this.url = url;
    this.uri = url.pathname.slice('/twilio'.length);
  }

  notFound(): Answer {
    return twilioError(404, 20404, `The requested resource ${this.uri} was not found`);
  }

  send(form: URLSearchParams): Answer {
    const [to, body] = [form.get('To')?.trim() ?? '', form.get('Body') ?? ''];
    const service = form.get('MessagingServiceSid');
    const from = form.get('From')?.trim() ?? '';
    if (!to) return twilioError(400, 21604, "A 'To' phone number is required.");
    if (!e164.test(to)) return twilioError(400, 21211, `Invalid 'To' Phone Number: ${to}`);
    if (!body) return twilioError(400, 21602, 'Message body is required.');
    if (body.length > longest)
      return twilioError(400, 21617, 'The concatenated message body exceeds the 1600 character limit');
    if (!from && !service) return twilioError(400, 21603, "A 'From' phone number is required.");
    const owned = this.parts.numbers.list('twilio', this.account);
    // A service picks the sender among its numbers: here all of the account.
    const ours = from || owned[0]?.number;
    if (!ours || !owned.some(({ number }) => number === ours))
      return twilioError(
        400,
        21606,
        `The 'From' phone number ${from} is not a valid, SMS-capable Twilio phone number for your account`,
      );
    const text = this.parts.network.send({
      carrier: 'twilio',
      account: this.account,
      ours,
      theirs: to,
      body,
      callbackUrl: form.get('StatusCallback') ?? '',
      service,
    });
    if (text === 'stopped') return twilioError(400, 21610, 'Attempt to send to unsubscribed recipient');
    return json(201, {
      ...messageJson(text),
      // Through a service it is accepted first, and has its sender later.
      ...(service && !from ? { status: 'accepted', from: null } : {}),
    });
  }

  messages(): Answer {
    const asked = this.url.searchParams;
    const instant = (value: string | null, endOfDay = false) =>
      value === null
        ? undefined
        : new Date(value.length === 10 && endOfDay ? `${value}T23:59:59.999Z` : value).toISOString();
    const day = asked.get('DateSent');
    const pageSize = Math.min(1_000, Math.max(1, Number(asked.get('PageSize') ?? 50) || 50));
    const found = this.parts.texts.list('twilio', this.account, {
      to: asked.get('To') ?? undefined,
      from: asked.get('From') ?? undefined,
      since: instant(asked.get('DateSent>') ?? day),
      until: instant(asked.get('DateSent<') ?? day, true),
      limit: pageSize,
    });
    return json(200, listJson(this.uri, 'messages', found.map(messageJson), pageSize));
  }

  buy(form: URLSearchParams): Answer {
    const { numbers } = this.parts;
    const area = form.get('AreaCode');
    const number = form.get('PhoneNumber') ?? (area ? numbers.available(area, 1)[0] : undefined);
    if (!number || !e164.test(number))
      return twilioError(400, 21421, `PhoneNumber ${number ?? ''} is invalid`);
    const refusal = numbers.refusal(number, this.parts.scripts.for('number', number)?.order);
    if (refusal === 'unpaid') return twilioError(402, 20005, 'Account not active');
    if (refusal === 'invalid') return twilioError(400, 21421, `PhoneNumber ${number} is invalid`);
    if (refusal) return twilioError(400, 21422, `PhoneNumber ${number} is not available`);
    const own = numbers.add('twilio', this.account, number, {
      ...(form.get('FriendlyName') ? { friendlyName: form.get('FriendlyName')! } : {}),
      smsUrl: form.get('SmsUrl') ?? '',
    });
    return json(201, numberJson(own));
  }

  change(own: OwnNumber, form: URLSearchParams): Answer {
    const changes = {
      ...(form.has('FriendlyName') ? { friendlyName: form.get('FriendlyName')! } : {}),
      ...(form.has('SmsUrl') ? { smsUrl: form.get('SmsUrl')! } : {}),
    };
    return json(200, numberJson(this.parts.numbers.change(own, changes)));
  }

  owned(): Answer {
    const only = this.url.searchParams.get('PhoneNumber');
    const list = this.parts.numbers
      .list('twilio', this.account)
      .filter(({ number }) => !only || number === only);
    return json(200, listJson(this.uri, 'incoming_phone_numbers', list.map(numberJson), 50));
  }

  available(isTollFree: boolean): Answer {
    const asked = this.url.searchParams;
    const size = Math.min(50, Number(asked.get('PageSize') ?? 20) || 20);
    const list = lookedFor(this.parts.numbers, {
      area: asked.get('AreaCode') ?? undefined,
      digits: asked.get('Contains')?.replace(/\D/g, '') ?? '',
      state: asked.get('InRegion') ?? undefined,
      locality: asked.get('InLocality') ?? undefined,
      isTollFree,
      otherwise: '561',
      most: size,
    });
    return json(200, { available_phone_numbers: list.map(availableJson), uri: this.uri });
  }

  balance(): Answer {
    const spent = this.parts.texts.segmentsOf('twilio', this.account) * segmentPrice;
    return json(200, {
      account_sid: this.account,
      balance: (firstBalance - spent).toFixed(4),
      currency: 'USD',
    });
  }
}

async function answered(asked: Asked, rest: string, request: IncomingMessage): Promise<Answer> {
  const { method = 'GET' } = request;
  const { numbers, texts } = asked.parts;
  const form = async () => new URLSearchParams(await readBody(request));
  if (rest === 'Messages.json') return method === 'POST' ? asked.send(await form()) : asked.messages();
  if (rest === 'Balance.json') return asked.balance();
  if (rest === 'IncomingPhoneNumbers.json')
    return method === 'POST' ? asked.buy(await form()) : asked.owned();
  if (rest === 'AvailablePhoneNumbers/US/Local.json') return asked.available(false);
  if (rest === 'AvailablePhoneNumbers/US/TollFree.json') return asked.available(true);
  const [, kind, id] = /^(Messages|IncomingPhoneNumbers)\/(\w+)\.json$/.exec(rest) ?? [];
  const mine = <T extends { account: string; carrier: string }>(one: T | undefined) =>
    one?.account === asked.account && one.carrier === 'twilio' ? one : undefined;
  if (kind === 'Messages') {
    const text = mine(texts.find(id!));
    return text ? json(200, messageJson(text)) : asked.notFound();
  }
  const own = kind && mine(numbers.find(id!));
  if (!own) return asked.notFound();
  if (method === 'POST') return asked.change(own, await form());
  if (method !== 'DELETE') return json(200, numberJson(own));
  numbers.remove(own.id);
  return { status: 204, headers: {}, body: '' };
}

/** Twilio's REST API, as https://api.twilio.com answers, below /twilio. */
export function twilioRoutes(parts: Parts): Route {
  const lookups = '/twilio/lookups/v2/PhoneNumbers/';
  const prefix = `/twilio/${apiVersion}/Accounts/`;
  const messaging = (request: IncomingMessage, { pathname }: URL): Answer => {
    const outage = parts.scripts.outage('twilio', request.method);
    if (outage) return twilioError(outage.status, 20500, 'Service unavailable');
    const account = accountOf(request);
    if (!account) return twilioError(401, 20003, 'Authenticate');
    const { scripts, numbers } = parts;
    const path = decodeURIComponent(pathname.slice('/twilio/messaging'.length));
    const owned = numbers.list('twilio', account);
    return (
      twilioRegistrations({ account, scripts, owned }, path) ??
      twilioError(404, 20404, `The requested resource ${path} was not found`)
    );
  };
  return async (request, url) => {
    if (url.pathname === '/twilio/pricing/v1/PhoneNumbers/Countries/US') return json(200, pricesJson);
    if (url.pathname.startsWith(lookups)) {
      const number = decodeURIComponent(url.pathname.slice(lookups.length));
      const outage = parts.scripts.outage('twilio', request.method);
      if (outage) return twilioError(outage.status, 20500, 'Service unavailable');
      return json(200, {
        phone_number: number,
        country_code: 'US',
        valid: true,
        line_type_intelligence: { carrier_name: carrierOfPhone(number), type: 'mobile', error_code: null },
      });
    }
    if (url.pathname.startsWith('/twilio/messaging/')) return messaging(request, url);
    if (!url.pathname.startsWith(prefix)) return undefined;
    const [sid = '', ...rest] = decodeURIComponent(url.pathname.slice(prefix.length)).split('/');
    const account = accountOf(request, sid.replace(/\.json$/, ''));
    const outage = parts.scripts.outage('twilio', request.method);
    if (outage && !outage.lost)
      return twilioError(outage.status, outage.status === 429 ? 20429 : 20500, 'Service unavailable');
    if (!account) return twilioError(401, 20003, 'Authenticate');
    if (sid.endsWith('.json'))
      return json(200, { sid: account, friendly_name: `Sandbox ${account}`, status: 'active', type: 'Full' });
    const answer = await answered(new Asked(parts, account, url), rest.join('/'), request);
    return outage ? twilioError(outage.status, 20500, 'Service unavailable') : answer;
  };
}
