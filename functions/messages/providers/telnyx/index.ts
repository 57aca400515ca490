import * as z from 'zod';
import { matching, trimmedSecret } from '../manifest.ts';
import type { SmsProvider } from '../types.ts';
import { inbound, publicKeyOfSandbox, status, verify } from './callbacks.ts';
import {
  abilities,
  ask,
  dataOf,
  ordered,
  ownProfile,
  profilesOf,
  regionOf,
  type WireNumber,
} from './wire.ts';

export const telnyx: SmsProvider = {
  name: 'telnyx',
  label: 'Telnyx',
  url: 'https://api.telnyx.com',
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      schema: trimmedSecret,
      sealedFor: 'telnyx-api-key',
      storedAs: 'sealedKey',
      isRequired: true,
      auditedAs: 'API key',
    },
    {
      name: 'publicKey',
      label: 'Public key of its callbacks',
      schema: matching(/^[A-Za-z0-9+/]{43}=$/, 'The public key is 44 characters of base64.'),
      auditedAs: 'public key',
    },
    { name: 'messagingProfileId', label: 'Messaging profile', schema: z.string().trim().max(100) },
  ],
  sandboxKeys: (standIn) => ({ apiKey: standIn }),
  identity: ({ apiKey, publicKey = '', messagingProfileId }, sandbox) => ({
    id: '',
    secret: String(apiKey),
    service: messagingProfileId ? String(messagingProfileId) : null,
    callbackSecret: () => (sandbox ? publicKeyOfSandbox() : Promise.resolve(String(publicKey))),
  }),
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
  verify,
  inbound,
  status,
};
