import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { anybody } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { number, withWebhook } from '#tests/support/webhooks.ts';

const token = 'a-token-of-sixteen';
const lead = { phone: number(1), name: 'Ada Lovelace' };
const list = async ({ admin, webhook }: Awaited<ReturnType<typeof withWebhook>>) =>
  (await admin.call(api.webhooks.deliveries, { id: webhook.id })).body.deliveries;

describe('an inbound request', () => {
  it('is kept durably, told to the worker, and answered with its delivery', async () => {
    const hook = await withWebhook();
    const { status, body } = await hook.post(lead);
    expect(status).toBe(202);
    expect(body).toMatchObject({ rows: 1, duplicate: false, message: 'Received 1 lead.' });
    expect(await hook.isTold(body.deliveryId)).toBe(true);
    expect(await hook.delivery(body.deliveryId)).toMatchObject({
      status: 'received',
      payload: JSON.stringify(lead),
      results: [],
    });
  });

  it('is kept in the bucket where it is large', async () => {
    const hook = await withWebhook();
    const rows = Array.from({ length: 900 }, (_, n) => ({ phone: number(n), name: 'x'.repeat(500) }));
    const { status, body } = await hook.post(rows);
    expect({ status, rows: body.rows }).toEqual({ status: 202, rows: 900 });
    const kept = await hook.delivery(body.deliveryId);
    expect(kept.bytes).toBeGreaterThan(400_000);
    expect(kept.payloadTruncated).toBe(true);
    expect(JSON.stringify(rows).startsWith(kept.payload)).toBe(true);
  });

  it('may be a form', async () => {
    const hook = await withWebhook();
    const answer = await hook.post('phone=%2B13055550001&name=Ada+Lovelace&tags=a&tags=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.status).toBe(202);
    const { payload } = await hook.delivery(answer.body.deliveryId);
    expect(JSON.parse(payload)).toEqual({ phone: '+13055550001', name: 'Ada Lovelace', tags: ['a', 'b'] });
  });

  it.each([
    ['', 400, 'Please send a JSON object, or a list of up to 1,000 of them.'],
    ['7', 400, 'Please send a JSON object, or a list of up to 1,000 of them.'],
    ['[]', 400, 'The list is empty.'],
    ['{', 400, 'The body is not valid JSON.'],
    [`${'['.repeat(70)}${']'.repeat(70)}`, 400, 'The payload is nested deeper than 64 levels.'],
    [JSON.stringify(Array(1001).fill({})), 413, 'At most 1000 leads can be sent at once; this is 1001.'],
  ])('is refused with a sentence, and kept as rejected: %s', async (body, status, error) => {
    const hook = await withWebhook();
    const json = { 'content-type': 'application/json' };
    expect(await hook.post(body, json)).toMatchObject({ status, body: { error } });
    const [kept] = await list(hook);
    expect(kept).toMatchObject({ status: 'rejected', rows: 0, error: `${status}: ${error}` });
    expect(await hook.delivery(kept!.id)).toMatchObject({ payload: body, payloadTruncated: false });
    const replay = await hook.admin.call(api.webhooks.replay, { id: hook.webhook.id, deliveryId: kept!.id });
    expect(replay).toMatchObject({ status: 400, body: { error: expect.stringMatching(/was refused/) } });
    expect(await hook.leads()).toEqual([]);
  });

  it('that is too large is refused, and its beginning kept', async () => {
    const hook = await withWebhook({ securityToken: token });
    const sent = `{"name":"${'é'.repeat(3_200_000)}"}`;
    const answer = await hook.post(sent, { 'x-webhook-token': token, 'content-type': 'application/json' });
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    const [kept] = await list(hook);
    expect(kept).toMatchObject({ status: 'rejected', bytes: Buffer.byteLength(sent) });
    const { payload, payloadTruncated } = await hook.delivery(kept!.id);
    expect(payloadTruncated).toBe(true);
    expect(sent.startsWith(payload)).toBe(true);
  });

  it('that is no text at all is kept within what an item takes', async () => {
    const hook = await withWebhook();
    const bytes = Buffer.alloc(400_000, 0xff).toString('latin1');
    expect((await hook.post(bytes, { 'content-type': 'image/png' })).status).toBe(400);
    expect(await list(hook)).toMatchObject([{ status: 'rejected' }]);
  });

  it('that was refused is found by the phone and the e-mail in it', async () => {
    const hook = await withWebhook({ securityToken: token });
    const sent = '{"phone": "(305) 555-0171", "email": "ada@example.com",';
    await hook.post(sent, { 'x-webhook-token': token });
    const found = async (search: string) =>
      (await hook.admin.call(api.webhooks.deliveries, { id: hook.webhook.id, search })).body.deliveries;
    for (const search of ['+13055550171', 'Ada@example.com'])
      expect(await found(search)).toMatchObject([{ status: 'rejected' }]);
    expect(await found('eve@example.com')).toEqual([]);
  });

  it('to nobody’s address is refused', async () => {
    const hook = await withWebhook();
    const to = (id: string) => anybody().send('hooks', { method: 'POST', path: `/hooks/${id}`, body: '{}' });
    expect((await to('whk_nonsense')).status).toBe(400);
    expect((await to(`whk_${hook.tenant.id}_aaaaaaaaaaaaaaaaaaaaaa`)).status).toBe(404);
    expect((await to(hook.webhook.id.toUpperCase().replace('WHK', 'whk'))).status).toBe(404);
    await hook.admin.call(api.webhooks.update, { id: hook.webhook.id, active: false });
    expect(await hook.post(lead)).toMatchObject({
      status: 410,
      body: { error: 'This webhook is switched off.' },
    });
    await hook.admin.call(api.webhooks.remove, { id: hook.webhook.id });
    expect((await hook.post(lead)).status).toBe(404);
  });
});

describe('a token', () => {
  it('lets in by either header, and nobody without it', async () => {
    const hook = await withWebhook({ securityToken: token });
    expect(hook.webhook).toMatchObject({ tokenSet: true });
    expect(JSON.stringify(hook.webhook)).not.toContain(token);
    expect((await hook.post(lead, { authorization: `Bearer ${token}` })).status).toBe(202);
    expect((await hook.post(lead, { 'x-webhook-token': token })).status).toBe(202);
    const wrong = await hook.post(lead, { authorization: 'Bearer something-else' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_token' } });
    expect((await hook.post(lead)).status).toBe(401);
    const [last] = await list(hook);
    expect(last).toMatchObject({ status: 'rejected', rows: 0 });
    expect(last!.error).toMatch(/^401: The token is missing or wrong\./);
  });

  it('stays when it is left out, goes by null, and is replaced by another', async () => {
    const hook = await withWebhook({ securityToken: token });
    const change = (fields: object) =>
      hook.admin.call(api.webhooks.update, { id: hook.webhook.id, ...fields });
    expect((await change({ description: 'Changed' })).body.tokenSet).toBe(true);
    expect((await hook.post(lead, { 'x-webhook-token': token })).status).toBe(202);
    expect((await change({ securityToken: 'another-token' })).body.tokenSet).toBe(true);
    expect((await hook.post(lead, { 'x-webhook-token': token })).status).toBe(401);
    expect((await change({ securityToken: null })).body.tokenSet).toBe(false);
    expect((await hook.post({ ...lead, name: 'Other' })).status).toBe(202);
  });

  it('that is wrong again and again fills no table', async () => {
    const hook = await withWebhook({ securityToken: token });
    for (let n = 0; n < 30; n++) await hook.post({ n });
    expect(await list(hook)).toHaveLength(20);
    const [{ days }] = (await hook.admin.call(api.webhooks.list, {})).body.webhooks as never as [
      { days: { rejected: number }[] },
    ];
    expect(days.at(-1)!.rejected).toBe(30);
    await hook.post('{', { 'x-webhook-token': token });
    expect((await list(hook))[0]!.error).toBe('400: The body is not valid JSON.');
  });
});

describe('a signature of Standard Webhooks', () => {
  const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
  const body = JSON.stringify(lead);
  const headersAt = (at: Date, text = body) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new StandardWebhook(secret).sign('evt_1', at, text),
  });

  it('lets in who knows the secret, within five minutes', async () => {
    const hook = await withWebhook({ signingSecret: secret });
    expect((await hook.post(body, headersAt(new Date()))).status).toBe(202);
    const old = new Date(Date.now() - 301_000);
    expect(await hook.post(body, headersAt(old))).toMatchObject({
      status: 401,
      body: { code: 'wrong_signature' },
    });
    expect((await hook.post(body, headersAt(new Date(), '{"phone":"other"}'))).status).toBe(401);
    expect((await hook.post(body)).status).toBe(401);
  });
});

describe('networks', () => {
  it('keep others out', async () => {
    const closed = await withWebhook({ allowedNetworks: ['203.0.113.0/24'] });
    expect(await closed.post(lead)).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } });
    const open = await withWebhook({ allowedNetworks: ['203.0.113.0/24', '10.0.0.0/8'] });
    expect((await open.post(lead)).status).toBe(202);
  });
});

