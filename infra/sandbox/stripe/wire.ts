import type { IncomingMessage } from 'node:http';
import { type Answer, json, readBody } from '../http.ts';
import type { Scripts } from '../scripts.ts';
import type { StripeStore } from './store.ts';

/* Requests to Stripe: forms, keys that are answered the same for a day, and errors in its own form. */

export type Form = Readonly<Record<string, string>>;

export const stripeError = (status: number, code: string, message: string, type = 'invalid_request_error') =>
  json(status, { error: { type, code, message } });

export const missing = (name: string): Answer =>
  stripeError(400, 'parameter_missing', `Missing required param: ${name}.`);

/** The fields below a name, as `metadata[order]`. */
export function below(form: Form, name: string): Record<string, string> {
  const start = `${name}[`;
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) =>
      key.startsWith(start) && key.endsWith(']') ? [[key.slice(start.length, -1), value]] : [],
    ),
  );
}

/** Answers a request of the API: its key, its form, and what was answered before by the same key. */
export async function apiAnswer(
  request: IncomingMessage,
  path: string,
  { store, scripts }: { store: StripeStore; scripts: Scripts },
  work: (method: string, form: Form) => Answer | undefined,
): Promise<Answer> {
  const { method = 'GET', headers } = request;
  const [scheme, key = ''] = (headers.authorization ?? '').split(' ');
  if (scheme !== 'Bearer' || !key.startsWith('sk_test_sandbox'))
    return json(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
  if (!headers['stripe-version']) return stripeError(400, 'parameter_missing', 'Name a Stripe-Version.');
  const text = method === 'POST' ? await readBody(request) : '';
  const type = headers['content-type'] ?? '';
  if (method === 'POST' && !type.startsWith('application/x-www-form-urlencoded'))
    return stripeError(400, 'parameter_unknown', 'Bodies are forms.');
  const outage = scripts.outage('stripe', method);
  const down = (status: number) => json(status, { error: { type: 'api_error', message: 'Out of order' } });
  if (outage && !outage.lost) return down(outage.status);
  const asked = `${method} ${path} ${text}`;
  const idempotency = method === 'POST' ? headers['idempotency-key'] : undefined;
  const known = typeof idempotency === 'string' ? store.remembered(idempotency) : undefined;
  if (known && known.asked !== asked)
    return stripeError(400, '', 'Keys for idempotent requests need the same request.', 'idempotency_error');
  const answer =
    known ??
    work(method, Object.fromEntries(new URLSearchParams(text))) ??
    stripeError(404, 'resource_missing', `Unrecognized request URL (${method}: /v1/${path}).`);
  const body = String(answer.body);
  if (!known && typeof idempotency === 'string')
    store.remember(idempotency, { asked, status: answer.status, body });
  // What it was asked is done; only the answer is lost.
  if (outage) return down(outage.status);
  return {
    status: answer.status,
    headers: {
      'content-type': 'application/json',
      ...(known ? { 'idempotent-replayed': 'true' } : {}),
    },
    body,
  };
}
