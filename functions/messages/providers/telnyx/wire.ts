import { setTimeout as pause } from 'node:timers/promises';
import { callProvider, type ProviderAnswer } from '../http.ts';
import { ProviderDown, ProviderRefused, type SmsAccount } from '../types.ts';

/*
 * Telnyx's API v2: JSON in and out, a bearer key; callbacks signed by Ed25519.
 * https://developers.telnyx.com/api/messaging, …/docs/messaging/messages/receiving-webhooks
 */

const label = 'Telnyx';

/** "Blocked due to STOP message". */
export const optedOutCode = '40300';

const meanings: Record<string, string> = {
  40300: 'The person has opted out.',
  40001: 'The number cannot take texts.',
  40002: 'The carrier took it for spam.',
  40008: 'The carrier could not deliver it.',
  40012: 'This is not a number that can be texted.',
};

export interface WireError {
  code?: string | number;
  title?: string;
  detail?: string;
}

export const tell = ({ code, title, detail }: WireError, otherwise: string) =>
  meanings[String(code)] ?? detail ?? title ?? otherwise;

export async function ask(
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

export const dataOf = <T>({ body }: ProviderAnswer): T => body.data as T;

interface WireProfile {
  id: string;
  name: string;
  webhook_url?: string | null;
}

export interface WireNumber {
  id: string;
  phone_number: string;
  messaging_profile_id?: string | null;
  features?: { name: string }[];
  region_information?: { region_type: string; region_name: string }[];
}

export function abilities({ features }: WireNumber) {
  const names = features?.map(({ name }) => name) ?? ['sms'];
  return { sms: names.includes('sms'), mms: names.includes('mms'), voice: names.includes('voice') };
}

export const regionOf = ({ region_information: regions = [] }: WireNumber, type: string) =>
  regions.find((one) => one.region_type === type)?.region_name ?? '';

/** Where texts go is a matter of a number's messaging profile: this is the one that is made where none is named. */
const profileName = 'Dealbell';

export const profilesOf = async (account: SmsAccount) =>
  dataOf<WireProfile[]>(await ask(account, 'GET', '/messaging_profiles?page[size]=250'));

/** The profile that numbers of ours are on, made or turned to us where need be. */
export async function ownProfile(account: SmsAccount, inboundUrl: string): Promise<string> {
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
export async function ordered(account: SmsAccount, orderId: string): Promise<void> {
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
