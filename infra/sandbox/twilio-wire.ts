import type { Callback } from './callbacks.ts';
import { type Answer, json } from './http.ts';
import type { Wire } from './network.ts';
import type { OwnNumber } from './numbers.ts';
import { national } from './numbers.ts';
import type { Text } from './texts.ts';

/* How Twilio writes things: https://www.twilio.com/docs/messaging/api and .../docs/phone-numbers/api */

export const apiVersion = '2010-04-01';

/** RFC 2822, as all dates of this API are. */
const rfc2822 = (iso: string): string => new Date(iso).toUTCString().replace('GMT', '+0000');

/** US dollars of a segment. */
export const segmentPrice = 0.0079;

/** As https://pricing.twilio.com/v1/PhoneNumbers/Countries/US answers. */
export const pricesJson = {
  country: 'United States',
  iso_country: 'US',
  phone_number_prices: [
    { number_type: 'local', base_price: '1.15', current_price: '1.15' },
    { number_type: 'toll free', base_price: '2.15', current_price: '2.15' },
  ],
  price_unit: 'USD',
  url: 'https://pricing.twilio.com/v1/PhoneNumbers/Countries/US',
};

/** What stands in `error_message` of the errors that scripts use most. */
const errorTexts: Readonly<Record<number, string>> = {
  30003: 'Unreachable destination handset',
  30004: 'Message blocked',
  30005: 'Unknown destination handset',
  30006: 'Landline or unreachable carrier',
  30007: 'Carrier violation',
  30008: 'Unknown error',
};

export const twilioError = (status: number, code: number, message: string): Answer =>
  json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

export function messageJson(text: Text): Record<string, unknown> {
  const { id, account, direction, status } = text;
  const uri = `/${apiVersion}/Accounts/${account}/Messages/${id}`;
  const sent = !['queued', 'failed'].includes(status);
  return {
    account_sid: account,
    api_version: apiVersion,
    body: text.body,
    date_created: rfc2822(text.createdAt),
    date_sent: sent ? rfc2822(text.createdAt) : null,
    date_updated: rfc2822(text.updatedAt),
    direction: direction === 'out' ? 'outbound-api' : 'inbound',
    error_code: text.errorCode,
    error_message: text.errorCode === null ? null : (errorTexts[text.errorCode] ?? 'Unknown error'),
    from: direction === 'out' ? text.ours : text.theirs,
    messaging_service_sid: text.service,
    num_media: '0',
    num_segments: String(text.segments),
    price: sent && direction === 'out' ? `-${(text.segments * segmentPrice).toFixed(5)}` : null,
    price_unit: 'USD',
    sid: id,
    status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: direction === 'out' ? text.theirs : text.ours,
    uri: `${uri}.json`,
  };
}

export function numberJson(own: OwnNumber): Record<string, unknown> {
  return {
    account_sid: own.account,
    address_requirements: 'none',
    api_version: apiVersion,
    beta: false,
    capabilities: { fax: false, mms: true, sms: true, voice: true },
    date_created: rfc2822(own.createdAt),
    date_updated: rfc2822(own.createdAt),
    friendly_name: own.friendlyName,
    origin: 'twilio',
    phone_number: own.number,
    sid: own.id,
    sms_application_sid: '',
    sms_fallback_method: 'POST',
    sms_fallback_url: '',
    sms_method: 'POST',
    sms_url: own.smsUrl,
    status: 'in-use',
    status_callback: '',
    status_callback_method: 'POST',
    uri: `/${apiVersion}/Accounts/${own.account}/IncomingPhoneNumbers/${own.id}.json`,
    voice_url: '',
  };
}

/** Places of some area codes, for the list of numbers that can be had. */
const places: Readonly<Record<string, readonly [locality: string, region: string, postcode: string]>> = {
  '212': ['New York', 'NY', '10013'],
  '305': ['Miami', 'FL', '33130'],
  '312': ['Chicago', 'IL', '60604'],
  '415': ['San Francisco', 'CA', '94102'],
  '512': ['Austin', 'TX', '78701'],
  '561': ['West Palm Beach', 'FL', '33401'],
  '786': ['Miami', 'FL', '33130'],
};

export const placeOf = (area: string) => places[area] ?? (['', '', ''] as const);

/** The area codes of a place, by its state or its name. */
export const areasOf = (state: string | undefined, locality: string | undefined): string[] =>
  Object.entries(places)
    .filter(
      ([, [name, region]]) =>
        (!state || region === state) && (!locality || name.toLowerCase() === locality.toLowerCase()),
    )
    .map(([area]) => area);

export function availableJson(number: string): Record<string, unknown> {
  const [locality, region, postcode] = placeOf(number.slice(2, 5));
  return {
    address_requirements: 'none',
    beta: false,
    capabilities: { MMS: true, SMS: true, voice: true, fax: false },
    friendly_name: national(number),
    iso_country: 'US',
    lata: null,
    latitude: null,
    locality: locality || null,
    longitude: null,
    phone_number: number,
    postal_code: postcode || null,
    rate_center: locality.toUpperCase() || null,
    region: region || null,
  };
}

/** One page of a list: everything that there is. */
export const listJson = (uri: string, name: string, items: readonly object[], pageSize: number) => ({
  [name]: items,
  end: Math.max(0, items.length - 1),
  first_page_uri: `${uri}?PageSize=${pageSize}&Page=0`,
  next_page_uri: null,
  page: 0,
  page_size: pageSize,
  previous_page_uri: null,
  start: 0,
  uri,
});

const placeFields = (who: 'From' | 'To', number: string): Record<string, string> => {
  const [city, state, zip] = placeOf(number.slice(2, 5));
  return {
    [`${who}City`]: city.toUpperCase(),
    [`${who}State`]: state,
    [`${who}Zip`]: zip,
    [`${who}Country`]: 'US',
  };
};

export const twilioWire: Wire = {
  errors: { undelivered: 30003, failed: 30008 },
  moved(text): Callback | undefined {
    if (!text.callbackUrl || text.direction === 'in') return undefined;
    const { id, account, status, errorCode, service } = text;
    const form: Record<string, string> = {
      SmsSid: id,
      SmsStatus: status,
      MessageStatus: status,
      MessageSid: id,
      AccountSid: account,
      ApiVersion: apiVersion,
      To: text.theirs,
      From: text.ours,
      ...(service ? { MessagingServiceSid: service } : {}),
      ...(errorCode === null ? {} : { ErrorCode: String(errorCode) }),
    };
    return { url: text.callbackUrl, lane: id, signing: { how: 'twilio', token: account, form } };
  },
  received(text, own, keyword): Callback | undefined {
    if (!own.smsUrl) return undefined;
    const form: Record<string, string> = {
      ...placeFields('To', text.ours),
      ...placeFields('From', text.theirs),
      SmsMessageSid: text.id,
      SmsSid: text.id,
      MessageSid: text.id,
      SmsStatus: 'received',
      AccountSid: text.account,
      ApiVersion: apiVersion,
      NumMedia: '0',
      NumSegments: String(text.segments),
      Body: text.body,
      To: text.ours,
      From: text.theirs,
      // As with Advanced Opt-Out: it says so where it has answered.
      ...(keyword ? { OptOutType: keyword } : {}),
    };
    return {
      url: own.smsUrl,
      lane: `from ${text.theirs}`,
      signing: { how: 'twilio', token: text.account, form },
    };
  },
};
