import type { IncomingMessage } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { type Answer, json, readJson, redirect } from './http.ts';
import type { Route } from './index.ts';
import type { Scripts } from './scripts.ts';

/*
 * The stand-ins for TrustedForm (certificate API 4.0) and Jornaya (SingleQuery), providers of certificates of consent. How
 * a certificate ends says how they behave; every other one is valid:
 *
 *   …0bad  it is of somebody else      …0410  it has expired
 *   …0503  a fault of the provider     …0504  the answer takes a minute
 *   …0301  an answer that sends elsewhere (TrustedForm)
 *   …0200  a 200 that decides nothing (Jornaya, whose every failure is a 200)
 *
 * Keys begin with `sandbox-`; others are not known.
 */

/** How long an answer takes that never comes in time, ms. */
const endlessMs = 60_000;

export interface CertificateRequest {
  provider: 'trustedform' | 'jornaya';
  account: string;
  certificate: string;
  reference: string;
  /** Whom it was asked about. */
  asked: unknown;
  /** Whether it was kept under this reference before: it is billed once. */
  again: boolean;
  at: string;
}

/** What was asked, so that it can be told how often. */
export class CertificateStore {
  readonly #database: DatabaseSync;
  readonly #iso: () => string;

  constructor(database: DatabaseSync, iso: () => string) {
    this.#database = database;
    this.#iso = iso;
    database.exec(`CREATE TABLE IF NOT EXISTS certificate_request (
      number INTEGER PRIMARY KEY AUTOINCREMENT, provider TEXT NOT NULL, account TEXT NOT NULL,
      certificate TEXT NOT NULL, reference TEXT NOT NULL, asked TEXT NOT NULL, again INTEGER NOT NULL, at TEXT NOT NULL)`);
  }

