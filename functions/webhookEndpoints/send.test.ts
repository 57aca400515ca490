import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { notifyEndpoints } from './notify.ts';
import { queueOutgoing } from './queue-outgoing.ts';
import { attemptSending, keepSending, webhookSendingWork } from './send.ts';

interface Heard {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A receiver, at the one address that needs not be of the public internet. */
const heard: Heard[] = [];
let answerWith: { status: number; headers?: Record<string, string> } = { status: 200 };
const server = createServer(async (req, res) => {
  let body = '';
  for await (const part of req) body += part;
  heard.push({ path: req.url!, headers: req.headers, body });
  res.writeHead(answerWith.status, answerWith.headers).end('thanks');
});
const before = process.env.SANDBOX_URL;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.SANDBOX_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  heard.length = 0;
  answerWith = { status: 200 };
});
afterAll(async () => {
  if (before === undefined) delete process.env.SANDBOX_URL;
  else process.env.SANDBOX_URL = before;
  await new Promise((resolve) => server.close(resolve));
});

async function withEndpoint(fields: Record<string, unknown> = {}) {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const made = await admin.call(api.webhooks.createEndpoint, {
    name: 'CRM',
    url: 'https://hooks.dealbell.test/crm',
    events: ['lead.created'],
    ...fields,
  });
  const { secret, ...endpoint } = made.body;
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'outgoing', work);
  const { id } = endpoint;
  const send = (key: string, payload: object = { n: 1 }) =>
    system(() => keepSending({ endpointId: id, type: 'lead.created', payload, key }));
  const attempt = (messageId: string) => system(() => attemptSending(messageId));
  const messages = async () => (await admin.call(api.webhooks.sendings, { id })).body.messages;
  const get = async () => (await admin.call(api.webhooks.getEndpoint, { id })).body;
  return { tenant, admin, id, secret, endpoint, system, send, attempt, messages, get, made };
}

