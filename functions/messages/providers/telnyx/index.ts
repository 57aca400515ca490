import * as z from 'zod';
import { matching, trimmedSecret } from '#functions/kernel/provider-manifest.ts';
import type { SmsProvider } from '../types.ts';
import { inbound, publicKeyOfSandbox, status, verify } from './callbacks.ts';
import { registrations } from './registrations.ts';
import { remediate, remedyNow, reputations } from './reputation.ts';
import {
  abilities,
  ask,
  dataOf,
  everyNumber,
  isOurs,
  orderOf,
  ownProfile,
  priceOf,
  profilesOf,
  regionOf,
  type WireNumber,
  type WireOrder,
} from './wire.ts';

const numberOf = (wire: WireNumber) => ({
  number: wire.phone_number,
  providerId: wire.id,
  label: '',
  ...abilities(wire),
  inboundUrl: null,
});

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
    {
      name: 'enterpriseId',
      label: 'Enterprise of Number Reputation',
      schema: matching(/^[0-9a-f-]{36}$/, 'The id of an enterprise has 36 characters, digits and a to f.'),
    },
  ],
  sandboxKeys: (standIn) => ({ apiKey: standIn }),
  identity: ({ apiKey, publicKey = '', messagingProfileId, enterpriseId }, sandbox) => ({
    id: '',
    secret: String(apiKey),
    service: messagingProfileId ? String(messagingProfileId) : null,
    enterprise: sandbox ? 'sandbox' : enterpriseId ? String(enterpriseId) : null,
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
    const [wires, profiles] = await Promise.all([everyNumber(account), profilesOf(account)]);
    const urls = new Map(profiles.map((one) => [one.id, one.webhook_url ?? '']));
    return wires
      .filter(isOurs)
      .map((wire) => ({ ...numberOf(wire), inboundUrl: urls.get(wire.messaging_profile_id ?? '') ?? '' }));
  },
  registrations,
  reputations,
  remediate,
  remedyNow,
  async available(account, { areaCode, contains, locality, state, type = 'local', features = [], limit }) {
    const query = new URLSearchParams([
      ['filter[country_code]', 'US'],
      ['filter[phone_number_type]', type === 'tollFree' ? 'toll_free' : 'local'],
      ['filter[limit]', String(limit)],
      ...features.map((feature): [string, string] => ['filter[features][]', feature]),
      ...Object.entries({
        'filter[national_destination_code]': areaCode,
        'filter[phone_number][contains]': contains,
        'filter[locality]': locality,
        'filter[administrative_area]': state,
      }).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
    ]);
    const wires = dataOf<WireNumber[]>(await ask(account, 'GET', `/available_phone_numbers?${query}`));
    return wires.map((wire) => ({
      number: wire.phone_number,
      label: wire.phone_number,
      locality: regionOf(wire, 'location'),
      region: regionOf(wire, 'state'),
      ...abilities(wire),
      price: priceOf(wire),
    }));
  },
  async price(account, number) {
    // Only numbers of a recent search can be ordered, and this is one.
    const query = new URLSearchParams({
      'filter[country_code]': 'US',
      'filter[phone_number][contains]': number.replace(/^\+1/, ''),
      'filter[limit]': '1',
    });
    const wires = dataOf<WireNumber[]>(await ask(account, 'GET', `/available_phone_numbers?${query}`));
    const wire = wires.find((one) => one.phone_number === number);
    return wire && priceOf(wire);
  },
  // https://developers.telnyx.com/api/lookup/lookup-number
  async carrierName(account, number) {
    const path = `/number_lookup/${encodeURIComponent(number)}?type=carrier`;
    const { carrier } = dataOf<{ carrier?: { name?: string } | null }>(await ask(account, 'GET', path));
    return carrier?.name || null;
  },
  async owned(account, number) {
    const query = new URLSearchParams({ 'filter[phone_number]': number });
    const wires = dataOf<WireNumber[]>(await ask(account, 'GET', `/phone_numbers?${query}`));
    const wire = wires.filter(isOurs).find((one) => one.phone_number === number);
    return wire && numberOf(wire);
  },
  async order(account, { number, reference, inboundUrl }) {
    const placed = await ask(account, 'POST', '/number_orders', {
      phone_numbers: [{ phone_number: number }],
      messaging_profile_id: await ownProfile(account, inboundUrl),
      customer_reference: reference,
    });
    return orderOf(dataOf<WireOrder>(placed));
  },
  async findOrder(account, { reference }) {
    const query = new URLSearchParams({ 'filter[customer_reference]': reference });
    const orders = dataOf<WireOrder[]>(await ask(account, 'GET', `/number_orders?${query}`));
    const found = orders.find((one) => one.customer_reference === reference);
    return found && orderOf(found);
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
