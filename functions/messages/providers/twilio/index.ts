import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '#functions/kernel/errors.ts';
import { matching, trimmedSecret } from '#functions/kernel/provider-manifest.ts';
import { readForm } from '#functions/kernel/request.ts';
import { isTollFree } from '#shared/model/text-registration.ts';
import {
  type AvailableNumber,
  type Callback,
  type InboundText,
  type NumberSearch,
  noPrice,
  type Price,
  ProviderRefused,
  type SmsAccount,
  type SmsProvider,
  type StatusChange,
  type Text,
} from '../types.ts';
import { registrations } from './registrations.ts';
import { ask, label, list, meanings, optedOutCode } from './wire.ts';

interface WireNumber {
  sid: string;
  phone_number: string;
  friendly_name?: string;
  sms_url?: string;
  capabilities?: { sms?: boolean; SMS?: boolean; mms?: boolean; MMS?: boolean; voice?: boolean };
  locality?: string;
  region?: string;
}

const abilities = ({ capabilities: can = {} }: WireNumber) => ({
  sms: Boolean(can.sms ?? can.SMS ?? true),
  mms: Boolean(can.mms ?? can.MMS ?? false),
  voice: Boolean(can.voice ?? false),
});

const numberOf = (wire: WireNumber) => ({
  number: wire.phone_number,
  providerId: wire.sid,
  label: wire.friendly_name ?? '',
  ...abilities(wire),
  inboundUrl: wire.sms_url ?? null,
});

interface WirePrices {
  phone_number_prices?: { number_type: string; current_price: string }[];
  price_unit?: string;
}

/** What numbers of each type cost this account a month: https://www.twilio.com/docs/phone-numbers/pricing */
async function pricesOf(account: SmsAccount): Promise<(type: 'local' | 'tollFree') => Price> {
  const host = account.sandbox ? `${account.url}/pricing` : 'https://pricing.twilio.com';
  // Keys that may not read prices buy all the same.
  const answer = await ask(account, 'GET', `${host}/v1/PhoneNumbers/Countries/US`).catch((error) => {
    if (error instanceof ProviderRefused) return undefined;
    throw error;
  });
  const { phone_number_prices: prices = [], price_unit: currency = 'USD' } = (answer?.body ??
    {}) as WirePrices;
  return (type) => {
    const name = type === 'tollFree' ? 'toll free' : 'local';
    const price = prices.find(({ number_type: of }) => of === name)?.current_price;
    return price === undefined ? noPrice : { monthlyCost: Number(price), setupCost: 0, currency };
  };
}

async function available(account: SmsAccount, search: NumberSearch): Promise<AvailableNumber[]> {
  const { areaCode, contains, locality, state, type = 'local', features = [], limit } = search;
  const wanted = (feature: 'sms' | 'mms' | 'voice') => (features.includes(feature) ? 'true' : undefined);
  const kind = type === 'tollFree' ? 'TollFree' : 'Local';
  const [{ body }, priceOf] = await Promise.all([
    ask(account, 'GET', `/AvailablePhoneNumbers/US/${kind}.json`, {
      AreaCode: areaCode,
      Contains: contains,
      InLocality: locality,
      InRegion: state,
      SmsEnabled: wanted('sms'),
      MmsEnabled: wanted('mms'),
      VoiceEnabled: wanted('voice'),
      PageSize: String(limit),
    }),
    pricesOf(account),
  ]);
  return list<WireNumber>(body, 'available_phone_numbers').map((wire) => ({
    number: wire.phone_number,
    label: wire.friendly_name ?? '',
    locality: wire.locality ?? '',
    region: wire.region ?? '',
    ...abilities(wire),
    price: priceOf(type),
  }));
}

async function find(account: SmsAccount, text: Text, since: number, known: ReadonlySet<string>) {
  const day = new Date(since).toISOString().slice(0, 10);
  const { body } = await ask(account, 'GET', '/Messages.json', {
    To: text.to,
    From: text.from ?? undefined,
    'DateSent>': day,
    PageSize: '100',
  });
  interface Wire {
    sid: string;
    body: string;
    direction?: string;
    date_created?: string;
  }
  const found = list<Wire>(body, 'messages').find(
    (one) =>
      one.body === text.body &&
      !one.direction?.startsWith('inbound') &&
      // Its times are whole seconds by its own clock.
      Date.parse(one.date_created ?? '') >= since - 60_000 &&
      !known.has(one.sid),
  );
  return found?.sid ?? null;
}

/** The signature over the address and the sorted fields of a form. */
export function twilioSignature(token: string, url: string, form: URLSearchParams): string {
  // By the names alone: of MediaUrl1 and MediaUrl10 the shorter comes first, whatever their values are.
  const names = [...new Set(form.keys())].sort();
  const pairs = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value));
  return createHmac('sha1', token)
    .update(url + pairs.join(''))
    .digest('base64');
}

const formOf = (callback: Callback) => readForm(callback.body.toString('utf8'));

/** @throws 400 when the form is no callback about a message */
function messageForm(callback: Callback): URLSearchParams {
  const form = formOf(callback);
  if (!form.get('MessageSid')) throw badRequest('This is not a callback of Twilio about a message.');
  return form;
}