describe('an outgoing endpoint', () => {
  it('is told what it wants to know, signed, once', async () => {
    const { id, secret, system, attempt, messages } = await withEndpoint();
    expect(secret).toMatch(/^whsec_/);
    const told = {
      type: 'lead.created',
      eventId: 'evt_1',
      entityId: 'led_1',
      at: '2026-01-05T12:00:00.000Z',
      data: { status: 'new' },
    };
    await system(() => notifyEndpoints(told));
    await system(() => notifyEndpoints(told));
    await system(() => notifyEndpoints({ ...told, type: 'call.ended', eventId: 'evt_2' }));
    const [message] = await eventually(async () => {
      const all = await messages();
      expect(all).toHaveLength(1);
      return all;
    });
    await Promise.all([attempt(message!.id), attempt(message!.id)]);
    await attempt(message!.id);
    expect(heard).toHaveLength(1);
    const [{ headers, body, path }] = heard as [Heard];
    expect(path).toBe('/sandbox/hooks/crm');
    expect(new StandardWebhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'lead.created',
      data: { id: 'led_1', status: 'new' },
    });
    expect(headers['webhook-id']).toBe(message!.id);
    await eventually(async () =>
      expect(await messages()).toMatchObject([
        { status: 'delivered', endpointId: id, attempts: [{ ok: true, status: 200, answer: 'thanks' }] },
      ]),
    );
  });

  it('is tried eight times in a day, and the minute’s look finds what is due', async () => {
    const { send, attempt, messages, system } = await withEndpoint();
    const time = timeTravel();
    answerWith = { status: 500 };
    const messageId = await send('a');
    for (let tried = 1; tried <= 8; tried++) {
      await attempt(messageId);
      await attempt(messageId);
      expect(heard).toHaveLength(tried);
      const { nextAt } = (await eventually(async () => {
        const [one] = await messages();
        expect(one!.attempts).toHaveLength(tried);
        return one!;
      }))!;
      if (tried === 8) expect(nextAt).toBeNull();
      else time.forward({ seconds: (Date.parse(nextAt!) - clock.now()) / 1000 + 1 });
      await system(() => sweepDue({ webhookSending: webhookSendingWork }));
    }
    const [done] = await messages();
    expect(done!.status).toBe('failed');
    const hours = (Date.parse(done!.attempts[7]!.at) - Date.parse(done!.attempts[0]!.at)) / 3_600_000;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(28);
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('is switched off after messages in a row that failed for good, with the reason, and on again', async () => {
    const { send, attempt, get, admin, id, messages } = await withEndpoint();
    // 410: it is gone, and says so itself.
    answerWith = { status: 410 };
    for (let n = 0; n < 4; n++) await attempt(await send(`k${n}`));
    expect(await get()).toMatchObject({ active: true, failures: 4, lastOutcome: 'failed' });
    await attempt(await send('k4'));
    const off = await get();
    expect(off).toMatchObject({ active: false, failures: 5 });
    expect(off.disabledReason).toBe('5 messages in a row could not be delivered. It answered 410.');
    expect(off.disabledAt).not.toBeNull();
    await attempt(await send('k5'));
    expect(heard).toHaveLength(5);

    answerWith = { status: 200 };
    const on = await admin.call(api.webhooks.enableEndpoint, { id });
    expect(on.body).toMatchObject({ active: true, failures: 0, disabledReason: null });
    const failed = await eventually(async () => {
      const all = await messages();
      expect(all).toHaveLength(6);
      return all.at(-1)!;
    });
    const again = await admin.call(api.webhooks.resend, { id, messageId: failed.id });
    expect(again.status).toBe(202);
    const replay = await eventually(async () => {
      const found = (await messages()).find(({ replayOf }) => replayOf === failed.id);
      expect(found).toBeDefined();
      return found!;
    });
    await attempt(replay.id);
    expect(heard.at(-1)!.body).toBe(failed.payload);
    expect(await get()).toMatchObject({ failures: 0, lastOutcome: 'delivered' });
  });

  it('follows no redirect', async () => {
    const { send, attempt, messages } = await withEndpoint();
    answerWith = { status: 302, headers: { location: 'http://127.0.0.1/latest/meta-data' } };
    await attempt(await send('a'));
    await eventually(async () =>
      expect((await messages())[0]).toMatchObject({
        status: 'retrying',
        attempts: [{ status: 302, error: 'It answered 302, a redirect, which is not followed.' }],
      }),
    );
    expect(heard).toHaveLength(1);
  });

  it.each([
    ['http://example.com/hook', 'Please give an address that begins with https://.'],
    ['https://10.0.0.1/hook', '10.0.0.1 is not an address on the public internet.'],
    ['https://localhost/hook', 'localhost is not an address on the public internet.'],
    ['https://[::1]/hook', '[::1] is not an address on the public internet.'],
    ['https://user:secret@example.com/', 'The webhook’s address may not hold a password.'],
  ])('is not made for %s', async (url, error) => {
    const { made } = await withEndpoint({ url });
    expect(made).toMatchObject({ status: 400, body: { error } });
  });

  it('shows its secret once, and changes it when asked', async () => {
    const { admin, id, secret, endpoint } = await withEndpoint();
    expect(JSON.stringify(await admin.call(api.webhooks.listEndpoints, {}))).not.toContain(secret);
    const changed = await admin.call(api.webhooks.updateEndpoint, { id, name: 'Other' });
    expect(changed.body).toMatchObject({ name: 'Other', secret: null, version: endpoint.version + 1 });
    const rotated = await admin.call(api.webhooks.updateEndpoint, { id, rotateSecret: true });
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(secret);
  });

  it('is asked for by others through one door', async () => {
    const { id, system, messages } = await withEndpoint();
    await system(() => queueOutgoing(id, 'journey.step', { a: 1 }, 'step-1'));
    await system(() => queueOutgoing(id, 'journey.step', { a: 2 }, 'step-1'));
    await eventually(async () => {
      const all = await messages();
      expect(all).toHaveLength(1);
      expect(JSON.parse(all[0]!.payload)).toMatchObject({ type: 'journey.step', data: { a: 1 } });
    });
  });
});
