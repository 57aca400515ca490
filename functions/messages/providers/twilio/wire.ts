import { callProvider, type ProviderAnswer } from '../http.ts';
import { ProviderRefused, type SmsAccount } from '../types.ts';

/*
 * Twilio's REST API 2010-04-01: form bodies in, JSON out, basic authentication by account SID and auth token.
 * https://www.twilio.com/docs/messaging/api/message-resource, …/docs/usage/webhooks/webhooks-security
 */

export const label = 'Twilio';

/** "Attempt to send to unsubscribed recipient". */
export const optedOutCode = 21610;

/** What its error codes mean for people; others are told in Twilio's own words. */
export const meanings: Record<string, string> = {
  21211: 'This is not a number that can be texted.',
  20005: 'The Twilio account is not active; its balance may be spent.',
  21421: 'This is not a number that Twilio has.',
  21422: 'The number is not to be had any more.',
  21408: 'The account may not text to this country.',
  21610: 'The person has opted out.',
  21612: 'The number cannot be reached from this sender.',
  21614: 'The number cannot take texts.',
  30003: 'The phone is switched off or cannot be reached.',
  30004: 'The number has blocked this sender.',
  30005: 'There is no such number.',
  30006: 'The number cannot take texts.',
  30007: 'The carrier took it for spam.',
  30034: 'The sender is not registered for 10DLC.',
};

type Fields = Record<string, string | undefined>;

export async function ask(
  account: SmsAccount,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  fields: Fields = {},
): Promise<ProviderAnswer> {
  const given = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    ),
  );
  const base = path.startsWith('http') ? path : `${account.url}/2010-04-01/Accounts/${account.id}${path}`;
  const authorization = `Basic ${Buffer.from(`${account.id}:${account.secret}`).toString('base64')}`;
  const answer = await callProvider(label, method === 'GET' && given.size ? `${base}?${given}` : base, {
    method,
    headers: {
      authorization,
      accept: 'application/json',
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { body: given.toString() } : {}),
  });
  if (answer.status < 300) return answer;
  const code = Number(answer.body.code) || null;
  const told =
    (code && meanings[code]) || String(answer.body.message ?? `Twilio refused it (${answer.status}).`);
  throw new ProviderRefused(told, code === null ? null : String(code), {
    optedOut: code === optedOutCode,
  });
}

export const list = <T>(body: Record<string, unknown>, name: string): T[] =>
  (body[name] as T[] | undefined) ?? [];
