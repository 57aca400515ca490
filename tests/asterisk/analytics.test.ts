import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readBody } from '#infra/sandbox/http.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { type ExchangeEvent, exchangeEvent } from '#shared/exchange/events.ts';
import { planEdge as edge, planNode as node } from '#tests/support/deployed-plan.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { missing, TestExchange } from './support/exchange.ts';
import { number, press } from './support/plan-callers.ts';

/*
 * The product itself deploys a plan to a real Asterisk, callers walk through it by SIP with keys, and the analytics of the
 * plan are what the exchange told, counted here by hand.
 */

const reason = await missing();

const { dialplans, dids, ivr, pbx } = api;

describe.skipIf(reason)('the analytics of a dial plan', () => {
  let exchange: TestExchange;
  let sandbox: TestSandbox;
  let gateway: Server;
  /** What the bridge has told the product, once each. */
  const told = new Map<string, ExchangeEvent>();

  beforeAll(async () => {
    [exchange, sandbox] = await Promise.all([TestExchange.start(), TestSandbox.open()]);
    gateway = createServer(async (request, response) => {
      const body = await readBody(request);
      const [path = ''] = (request.url ?? '').replace(/^\/api/, '').split('?');
      const answer = await anybody().send('telephony', {
        method: request.method!,
        path,
        headers: request.headers as Record<string, string>,
        body,
      });
      const event = exchangeEvent.parse(JSON.parse(body));
      if (answer.status < 300) told.set(`${event.callId} ${event.seq}`, event);
      response.writeHead(answer.status).end(JSON.stringify(answer.body ?? {}));
    });
    await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
    vi.stubEnv('PUBLIC_URL', `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`);
    vi.stubEnv('EXCHANGE_URL', exchange.address);
    vi.stubEnv('EXCHANGE_SECRET', exchange.secret);
    // Of the voice that reads the texts.
    vi.stubEnv('SANDBOX_URL', sandbox.origin);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    gateway?.closeAllConnections();
    gateway?.close();
    await sandbox?.close();
    await exchange?.stop();
  });

  const left = (planId: string) =>
    [...told.values()].filter((one) => one.event === 'plan-node' && one.planId === planId);
  const sumOf = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

  test('are the nodes, ways and times of the callers who walked through it', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const made = async <T extends { status: number; body: unknown }>(
      answer: Promise<T>,
    ): Promise<T['body']> => {
      const { status, body } = await answer;
      expect(status, JSON.stringify(body)).toBeLessThan(300);
      return body;
    };
    const box = await made(
      admin.call(pbx.createExtension, { number: '101', name: 'Front desk', voicemail: true }),
    );
    const queue = await made(admin.call(pbx.createQueue, { number: '600', name: 'Sales' }));
    const menu = await made(
      admin.call(ivr.create, {
        name: 'Main',
        prompt: 'Press two for sales.',
        options: [{ digit: '2', label: 'Sales', action: 'repeat', target: null }],
      } as never),
    );
    const config = {
      nodes: [
        node('start', 'start'),
        node('florida', 'condition', { condition: { type: 'callerArea', areaCodes: ['305'] } }),
        node('menu', 'ivr', { ivrId: menu.id, timeout: 2, maxRetries: 1 }),
        node('sales', 'queue', { queueId: queue.id, maxWaitTime: 30, announcePosition: false }),
        node('box', 'voicemail', { mailbox: box.id }),
        node('busy', 'hangup', { reason: 'busy' }),
      ],
      edges: [
        edge('start', 'florida'),
        edge('florida', 'menu', 'true'),
        edge('florida', 'busy', 'false'),
        edge('menu', 'sales', 'option-2'),
        edge('menu', 'box', 'timeout'),
        edge('sales', 'box', 'timeout'),
      ],
    };
    const plan = await made(admin.call(dialplans.create, { name: 'Main line', config } as never));
    await made(admin.call(dialplans.update, { id: plan.id, goalNodeId: 'box' } as never));
    await made(admin.call(dialplans.deploy, { id: plan.id }));
    const route = { kind: 'plan', planId: plan.id };
    await made(admin.call(dids.create, { phoneNumber: number, route } as never));
    await eventually(async () => {
      const { body } = await exchange.ask(
        'GET',
        `/numbers/${encodeURIComponent(number)}`,
        undefined,
        tenant.id,
      );
      expect(body.owner).toBe('you');
    });

    // One presses a key, waits where nobody works, and leaves a message.
    const ann = (await exchange.carrier.call('+13055550188', number, () => 941)).call;
    await eventually(async () => {
      await press(ann, '2');
      expect(left(plan.id).some(({ nodeId, way }) => nodeId === 'menu' && way === 'option-2')).toBe(true);
    });
    // One presses nothing, and hangs up at the greeting. One is from elsewhere, and one of them again.
    const bob = (await exchange.carrier.call('+13055550189', number)).call;
    for (let n = 0; n < 2; n++)
      expect((await exchange.carrier.call('+12125550190', number)).status).toBe(486);
    await eventually(async () => {
      expect(left(plan.id).filter(({ nodeId }) => nodeId === 'box')).toHaveLength(2);
    }, 60_000);
    await bob.hangUp();
    await expect
      .poll(
        () => Math.max(...[...told.values()].map(({ callId }) => exchange.recordedSeconds(callId ?? '-'))),
        {
          timeout: 25_000,
        },
      )
      .toBeGreaterThan(2.5);
    await ann.hangUp();
    const messages = async () => (await admin.call(pbx.listVoicemail, {})).body.messages;
    await eventually(async () => expect(await messages()).toMatchObject([{ phone: '+13055550188' }]));

    const events = left(plan.id);
    expect(events.map(({ nodeId, way = null }) => `${nodeId} ${way}`).toSorted()).toEqual(
      [
        ...Array(4).fill('start next'),
        ...Array(2).fill('florida true'),
        ...Array(2).fill('florida false'),
        ...Array(2).fill('busy null'),
        'menu option-2',
        'menu timeout',
        'sales timeout',
        ...Array(2).fill('box null'),
      ].toSorted(),
    );
    const { body: stats } = await admin.call(dialplans.stats, { id: plan.id });
    const rounded = (ms: number, of: number) => Math.round(ms / of / 100) / 10;
    const byNode = Map.groupBy(events, ({ nodeId }) => nodeId!);
    const counted = [...byNode].map(([nodeId, own]) => {
      const ms = sumOf(own.map(({ nodeMs = 0 }) => nodeMs));
      return {
        nodeId,
        visits: own.length,
        callers: new Set(own.map(({ callId }) => callId)).size,
        ended: own.filter(({ way }) => way === undefined).length,
        averageSeconds: rounded(ms, own.length),
      };
    });
    const byId = (one: { nodeId: string }, other: { nodeId: string }) =>
      one.nodeId.localeCompare(other.nodeId);
    expect(stats.nodes.toSorted(byId)).toEqual(counted.toSorted(byId));
    const ways = Map.groupBy(
      events.filter(({ way }) => way !== undefined),
      ({ nodeId, way }) => `${nodeId} ${way}`,
    );
    expect(stats.edges.map(({ nodeId, way, visits }) => [`${nodeId} ${way}`, visits]).toSorted()).toEqual(
      [...ways].map(([name, own]) => [name, own.length]).toSorted(),
    );
    expect(stats).toMatchObject({
      calls: 4,
      success: { nodeId: 'box', callers: 2, rate: 0.5 },
      averageSeconds: rounded(sumOf(events.map(({ nodeMs = 0 }) => nodeMs)), 4),
    });
    // The wait where nobody works lasted as long as the node says.
    const waited = events.find(({ nodeId }) => nodeId === 'sales')!.nodeMs!;
    expect(waited).toBeGreaterThan(29_000);
    expect(waited).toBeLessThan(36_000);
  }, 150_000);
});
