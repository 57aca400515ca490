import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { callProvider, type ProviderAnswer } from './http.ts';
import {
  type Callback,
  type InboundText,
  ProviderDown,
  ProviderRefused,
  type SmsAccount,
  type SmsAdapter,
  type StatusChange,
} from './types.ts';

/*
 * Telnyx's API v2: JSON in and out, a bearer key; callbacks signed by Ed25519.
 * https://developers.telnyx.com/api/messaging, …/docs/messaging/messages/receiving-webhooks
 */

export const telnyxUrl = 'https://api.telnyx.com';
const label = 'Telnyx';

/** "Blocked due to STOP message". */
const optedOutCode = '40300';

/** Seconds that a callback may be old, so that one which was overheard cannot be played again. */
const tolerance = 300;

const meanings: Record<string, string> = {
  40300: 'The person has opted out.',
  40001: 'The number cannot take texts.',
  40002: 'The carrier took it for spam.',
  40008: 'The carrier could not deliver it.',
  40012: 'This is not a number that can be texted.',
};

interface WireError {
  code?: string | number;
  title?: string;
  detail?: string;
}

const tell = ({ code, title, detail }: WireError, otherwise: string) =>
  meanings[String(code)] ?? detail ?? title ?? otherwise;

async function ask(
  account: SmsAccount,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<ProviderAnswer> {
  const answer = await callProvider(label, `${account.url}/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${account.secret}`,
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (answer.status < 300) return answer;
  const [error = {}] = (answer.body.errors as WireError[] | undefined) ?? [];
  const code = error.code === undefined ? null : String(error.code);
  throw new ProviderRefused(tell(error, `Telnyx refused it (${answer.status}).`), code, {
    optedOut: code === optedOutCode,
  });
}

const dataOf = <T>({ body }: ProviderAnswer): T => body.data as T;

interface WireProfile {
  id: string;
  name: string;
  webhook_url?: string | null;
}

interface WireNumber {
  id: string;
  phone_number: string;
  messaging_profile_id?: string | null;
  features?: { name: string }[];
  region_information?: { region_type: string; region_name: string }[];
}

function abilities({ features }: WireNumber) {
  const names = features?.map(({ name }) => name) ?? ['sms'];
  return { sms: names.includes('sms'), mms: names.includes('mms'), voice: names.includes('voice') };
}

const regionOf = ({ region_information: regions = [] }: WireNumber, type: string) =>
  regions.find((one) => one.region_type === type)?.region_name ?? '';

/** Where texts go is a matter of a number's messaging profile: this is the one that is made where none is named. */
const profileName = 'Dealbell';

const profilesOf = async (account: SmsAccount) =>
  dataOf<WireProfile[]>(await ask(account, 'GET', '/messaging_profiles?page[size]=250'));

/** The profile that numbers of ours are on, made or turned to us where need be. */
async function ownProfile(account: SmsAccount, inboundUrl: string): Promise<string> {
  const profiles = await profilesOf(account);
  const known = profiles.find(({ id, name }) =>
    account.service ? id === account.service : name === profileName,
  );
  const wanted = { webhook_url: inboundUrl };
  if (known?.webhook_url === inboundUrl) return known.id;
  if (known) {
    await ask(account, 'PATCH', `/messaging_profiles/${encodeURIComponent(known.id)}`, wanted);
    return known.id;
  }
  const made = await ask(account, 'POST', '/messaging_profiles', {
    name: profileName,
    whitelisted_destinations: ['US', 'CA'],
    ...wanted,
  });
  return dataOf<WireProfile>(made).id;
}

/** How long an order of a number is waited for, and between two looks; ms. */
const orderPatience = 6_000;
const orderLook = 250;

/** @throws ProviderRefused when the order fails, ProviderDown when it does not come to an end */
async function ordered(account: SmsAccount, orderId: string): Promise<void> {
  const end = Date.now() + orderPatience;
  for (;;) {
    const { status: now } = dataOf<{ status: string }>(
      await ask(account, 'GET', `/number_orders/${encodeURIComponent(orderId)}`),
    );
    if (now === 'success') return;
    if (now === 'failure') throw new ProviderRefused('Telnyx could not rent this number out.', null);
    if (Date.now() > end)
      throw new ProviderDown('Telnyx has not finished the order yet. Sync the numbers in a minute.');
    await pause(orderLook);
  }
}

const callbackShape = z.object({
  data: z.object({
    event_type: z.string(),
    payload: z.object({
      id: z.string(),
      text: z.string().nullish(),
      from: z.object({ phone_number: z.string() }).nullish(),
      to: z.array(z.object({ phone_number: z.string(), status: z.string().nullish() })).nullish(),
      media: z.array(z.object({ url: z.string() })).nullish(),
      errors: z
        .array(
          z.object({
            code: z.union([z.string(), z.number()]).nullish(),
            title: z.string().nullish(),
            detail: z.string().nullish(),
          }),
        )
        .nullish(),
      autoresponse_type: z.string().nullish(),
      tags: z.array(z.string()).nullish(),
    }),
  }),
});

function read(callback: Callback) {
  try {
    return callbackShape.parse(JSON.parse(callback.body.toString('utf8'))).data;
  } catch {
    throw badRequest('This is not a callback of Telnyx about a message.');
  }
}

const answeredBy: Record<string, InboundText['answered']> = {
  opt_out: 'stop',
  opt_in: 'start',
  help: 'help',
};

function inbound(callback: Callback): InboundText | null {
  const { event_type: type, payload } = read(callback);
  if (type !== 'message.received') return null;
  return {
    providerId: payload.id,
    from: payload.from?.phone_number ?? '',
    to: payload.to?.[0]?.phone_number ?? '',
    body: payload.text ?? '',
    mediaUrls: (payload.media ?? []).map(({ url }) => url).slice(0, 10),
    answered: answeredBy[payload.autoresponse_type?.toLowerCase() ?? ''] ?? null,
  };
}

const statuses: Record<string, StatusChange['status']> = {
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivery_unconfirmed: 'sent',
  delivered: 'delivered',
  sending_failed: 'failed',
  delivery_failed: 'failed',
};

function status(callback: Callback): StatusChange | null {
  const { event_type: type, payload } = read(callback);
  if (type !== 'message.sent' && type !== 'message.finalized') return null;
  const now = statuses[payload.to?.[0]?.status ?? ''];
  if (!now) return null;
  const [error] = payload.errors ?? [];
  const code = error?.code === undefined || error.code === null ? null : String(error.code);
  return {
    providerId: payload.id,
    messageId: payload.tags?.find((tag) => tag.startsWith('msg_')) ?? null,
    status: now,
    error: now === 'failed' ? tell((error ?? {}) as WireError, 'The carrier did not deliver it.') : null,
    code,
    optedOut: code === optedOutCode,
  };
}

/** The head of a public key in SubjectPublicKeyInfo before the 32 bytes of an Ed25519 key (RFC 8410). */
const ed25519Head = Buffer.from('302a300506032b6570032100', 'hex');

export const telnyx: SmsAdapter = {
  name: 'telnyx',
  label,
  async send(account, text) {
    const { id, parts } = dataOf<{ id: string; parts?: number }>(
      await ask(account, 'POST', '/messages', {
        ...(text.from ? { from: text.from } : {}),
        to: text.to,
        text: text.body,
        tags: [text.messageId],
        webhook_url: text.statusUrl,
        use_profile_webhooks: false,
        ...(account.service ? { messaging_profile_id: account.service } : {}),
      }),
    );
    return { providerId: id, segments: parts };
  },
  // Messages can be had by their id alone, so what it never told us is not known.
  find: async () => undefined,
  async numbers(account) {
    const [answer, profiles] = await Promise.all([
      ask(account, 'GET', '/phone_numbers?page[size]=250'),
      profilesOf(account),
    ]);
    const urls = new Map(profiles.map((one) => [one.id, one.webhook_url ?? '']));
    return dataOf<WireNumber[]>(answer).map((wire) => ({
      number: wire.phone_number,
      providerId: wire.id,
      label: '',
      ...abilities(wire),
      inboundUrl: urls.get(wire.messaging_profile_id ?? '') ?? '',
    }));
  },
  async available(account, { areaCode, contains, limit }) {
    const query = new URLSearchParams({
      'filter[country_code]': 'US',
      'filter[features][]': 'sms',
      'filter[limit]': String(limit),
      ...(areaCode ? { 'filter[national_destination_code]': areaCode } : {}),
      ...(contains ? { 'filter[phone_number][contains]': contains } : {}),
    });
    const wires = dataOf<WireNumber[]>(await ask(account, 'GET', `/available_phone_numbers?${query}`));
    return wires.map((wire) => ({
      number: wire.phone_number,
      label: wire.phone_number,
      locality: regionOf(wire, 'location'),
      region: regionOf(wire, 'state'),
      ...abilities(wire),
    }));
  },
  async rent(account, number, inboundUrl) {
    const order = dataOf<{ id: string; phone_numbers?: WireNumber[] }>(
      await ask(account, 'POST', '/number_orders', {
        phone_numbers: [{ phone_number: number }],
        messaging_profile_id: await ownProfile(account, inboundUrl),
      }),
    );
    await ordered(account, order.id);
    const [wire = { id: order.id, phone_number: number }] = order.phone_numbers ?? [];
    return { number, providerId: wire.id, label: '', ...abilities(wire), inboundUrl };
  },
  async direct(account, providerId, inboundUrl) {
    await ask(account, 'PATCH', `/phone_numbers/${encodeURIComponent(providerId)}/messaging`, {
      messaging_profile_id: await ownProfile(account, inboundUrl),
    });
  },
  async release(account, providerId) {
    await ask(account, 'DELETE', `/phone_numbers/${encodeURIComponent(providerId)}`);
  },
  async balance(account) {
    const { balance, currency } = dataOf<{ balance: string; currency?: string }>(
      await ask(account, 'GET', '/balance'),
    );
    return { balance: Number(balance), currency: currency ?? 'USD' };
  },
  async verify(account, { headers, body }) {
    const time = headers['telnyx-timestamp'] ?? '';
    const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64');
    if (!/^\d{1,12}$/.test(time) || signature.length !== 64) return false;
    if (Math.abs(clock.seconds() - Number(time)) > tolerance) return false;
    const raw = Buffer.from(await account.callbackSecret(), 'base64');
    if (raw.length !== 32) return false;
    const key = createPublicKey({ key: Buffer.concat([ed25519Head, raw]), format: 'der', type: 'spki' });
    return verifySignature(null, Buffer.concat([Buffer.from(`${time}|`), body]), key, signature);
  },
  inbound,
  status,
};
