import { callProvider, type ProviderAnswer } from '../http.ts';
import { type OrderState, type Price, ProviderRefused, type SmsAccount } from '../types.ts';

/*
 * Telnyx's API v2: JSON in and out, a bearer key; callbacks signed by Ed25519.
 * https://developers.telnyx.com/api/messaging, …/docs/messaging/messages/receiving-webhooks
 */

const label = 'Telnyx';

/** "Blocked due to STOP message". */
export const optedOutCode = '40300';

const meanings: Record<string, string> = {
  10027: 'The number is not to be had any more.',
  20100: 'The balance of the Telnyx account is spent.',
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
  status?: string;
  messaging_profile_id?: string | null;
  cost_information?: { upfront_cost?: string; monthly_cost?: string; currency?: string };
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

export interface WireOrder {
  id: string;
  status: string;
  customer_reference?: string | null;
  phone_numbers?: { phone_number: string; status?: string }[];
}

/** What an order says; one that has succeeded is pending until the number is there, which is asked for by itself. */
export const orderOf = ({ status }: WireOrder): OrderState =>
  status === 'failure'
    ? { state: 'failed', reason: 'Telnyx could not rent this number out: it may be gone.' }
    : { state: 'pending' };

/** Numbers on their way in, or out, are not the account's. */
export const isOurs = ({ status = 'active' }: WireNumber): boolean =>
  !['purchase_pending', 'purchase_failed', 'deleted'].includes(status);

/** Numbers of a page: the most that Telnyx takes. */
const pageNumbers = 250;

/** All numbers of the account, page by page. */
export async function everyNumber(account: SmsAccount): Promise<WireNumber[]> {
  const found: WireNumber[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask(account, 'GET', `/phone_numbers?page[size]=${pageNumbers}&page[number]=${page}`);
    found.push(...dataOf<WireNumber[]>(answer));
    const { total_pages: pages = 1 } = (answer.body.meta ?? {}) as { total_pages?: number };
    if (page >= pages) return found;
  }
}

const amount = (text: string | undefined) => (text === undefined ? null : Number(text));

/** What a number that can be bought costs. */
export const priceOf = ({ cost_information: cost }: WireNumber): Price => ({
  monthlyCost: amount(cost?.monthly_cost),
  setupCost: amount(cost?.upfront_cost),
  currency: cost?.currency ?? null,
});
