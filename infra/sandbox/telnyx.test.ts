import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { TestSandbox } from './sandbox-testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  sandbox.told.length = 0;
  await sandbox.ask('DELETE', '/sandbox/script');
});

// biome-ignore lint/suspicious/noExplicitAny: the vendor's own JSON
type Wire = any;

let count = 0;
async function account() {
  const token = `sandbox-${++count}`;
  const ask = (method: string, path: string, body?: object) =>
    sandbox.ask<Wire>(method, `/telnyx/v2/${path}`, body, { authorization: `Bearer ${token}` });
  const [own] = (await ask('GET', 'phone_numbers')).body.data;
  const path = `/telnyx/${count}`;
  const send = (body: object = {}) =>
    ask('POST', 'messages', {
      from: own.phone_number,
      to: '+17865550123',
      text: 'Hello',
      webhook_url: sandbox.receiver + path,
      tags: ['msg_1'],
      ...body,
    });
  return { token, ask, own, send, path };
}

/** Verifies as Telnyx's documentation says, with the key that is told. */
async function expectSigned({ headers, body }: { headers: Wire; body: string }) {
  const { body: told } = await sandbox.ask<{ public_key: string }>('GET', '/telnyx/public-key');
  const raw = Buffer.from(told.public_key, 'base64');
  expect(raw).toHaveLength(32);
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
  const signature = Buffer.from(headers['telnyx-signature-ed25519'], 'base64');
  const text = Buffer.from(`${headers['telnyx-timestamp']}|${body}`);
  expect(verify(null, text, key, signature)).toBe(true);
  expect(verify(null, Buffer.from(`0|${body}`), key, signature)).toBe(false);
}

describe('sending a text', () => {
  it('is answered, told as sent and finalized, each signed, and can be asked about', async () => {
    const { send, path, ask, own } = await account();
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      record_type: 'message',
      direction: 'outbound',
      type: 'SMS',
      from: { phone_number: own.phone_number },
      to: [{ phone_number: '+17865550123', status: 'queued' }],
      parts: 1,
      encoding: 'GSM-7',
      tags: ['msg_1'],
    });
    await eventually(async () => expect(sandbox.told).toHaveLength(2));
    const events = sandbox.told.map(({ body: text }) => JSON.parse(text));
    expect(events.map(({ data }) => [data.event_type, data.payload.id, data.payload.to[0].status])).toEqual([
      ['message.sent', body.data.id, 'sent'],
      ['message.finalized', body.data.id, 'delivered'],
    ]);
    expect(sandbox.told.map((one) => one.path)).toEqual([path, path]);
    for (const one of sandbox.told) await expectSigned(one);
    expect((await ask('GET', `messages/${body.data.id}`)).body.data.to[0].status).toBe('delivered');
  });

  it.each([
    [{ to: '12' }, 400, '40310'],
    [{ text: '' }, 422, '10004'],
    [{ from: '+15005550006' }, 400, '40305'],
  ])('with %j is refused', async (body, status, code) => {
    const { send } = await account();
    expect(await send(body)).toMatchObject({ status, body: { errors: [{ code }] } });
  });

  it('is refused to the opted-out, and without a key', async () => {
    const { send } = await account();
    await sandbox.script({ match: '+17865550123', sms: { outcome: 'optout' } });
    expect(await send()).toMatchObject({ status: 400, body: { errors: [{ code: '40300' }] } });
    expect(await sandbox.ask('GET', '/telnyx/v2/balance')).toMatchObject({
      status: 401,
      body: { errors: [{ code: '10009' }] },
    });
  });

  it('tells of one that was not delivered with its errors', async () => {
    await sandbox.script({ match: '*', sms: { outcome: 'undelivered' } });
    const { send } = await account();
    await send({ text: 'Grüße 🎉' });
    await eventually(async () => expect(sandbox.told).toHaveLength(2));
    expect(JSON.parse(sandbox.told[1]!.body).data).toMatchObject({
      event_type: 'message.finalized',
      payload: { encoding: 'UCS-2', errors: [{ code: '40008' }], to: [{ status: 'delivery_failed' }] },
    });
  });
});

describe('a reply from the phone', () => {
  it('goes to the webhook of the number’s messaging profile, signed', async () => {
    const { ask, own } = await account();
    const made = await ask('POST', 'messaging_profiles', {
      name: 'Replies',
      webhook_url: `${sandbox.receiver}/replies`,
    });
    await ask('PATCH', `phone_numbers/${own.id}/messaging`, { messaging_profile_id: made.body.data.id });
    const written = { from: '+17865550123', to: own.phone_number, text: 'Yes, call me' };
    await sandbox.ask('POST', '/sandbox/phone/messages', written);
    await eventually(async () => expect(sandbox.told).toHaveLength(1));
    const [told] = sandbox.told;
    await expectSigned(told!);
    expect(JSON.parse(told!.body).data).toMatchObject({
      event_type: 'message.received',
      payload: {
        direction: 'inbound',
        from: { phone_number: '+17865550123' },
        to: [{ phone_number: own.phone_number }],
        text: 'Yes, call me',
      },
    });
  });
});

describe('numbers and balance', () => {
  it('orders a number, which is pending and then the account’s', async () => {
    const { ask } = await account();
    const free = await ask('GET', 'available_phone_numbers?filter[national_destination_code]=512');
    const { phone_number: number } = free.body.data[0];
    expect(number).toMatch(/^\+1512555\d{4}$/);
    const order = await ask('POST', 'number_orders', { phone_numbers: [{ phone_number: number }] });
    expect(order.body.data).toMatchObject({ status: 'pending', phone_numbers_count: 1 });
    await eventually(async () => {
      const { body } = await ask('GET', `number_orders/${order.body.data.id}`);
      expect(body.data.status).toBe('success');
    });
    const list = (await ask('GET', 'phone_numbers')).body.data;
    expect(list.map((one: Wire) => one.phone_number)).toContain(number);
    const { id } = order.body.data.phone_numbers[0];
    expect((await ask('DELETE', `phone_numbers/${id}`)).status).toBe(200);
    expect((await ask('GET', `phone_numbers/${id}`)).status).toBe(404);
    const again = await ask('POST', 'number_orders', { phone_numbers: [{ phone_number: '12' }] });
    expect(again.status).toBe(422);
  });

  it('has a balance', async () => {
    const { ask } = await account();
    expect((await ask('GET', 'balance')).body.data).toMatchObject({ balance: '1000.00', currency: 'USD' });
  });
});

it('keeps its key and its texts over a restart', async () => {
  const { send, ask } = await account();
  const key = await sandbox.ask('GET', '/telnyx/public-key');
  const { body } = await send();
  sandbox.restart();
  expect(await sandbox.ask('GET', '/telnyx/public-key')).toEqual(key);
  expect((await ask('GET', `messages/${body.data.id}`)).body.data.text).toBe('Hello');
  await eventually(async () => expect(sandbox.told).toHaveLength(2));
});
