import { afterAll, expect, it, vi } from 'vitest';
import { newId } from '#functions/kernel/ids.ts';
import { api } from '#shared/api/index.ts';
import { market } from '#tests/support/market.ts';
import { callBack, signature } from '#tests/support/market-payments.ts';
import { withSandbox } from '#tests/support/sandbox.ts';

withSandbox();
const { marketplace } = api;

const secretKey = 'sk_test_theOperatorsOwnKey';
const webhookSecret = 'whsec_theOperatorsOwnSecret';
let remove: (() => Promise<unknown>) | undefined;
// The platform is that of all tests.
afterAll(() => remove?.());

it('the operator’s keys are sealed, never answered, and sent to Stripe alone', async () => {
  const { operator, buyer } = await market({ balanceCents: 0 });
  const set = (keys: object, by = operator) =>
    by.call(marketplace.setPaymentProvider, { provider: 'stripe', ...keys } as never);
  remove = () => set({ secretKey: null, webhookSecret: null, connectSecret: null });
  expect((await set({ secretKey }, buyer.admin)).status).toBe(403);
  expect((await buyer.admin.call(marketplace.paymentProviders, {})).status).toBe(403);
  const before = (await operator.call(marketplace.paymentProviders, {})).body.providers[0]!;
  expect(before).toMatchObject({ connected: true, sandbox: true, name: 'Stripe' });
  expect(before.webhookUrl).toMatch(/\/api\/marketplace\/payment-callbacks\/stripe$/);
  for (const wrong of [{ secretKey: 'pk_live_12345678' }, { webhookSecret: 'abc' }, { other: 'x' }])
    expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400]);
  // What the sandbox took is asked of the sandbox for ever.
  const { body: earlier } = await buyer.admin.call(marketplace.pay, {
    amountCents: 2_000,
    requestId: newId('req'),
  });
  const { body } = await set({ secretKey, webhookSecret });
  expect(body).toMatchObject({ connected: true, sandbox: false, secretKeySet: true });
  expect(JSON.stringify(body)).not.toMatch(/theOperatorsOwn/);
  expect((await set({ secretKey }, operator)).status).toBe(200);
  expect(
    (
      await operator.call(marketplace.setPaymentProvider, {
        provider: 'stripe',
        webhookSecret,
        version: before.version,
      } as never)
    ).status,
  ).toBe(409);
  const original = globalThis.fetch;
  const asked: { url: string; headers: Record<string, string>; form: URLSearchParams }[] = [];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const headers = (init?.headers ?? {}) as Record<string, string>;
    if (!headers['stripe-version']) return original(address, init);
    asked.push({ url: String(address), headers, form: new URLSearchParams(String(init?.body)) });
    return new Response(JSON.stringify({ error: { type: 'invalid_request_error', message: 'No' } }), {
      status: 401,
    });
  });
  const { status } = await buyer.admin.call(marketplace.pay, { amountCents: 2_000, requestId: newId('req') });
  spy.mockRestore();
  expect(status).toBe(502);
  expect(asked).toHaveLength(1);
  const [{ url, headers, form }] = asked as [(typeof asked)[number]];
  expect(url).toBe('https://api.stripe.com/v1/checkout/sessions');
  expect(headers.authorization).toBe(`Bearer ${secretKey}`);
  expect(headers['idempotency-key']).toBe(form.get('metadata[payment_id]'));
  expect(Object.fromEntries(form)).toMatchObject({
    mode: 'payment',
    'line_items[0][price_data][unit_amount]': '2000',
    'payment_method_types[0]': 'card',
    'payment_intent_data[metadata][tenant_id]': String(buyer.tenant.id),
  });
  const after = (await operator.call(marketplace.paymentProviders, {})).body.providers[0]!;
  expect(after.trouble).toBe('Stripe does not take the keys that are set.');
  // Callbacks are those of the account that is connected now.
  expect((await callBack('{}', signature('{}'))).status).toBe(403);
  expect((await callBack('{}', signature('{}', webhookSecret))).status).toBe(204);
  expect((await buyer.admin.call(marketplace.payment, { id: earlier.id })).body.checkoutUrl).toContain(
    '/sandbox/stripe/checkout/',
  );
});