describe('what comes twice', () => {
  it('by an equal payload within the window is one delivery', async () => {
    const hook = await withWebhook();
    const time = timeTravel();
    const first = await hook.post({ a: 1, phone: number(2) });
    const again = await hook.post({ phone: number(2), a: 1 });
    expect(again.body).toMatchObject({ deliveryId: first.body.deliveryId, duplicate: true });
    time.forward({ minutes: 11 });
    const later = await hook.post({ a: 1, phone: number(2) });
    expect(later.body.duplicate).toBe(false);
    expect(await list(hook)).toHaveLength(2);
  });

  it('by its key for a day, and a key that is used for something else is refused', async () => {
    const hook = await withWebhook();
    const time = timeTravel();
    const key = { 'idempotency-key': 'order-7' };
    const first = await hook.post(lead, key);
    time.forward({ minutes: 23 * 60 });
    expect((await hook.post(lead, key)).body.deliveryId).toBe(first.body.deliveryId);
    expect(await hook.post({ other: 1 }, key)).toMatchObject({ status: 409, body: { code: 'key_reused' } });
    time.forward({ minutes: 61 });
    expect((await hook.post(lead, key)).body.duplicate).toBe(false);
  });

  it('at the same instant is one delivery', async () => {
    const hook = await withWebhook();
    const answers = await Promise.all(Array.from({ length: 20 }, () => hook.post(lead)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(new Set(answers.map(({ body }) => body.deliveryId)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.duplicate)).toHaveLength(1);
    expect(await list(hook)).toHaveLength(1);
  });
});

describe('the rate', () => {
  it('is kept, with when to come again', async () => {
    const hook = await withWebhook({ perMinute: 3, payloadMinutes: 0 });
    const time = timeTravel();
    for (let n = 0; n < 3; n++) expect((await hook.post({ n })).status).toBe(202);
    const refused = await hook.post({ n: 3 });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(20);
    time.forward({ seconds: 21 });
    expect((await hook.post({ n: 4 })).status).toBe(202);
  });
});
