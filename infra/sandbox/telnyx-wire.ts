import { randomUUID } from 'node:crypto';
import type { Callback } from './callbacks.ts';
import { type Answer, json } from './http.ts';
import type { Keyword, Wire } from './network.ts';
import type { OwnNumber } from './numbers.ts';
import type { Text } from './texts.ts';
import { placeOf } from './twilio-wire.ts';

/* How Telnyx writes things: https://developers.telnyx.com/api-reference */

/** US dollars of a part. */
export const partPrice = 0.004;

export const telnyxError = (status: number, code: string, title: string, detail: string): Answer =>
  json(status, {
    errors: [
      { code, title, detail, meta: { url: `https://developers.telnyx.com/docs/overview/errors/${code}` } },
    ],
  });

const errorTitles: Readonly<Record<number, string>> = {
  40001: 'Not routable',
  40002: 'Blocked as spam - temporary',
  40006: 'Recipient server unavailable',
  40008: 'Undeliverable',
  40300: 'Blocked due to STOP message',
};

const statuses: Readonly<Record<Text['status'], string>> = {
  queued: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'delivery_failed',
  failed: 'sending_failed',
  received: 'delivered',
};

const isOver = ({ status }: Text) => ['delivered', 'undelivered', 'failed'].includes(status);

export function messageJson(text: Text): Record<string, unknown> {
  const out = text.direction === 'out';
  const ours = { carrier: 'Telnyx', line_type: 'VoIP' };
  const theirs = { carrier: 'Sandbox Wireless', line_type: 'Wireless' };
  const title = text.errorCode === null ? undefined : (errorTitles[text.errorCode] ?? 'Undeliverable');
  return {
    record_type: 'message',
    direction: out ? 'outbound' : 'inbound',
    id: text.id,
    type: 'SMS',
    messaging_profile_id: text.service,
    organization_id: text.account,
    from: out ? { phone_number: text.ours, ...ours } : { phone_number: text.theirs, ...theirs },
    to: [
      out
        ? { phone_number: text.theirs, status: statuses[text.status], ...theirs }
        : { phone_number: text.ours, status: 'delivered', ...ours },
    ],
    cc: [],
    text: text.body,
    media: [],
    webhook_url: text.callbackUrl || null,
    webhook_failover_url: null,
    encoding: text.encoding === 'GSM-7' ? 'GSM-7' : 'UCS-2',
    parts: text.segments,
    tags: JSON.parse(text.tags) as string[],
    cost: { amount: (text.segments * partPrice).toFixed(4), currency: 'USD' },
    received_at: text.createdAt,
    sent_at: !out || text.status === 'queued' || text.status === 'failed' ? null : text.createdAt,
    completed_at: out && isOver(text) ? text.updatedAt : null,
    valid_until: null,
    errors: title ? [{ code: String(text.errorCode), title, detail: title }] : [],
  };
}

const messageEvent = (type: string, url: string, text: Text) => ({
  data: {
    event_type: type,
    id: randomUUID(),
    occurred_at: text.updatedAt,
    payload: messageJson(text),
    record_type: 'event',
  },
  meta: { attempt: 1, delivered_to: url },
});

export const numberJson = (own: OwnNumber): Record<string, unknown> => ({
  id: own.id,
  record_type: 'phone_number',
  phone_number: own.number,
  country_iso_alpha2: 'US',
  status: 'active',
  tags: [],
  external_pin: null,
  connection_id: null,
  connection_name: null,
  customer_reference: own.friendlyName,
  messaging_profile_id: own.profile,
  messaging_profile_name: own.profile ? 'Sandbox' : null,
  phone_number_type: 'local',
  purchased_at: own.createdAt,
  created_at: own.createdAt,
});

export function availableJson(number: string): Record<string, unknown> {
  const area = number.slice(2, 5);
  const [locality, region] = placeOf(area);
  return {
    record_type: 'available_phone_number',
    phone_number: number,
    vanity_format: null,
    best_effort: false,
    quickship: true,
    reservable: true,
    phone_number_type: 'local',
    region_information: [
      { region_type: 'country_code', region_name: 'US' },
      ...(region ? [{ region_type: 'state', region_name: region }] : []),
      ...(locality
        ? [
            { region_type: 'rate_center', region_name: locality.toUpperCase() },
            { region_type: 'location', region_name: locality },
          ]
        : []),
    ],
    cost_information: { upfront_cost: '1.00', monthly_cost: '1.00', currency: 'USD' },
    features: [{ name: 'sms' }, { name: 'mms' }, { name: 'voice' }],
  };
}

const autoresponses: Readonly<Record<Keyword, string>> = { STOP: 'opt_out', START: 'opt_in', HELP: 'help' };

/** Tells what a number's messaging profile has as its address. */
export const telnyxWire = (hookOf: (profile: string | null) => string): Wire => ({
  errors: { undelivered: 40008, failed: 40006 },
  moved(text): Callback | undefined {
    const type = text.status === 'sent' ? 'message.sent' : isOver(text) ? 'message.finalized' : undefined;
    const url = text.callbackUrl || hookOf(text.service);
    if (!type || !url || text.direction === 'in') return undefined;
    return { url, lane: text.id, signing: { how: 'telnyx', payload: messageEvent(type, url, text) } };
  },
  received(text, own, keyword): Callback | undefined {
    const url = hookOf(own.profile);
    if (!url) return undefined;
    const payload = messageEvent('message.received', url, text);
    if (keyword) Object.assign(payload.data.payload, { autoresponse_type: autoresponses[keyword] });
    return { url, lane: `from ${text.theirs}`, signing: { how: 'telnyx', payload } };
  },
});