  add(
    provider: CertificateRequest['provider'],
    { account, certificate, reference, asked }: Omit<CertificateRequest, 'provider' | 'again' | 'at'>,
  ): boolean {
    const known = this.#database
      .prepare(
        'SELECT 1 FROM certificate_request WHERE provider = ? AND account = ? AND certificate = ? AND reference = ?',
      )
      .get(provider, account, certificate, reference);
    this.#database
      .prepare(
        'INSERT INTO certificate_request (provider, account, certificate, reference, asked, again, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(provider, account, certificate, reference, JSON.stringify(asked), known ? 1 : 0, this.#iso());
    return known !== undefined;
  }

  /** The newest first. */
  requests(): CertificateRequest[] {
    const rows = this.#database
      .prepare(
        'SELECT provider, account, certificate, reference, asked, again, at FROM certificate_request ORDER BY number DESC LIMIT 200',
      )
      .all() as unknown as (Omit<CertificateRequest, 'asked' | 'again'> & { asked: string; again: number })[];
    return rows.map((row) => ({ ...row, asked: JSON.parse(row.asked), again: row.again === 1 }));
  }
}

const claimed = z.looseObject({
  match_lead: z.looseObject({ email: z.string().optional(), phone: z.string().optional() }),
  retain: z.looseObject({ reference: z.string().max(200), vendor: z.string().max(200).optional() }),
});

const basicKey = ({ headers }: IncomingMessage): string => {
  const [scheme, given = ''] = (headers.authorization ?? '').split(' ');
  const [user, ...rest] = Buffer.from(given, 'base64').toString('utf8').split(':');
  return scheme === 'Basic' && user === 'API' ? rest.join(':') : '';
};

const trustedFormError = (status: number, reason: string): Answer =>
  json(status, { outcome: 'error', reason });

async function trustedForm(
  request: IncomingMessage,
  token: string,
  store: CertificateStore,
  scripts: Scripts,
): Promise<Answer> {
  const account = basicKey(request);
  if (request.method !== 'POST') return trustedFormError(405, 'method not allowed');
  if (!account.startsWith('sandbox-')) return trustedFormError(401, 'unauthorized');
  if (request.headers['api-version'] !== '4.0') return trustedFormError(400, 'unknown api version');
  const outage = scripts.outage('trustedform');
  if (outage && !outage.lost) return trustedFormError(outage.status, 'service unavailable');
  const read = claimed.safeParse(await readJson(request));
  if (!read.success || (!read.data.match_lead.email && !read.data.match_lead.phone))
    return trustedFormError(400, 'match_lead needs an email or a phone');
  const { match_lead: asked, retain } = read.data;
  const end = token.slice(-4);
  if (end === '0503') return trustedFormError(503, 'service unavailable');
  if (end === '0301') return redirect('https://elsewhere.example/');
  const again = store.add('trustedform', { account, certificate: token, reference: retain.reference, asked });
  if (outage) return trustedFormError(outage.status, 'the answer was lost');
  if (end === '0504') await pause(endlessMs, undefined, { ref: false });
  if (end === '0410') return trustedFormError(404, 'certificate not found');
  const matches = end !== '0bad';
  return json(200, {
    outcome: matches ? 'success' : 'failure',
    reason: matches ? null : 'lead does not match',
    match_lead: {
      result: {
        success: matches,
        email_match: Boolean(asked.email) && matches,
        phone_match: Boolean(asked.phone) && matches,
      },
    },
    retain: matches
      ? {
          results: {
            masked_cert_url: `https://cert.trustedform.com/${token}`,
            previously_retained: again,
          },
        }
      : { error: 'lead does not match' },
    insights: { properties: { age_seconds: 5_400 } },
  });
}

const audit = (body: object): Answer => json(200, { audit: body, transid: 'sandbox' });

async function jornaya(
  request: IncomingMessage,
  asked: URLSearchParams,
  store: CertificateStore,
  scripts: Scripts,
): Promise<Answer> {
  const given = (name: string) => asked.get(name) ?? '';
  const [account, token, end] = [given('lac'), given('id'), given('id').slice(-4).toLowerCase()];
  const outage = scripts.outage('jornaya');
  if (outage && !outage.lost) return json(outage.status, {});
  if (end === '0503') return json(503, {});
  if (request.method !== 'GET' || !account.startsWith('sandbox-') || given('lak') !== account)
    return json(200, { error: 'The account is not known.' });
  if (!given('lpc') || !given('data')) return json(200, { error: 'Parameters are missing.' });
  const fields = Object.fromEntries(
    given('data')
      .split('|')
      .map((pair) => [pair.slice(0, pair.indexOf(';')), pair.slice(pair.indexOf(';') + 1)]),
  );
  const reference = given('recordid');
  store.add('jornaya', { account, certificate: token, reference, asked: fields });
  if (outage) return json(outage.status, {});
  if (end === '0504') await pause(endlessMs, undefined, { ref: false });
  if (end === '0200') return json(200, { error: 'An unexpected error has occurred.' });
  if (end === '0410') return audit({ authentic: 0, reason: 1, reg_rule: 3, result: 3, token });
  const integrity = end === '0bad' ? 0 : 1;
  return audit({
    authentic: 1,
    token,
    result: integrity === 1 ? 1 : 3,
    data_integrity: integrity,
    data_integrity_rule: integrity === 1 ? 1 : 3,
    fields: Object.fromEntries(Object.keys(fields).map((name) => [name, integrity])),
    lead_age: 7_200,
  });
}

/** /trustedform/{certificate} and /jornaya/SingleQuery as the vendors have them; /sandbox/certificates: what was asked. */
export function certificateRoutes(store: CertificateStore, scripts: Scripts): Route {
  return async (request, { pathname, searchParams }) => {
    if (pathname === '/sandbox/certificates') return json(200, { requests: store.requests() });
    if (pathname === '/jornaya/SingleQuery') return jornaya(request, searchParams, store, scripts);
    const [, vendor, token = ''] = pathname.split('/');
    if (vendor !== 'trustedform') return undefined;
    return /^[0-9a-f]{40}$/.test(token)
      ? trustedForm(request, token, store, scripts)
      : trustedFormError(404, 'certificate not found');
  };
}