function inbound(callback: Callback): InboundText {
  const form = messageForm(callback);
  const media = Math.min(10, Number(form.get('NumMedia')) || 0);
  const type = form.get('OptOutType')?.toLowerCase();
  return {
    providerId: form.get('MessageSid')!,
    from: form.get('From') ?? '',
    to: form.get('To') ?? '',
    body: form.get('Body') ?? '',
    mediaUrls: Array.from({ length: media }, (_, n) => form.get(`MediaUrl${n}`) ?? '').filter(Boolean),
    answered: type === 'stop' || type === 'start' || type === 'help' ? type : null,
  };
}

const statuses: Record<string, StatusChange['status']> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

function status(callback: Callback): StatusChange | null {
  const form = messageForm(callback);
  const now = statuses[form.get('MessageStatus') ?? ''];
  if (!now) return null;
  const code = form.get('ErrorCode');
  return {
    providerId: form.get('MessageSid')!,
    messageId: null,
    status: now,
    error:
      now === 'failed'
        ? (meanings[code ?? ''] ?? form.get('ErrorMessage') ?? 'The carrier did not deliver it.')
        : null,
    code: code || null,
    optedOut: Number(code) === optedOutCode,
  };
}

export const twilio: SmsProvider = {
  name: 'twilio',
  label,
  url: 'https://api.twilio.com',
  fields: [
    {
      name: 'accountSid',
      label: 'Account SID',
      schema: matching(/^AC[0-9a-fA-F]{32}$/, 'An account SID is AC and 32 hexadecimal digits.'),
      isRequired: true,
    },
    {
      name: 'authToken',
      label: 'Auth token',
      schema: trimmedSecret,
      sealedFor: 'twilio-auth-token',
      storedAs: 'sealedToken',
      isRequired: true,
    },
    {
      name: 'messagingServiceSid',
      label: 'Messaging service SID',
      schema: matching(/^MG[0-9a-fA-F]{32}$/, 'A messaging service SID is MG and 32 hexadecimal digits.'),
      auditedAs: 'messaging service',
    },
  ],
  showsBalance: true,
  sandboxKeys: (standIn) => ({ accountSid: standIn, authToken: standIn }),
  identity: ({ accountSid, authToken, messagingServiceSid }) => ({
    id: String(accountSid),
    secret: String(authToken),
    service: messagingServiceSid ? String(messagingServiceSid) : null,
    callbackSecret: async () => String(authToken),
  }),
  choosesNumber: ({ messagingServiceSid }) => Boolean(messagingServiceSid),
  async send(account, text) {
    const { body } = await ask(account, 'POST', '/Messages.json', {
      To: text.to,
      Body: text.body,
      StatusCallback: text.statusUrl,
      ...(text.from ? { From: text.from } : { MessagingServiceSid: account.service ?? undefined }),
    });
    return { providerId: String(body.sid), segments: Number(body.num_segments) || undefined };
  },
  find,
  async numbers(account) {
    const found: WireNumber[] = [];
    let path = '/IncomingPhoneNumbers.json?PageSize=1000';
    for (;;) {
      const { body } = await ask(account, 'GET', path);
      found.push(...list<WireNumber>(body, 'incoming_phone_numbers'));
      if (typeof body.next_page_uri !== 'string') return found.map(numberOf);
      path = account.url + body.next_page_uri;
    }
  },
  registrations,
  available,
  price: async (account, number) => (await pricesOf(account))(isTollFree(number) ? 'tollFree' : 'local'),
  // https://www.twilio.com/docs/lookup/v2-api/line-type-intelligence
  async carrierName(account, number) {
    const host = account.sandbox ? `${account.url}/lookups` : 'https://lookups.twilio.com';
    const path = `${host}/v2/PhoneNumbers/${encodeURIComponent(number)}`;
    const { body } = await ask(account, 'GET', path, { Fields: 'line_type_intelligence' });
    const { carrier_name: name } = (body.line_type_intelligence ?? {}) as { carrier_name?: string | null };
    return name || null;
  },
  async owned(account, number) {
    const { body } = await ask(account, 'GET', '/IncomingPhoneNumbers.json', { PhoneNumber: number });
    const wire = list<WireNumber>(body, 'incoming_phone_numbers').find((one) => one.phone_number === number);
    return wire && numberOf(wire);
  },
  async order(account, { number, inboundUrl }) {
    const { body } = await ask(account, 'POST', '/IncomingPhoneNumbers.json', {
      PhoneNumber: number,
      SmsUrl: inboundUrl,
      SmsMethod: 'POST',
    });
    return { state: 'owned', number: numberOf(body as unknown as WireNumber) };
  },
  // It keeps no orders: a number is the account's at once, or not at all, which `owned` says.
  findOrder: async () => undefined,
  async release(account, providerId) {
    await ask(account, 'DELETE', `/IncomingPhoneNumbers/${encodeURIComponent(providerId)}.json`);
  },
  async direct(account, providerId, inboundUrl) {
    await ask(account, 'POST', `/IncomingPhoneNumbers/${encodeURIComponent(providerId)}.json`, {
      SmsUrl: inboundUrl,
      SmsMethod: 'POST',
    });
  },
  async balance(account) {
    const { body } = await ask(account, 'GET', '/Balance.json');
    return { balance: Number(body.balance), currency: String(body.currency ?? 'USD') };
  },
  async verify(account, callback) {
    const given = Buffer.from(callback.headers['x-twilio-signature'] ?? '');
    const wanted = Buffer.from(
      twilioSignature(await account.callbackSecret(), callback.url, formOf(callback)),
    );
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  },
  inbound,
  status,
};
