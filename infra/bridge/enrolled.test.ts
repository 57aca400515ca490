import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { putPhone, putQueue, queueState } from '#functions/telephony/api.ts';
import { freePort } from '#infra/local/front-door.ts';
import { readBody } from '#infra/sandbox/http.ts';
import { api } from '#shared/api/index.ts';
import type { ChannelAnswer, ChannelMessage } from '#shared/exchange/channel.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { Bridge } from './bridge.ts';
import { Inbox } from './inbox.ts';
import { bridgeSettings } from './settings.ts';

/* A bridge that fetches its commands from the product; no Asterisk is beside it. */

/** The product as a bridge reaches it, which can go away. */
async function product() {
  const state = { isAway: false, loseAnswers: 0 };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (state.isAway) return void response.writeHead(502).end();
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
    const path = request.url!.slice('/api'.length);
    const { status, body: answer } = await anybody().send('telephony', {
      method: 'POST',
      path,
      headers,
      body,
    });
    if (state.loseAnswers > 0) {
      state.loseAnswers--;
      return void request.socket.destroy();
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('PUBLIC_URL', url);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return { state, url };
}

async function enrolling() {
  const { state, url } = await product();
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const made = await admin.call(api.telephony.createExchange, {
    name: 'Head office',
    phoneUrl: 'wss://pbx.example.com/ws',
  });
  const { id } = made.body;
  const { token } = (await admin.call(api.telephony.enrolExchange, { id })).body;
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-bridge-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines: string[] = [];
  const begin = async (given?: string) => {
    const settings = bridgeSettings.parse({
      folder,
      port: await freePort(),
      ariPassword: 'a password of Asterisk',
      product: `${url}/`,
      recordings: folder,
      phoneUrl: 'wss://pbx.example.com/ws',
    });
    const bridge = new Bridge(settings, (line) => lines.push(line));
    onTestFinished(() => bridge.stop().catch(() => undefined));
    await bridge.start(given);
    return bridge;
  };
  const seen = async () =>
    (await admin.call(api.telephony.exchanges, {})).body.exchanges.find((one) => one.id === id);
  return { state, tenant, admin, id, token, begin, seen, lines };
}

it('enrols once, whatever is lost, and is known again after a restart', async () => {
  const { state, token, begin, seen, lines } = await enrolling();
  await expect(begin()).rejects.toThrow('This bridge is not enrolled');
  state.loseAnswers = 1;
  const bridge = await begin(token);
  await eventually(async () => expect((await seen())?.state).toBe('degraded'));
  await bridge.stop();
  // Also with the token that it has spent, as a service's settings may still name it.
  for (const given of [undefined, token]) await (await begin(given)).stop();
  expect(lines.filter((line) => line.startsWith('Enrolled'))).toEqual(['Enrolled as Head office']);
});

it('starts while the product is away, and is heard when that is back', async () => {
  const { state, token, begin, seen } = await enrolling();
  await (await begin(token)).stop();
  const before = (await seen())?.seenAt;
  state.isAway = true;
  await begin();
  expect((await seen())?.seenAt).toBe(before);
  state.isAway = false;
  await eventually(async () => expect((await seen())?.seenAt).not.toBe(before));
});

it('is not let in by a token that another bridge has spent', async () => {
  const { token, begin } = await enrolling();
  await (await begin(token)).stop();
  const other = await enrolling();
  await expect(other.begin(token)).rejects.toThrow('This enrolment token is unknown, was used, or is over.');
});

it('does what it fetches, and keeps it over a restart', async () => {
  const { tenant, admin, id, token, begin, seen } = await enrolling();
  const bridge = await begin(token);
  await eventually(async () => expect((await seen())?.seenAt).not.toBeNull());
  // Without Asterisk an exchange takes no workspace; that it has one is what the next heartbeat will say.
  vi.spyOn(bridge.ari, 'connected', 'get').mockReturnValue(true);
  await eventually(async () => expect((await seen())?.state).toBe('online'));
  expect((await admin.call(api.telephony.moveToExchange, { exchangeId: id })).status).toBe(200);
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const queue = {
    number: '700',
    strategy: 'ringall' as const,
    timeout: 20,
    maxWaitTime: 300,
    wrapUpSeconds: 0,
    musicOnHold: 'default' as const,
    announcePosition: false,
    maxCallers: 10,
    members: [],
  };
  await inTenant(() => putQueue('que_sales', queue));
  expect(await inTenant(() => queueState('que_sales'))).toEqual({ waiting: [] });
  await bridge.stop();
  await begin();
  // Until it fetches again, which takes a busy machine a while, nothing answers.
  await eventually(async () =>
    expect(await inTenant(() => queueState('que_sales'))).toEqual({ waiting: [] }),
  );
  // What needs Asterisk is refused in the bridge's own words.
  const phone = { name: 'Ann', password: 'a password of sixteen', callerId: null, expiresAt: null };
  await expect(inTenant(() => putPhone(`t${tenant.id}-101`, phone))).rejects.toThrow(
    'Asterisk is not connected.',
  );
});

it('does messages of a lane in their order, again when they come again, and none that come too late', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-bridge-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = bridgeSettings.parse({
    folder,
    port: 1,
    ariPassword: 'a password of Asterisk',
    secret: 'a secret of sixteen',
    recordings: folder,
    phoneUrl: 'wss://pbx.example.com/ws',
  });
  const bridge = new Bridge(settings, () => undefined);
  onTestFinished(() => bridge.journal.close());
  const message = (id: string, path: string, late = 0): { receipt: string; message: string } => {
    const one: ChannelMessage = {
      id: `req_${id.padEnd(12, '0')}`,
      tenant: 1,
      lane: 'que_a',
      method: 'DELETE',
      path,
      notAfter: 1_000_000 - late,
    };
    return { receipt: id, message: JSON.stringify(one) };
  };
  bridge.journal.put('queue', 1, 'que_a', {});
  const answers: ChannelAnswer[] = [];
  const gone: string[] = [];
  let failing = 3;
  const source = {
    receive: async () => [
      message('first', '/queues/que_a'),
      message('second', '/queues/que_a'),
      message('late', '/queues/que_a', 1),
      { receipt: 'garbage', message: '{' },
    ],
    delete: async (receipt: string) => void gone.push(receipt),
    answersDelete: false,
    close: () => undefined,
  };
  const inbox = new Inbox(bridge, async () => source, {
    answer: async (answer) => {
      if (failing-- > 0) throw new Error('The product is away.');
      answers.push(answer);
    },
    now: () => 1_000_000,
    log: () => undefined,
  });
  await inbox.turn(new AbortController().signal);
  await eventually(async () => expect(gone).toContain('late'));
  // The first was done and could not be answered: it stays, and comes again.
  expect([...gone].sort()).toEqual(['garbage', 'late', 'second']);
  expect(answers.map(({ status }) => status)).toEqual([404]);
});
