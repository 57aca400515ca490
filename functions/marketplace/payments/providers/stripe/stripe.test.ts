import { afterEach, describe, expect, it, vi } from 'vitest';
import { Undecided } from '../../../ask-provider.ts';
import { PaymentRefused } from '../types.ts';
import { stripe } from './index.ts';
import { newsIn } from './webhook.ts';
import { formOf } from './wire.ts';

const account = { url: 'https://api.stripe.com', keys: { secretKey: 'sk_test_12345678' }, sandbox: false };
const payout = { payoutId: 'mpo_1', amountCents: 2_500, accountId: 'acct_1' };
afterEach(() => vi.restoreAllMocks());

const answers = (status: number, body: unknown) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
    );
const error = (type: string, code = '') => ({ error: { type, code, message: 'Its own words' } });
const thrown = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (why: unknown) => why,
  );

describe('Stripe', () => {
  it('takes forms with names in brackets', () => {
    const form = formOf({ a: 1, b: { c: true, d: { e: 'x&y' } }, f: ['card'], g: [{ h: 2 }] });
    expect(decodeURIComponent(form.toString())).toBe('a=1&b[c]=true&b[d][e]=x&y&f[0]=card&g[0][h]=2');
  });

  it('sends a transfer under the payout’s id, to its pinned address', async () => {
    const spy = answers(200, { id: 'tr_1' });
    expect(await stripe.transfer(account, payout)).toBe('tr_1');
    const [url, init] = spy.mock.calls[0]!;
    const headers = init!.headers as Record<string, string>;
    expect([url, init!.redirect, headers['idempotency-key']]).toEqual([
      'https://api.stripe.com/v1/transfers',
      'manual',
      'mpo_1',
    ]);
    expect(Object.fromEntries(new URLSearchParams(String(init!.body)))).toMatchObject({
      amount: '2500',
      currency: 'usd',
      destination: 'acct_1',
      transfer_group: 'mpo_1',
    });
  });

  it('has refused what it says it has, and nothing else', async () => {
    const refusals: [number, unknown, string][] = [
      [400, error('invalid_request_error', 'balance_insufficient'), 'balance_insufficient'],
      [402, error('card_error', 'card_declined'), 'card_declined'],
      [404, error('invalid_request_error'), 'invalid_request_error'],
    ];
    for (const [status, body, code] of refusals) {
      answers(status, body);
      const why = await thrown(stripe.transfer(account, payout));
      expect([status, why instanceof PaymentRefused, (why as PaymentRefused).code]).toEqual([
        status,
        true,
        code,
      ]);
    }
    const unknown: [number, unknown][] = [
      [200, {}],
      [200, 'not JSON'],
      [200, { id: 'tr_1?x=/../' }],
      [302, {}],
      [400, 'not JSON'],
      [400, {}],
      [400, error('idempotency_error')],
      [401, error('invalid_request_error')],
      [403, error('invalid_request_error')],
      [409, error('invalid_request_error', 'lock_timeout')],
      [429, error('invalid_request_error', 'rate_limit')],
      [500, error('api_error')],
    ];
    for (const [status, body] of unknown) {
      answers(status, body);
      expect([status, body, (await thrown(stripe.transfer(account, payout))) instanceof Undecided]).toEqual([
        status,
        body,
        true,
      ]);
    }
  });

  it('has no transfer only where its list is empty', async () => {
    answers(200, { data: [] });
    expect(await stripe.findTransfer(account, 'mpo_1')).toBeUndefined();
    answers(200, { data: [{ id: 'tr_1' }] });
    expect(await stripe.findTransfer(account, 'mpo_1')).toBe('tr_1');
    for (const body of [{}, { data: null }, { data: [{}] }]) {
      answers(200, body);
      expect(await thrown(stripe.findTransfer(account, 'mpo_1'))).toBeInstanceOf(Undecided);
    }
  });

  it('sends people to addresses of https alone', async () => {
    answers(200, { url: 'javascript:alert(1)' });
    expect(await thrown(stripe.accountLink(account, 'acct_1', 'https://x.example'))).toBeInstanceOf(
      Undecided,
    );
  });

  it('tells nothing of what carries no marks of ours, or hostile ones', () => {
    const of = (type: string, object: object) =>
      newsIn(Buffer.from(JSON.stringify({ type, data: { object } })));
    const session = { id: 'cs_1', payment_status: 'paid', amount_total: 100, currency: 'usd' };
    for (const metadata of [
      undefined,
      [],
      { payment_id: 'mpm_12345' },
      { payment_id: 'mpm_12345', tenant_id: '0' },
      { payment_id: 'mpm_12345', tenant_id: '1.5' },
      { payment_id: 'mpm_12345', tenant_id: '99999999999' },
      { payment_id: 'usr_12345', tenant_id: '7' },
      { payment_id: 'mpm_#/..#', tenant_id: '7' },
    ])
      expect(of('checkout.session.completed', { ...session, metadata })).toEqual({ kind: 'other' });
    expect(
      of('checkout.session.completed', { ...session, metadata: { payment_id: 'mpm_12345', tenant_id: '7' } }),
    ).toMatchObject({ kind: 'checkout', checkout: { state: 'paid', tenantId: 7, amountCents: 100 } });
    expect(of('charge.dispute.created', { payment_intent: '../x' })).toEqual({ kind: 'other' });
  });
});
