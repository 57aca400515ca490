import { askProvider, type Fields, fieldsOf, Undecided } from '../../../ask-provider.ts';
import { PaymentRefused, type PlatformAccount } from '../types.ts';

/* Stripe's wire format: forms in, JSON out, errors as `{error: {type, code, message}}` (docs.stripe.com/api). */

export const label = 'Stripe';

/** The version that answers are read in; Stripe keeps speaking it. */
export const apiVersion = '2025-09-30.clover';

type FormValue = string | number | boolean | FormFields | readonly FormValue[];
export interface FormFields {
  [name: string]: FormValue;
}

/** `{a: {b: 1}, c: [{d: 2}]}` as `a[b]=1&c[0][d]=2`. */
export function formOf(fields: FormFields): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: FormValue): void => {
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const [key, part] of Object.entries(value)) add(`${name}[${key}]`, part as FormValue);
  };
  for (const [name, value] of Object.entries(fields)) add(name, value);
  return form;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads an error: refused for good, or nothing that is known. */
function failed(status: number, body: Fields): Error {
  const { type, code, message } = fieldsOf(body.error);
  // Another request has the key at this moment, or the key's earlier request was a different one.
  if (status === 409 || type === 'idempotency_error')
    return new Undecided(`${label} is still busy with the same request.`);
  if (status < 400 || status >= 500 || !type) return new Undecided(`${label} answered ${status}.`);
  return new PaymentRefused(textOf(code) || textOf(type), textOf(message).slice(0, 300));
}

const headersOf = ({ keys }: PlatformAccount): Record<string, string> => ({
  authorization: `Bearer ${keys.secretKey}`,
  'stripe-version': apiVersion,
  accept: 'application/json',
});

/** @throws Undecided, PaymentRefused */
export async function get(account: PlatformAccount, path: string): Promise<Fields> {
  const { status, body } = await askProvider(label, `${account.url}/v1/${path}`, {
    headers: headersOf(account),
  });
  if (status !== 200) throw failed(status, body);
  return body;
}

/**
 * Makes something, once for a key in 24 hours.
 * @throws Undecided, PaymentRefused
 */
export async function post(
  account: PlatformAccount,
  path: string,
  fields: FormFields,
  key?: string,
): Promise<Fields> {
  const { status, body } = await askProvider(label, `${account.url}/v1/${path}`, {
    method: 'POST',
    headers: {
      ...headersOf(account),
      'content-type': 'application/x-www-form-urlencoded',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: formOf(fields).toString(),
  });
  if (status !== 200) throw failed(status, body);
  return body;
}

/** An id of Stripe's. @throws Undecided where the answer holds none */
export function idIn(value: unknown): string {
  if (typeof value === 'string' && /^\w{1,255}$/.test(value)) return value;
  throw new Undecided(`${label} answered without an id.`);
}

/** An address that somebody is sent to: Stripe's own are https. @throws Undecided */
export function addressIn(value: unknown, { sandbox }: PlatformAccount): string {
  if (typeof value === 'string' && (value.startsWith('https://') || sandbox)) return value;
  throw new Undecided(`${label} answered without an address.`);
}
