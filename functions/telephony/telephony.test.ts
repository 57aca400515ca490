import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { Events } from '#functions/kernel/events.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { client } from '#functions/kernel/table.ts';
import { readBody } from '#infra/sandbox/http.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { defaultComplianceSettings } from '#shared/model/compliance/settings.ts';
import { counted } from '#tests/support/counted.ts';
import { sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { followClock } from '#tests/support/sandbox-exchange.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { ContactRefused, ExchangeDown, type Placing, placeCall } from './exchange.ts';
import { lineOf } from './line.ts';
import { signatureOf } from './signature.ts';
import { callWork } from './sweep.ts';

/* The port, from a call that is placed to its end, with the real sandbox exchange behind it. */

const florida = '+13055550123';
/** A Wednesday, noon in New York. */
const noon = '2026-06-10T16:00:00.000Z';
const evening = '2026-06-11T00:30:00.000Z';

let sandbox: TestSandbox;
let product: Server;
/** When set, the product does not hear the exchange. */
let deaf = false;

beforeAll(async () => {
  sandbox = await TestSandbox.open();
  product = createServer(async (request, response) => {
    const body = await readBody(request);
    if (deaf) return void response.writeHead(503).end();
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
    const path = request.url!.slice('/api'.length);
    const { status } = await anybody().send('telephony', { method: request.method!, path, headers, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done));
  vi.stubEnv('SANDBOX_URL', sandbox.origin);
  vi.stubEnv('PUBLIC_URL', `http://127.0.0.1:${(product.address() as AddressInfo).port}`);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await sandbox.close();
  product.closeAllConnections();
  product.close();
});

beforeEach(async () => {
  deaf = false;
  await sandbox.ask('DELETE', '/sandbox/script');
});

/** What is not as the exchange would have it. */
type Forged = { secret?: string; timestamp?: string; key?: string };

/** A tenant at an instant, which is the sandbox's as well. */
async function floor(at = noon) {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const time = timeTravel(at);
  const follow = await followClock(sandbox);
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const key = randomUUID();
  const placing: Placing = {
    key,
    leadId: null,
    to: florida,
    callerId: null,
    maxRingSeconds: 30,
    amd: true,
    context: null,
    transferNumber: null,
    recordCall: false,
    source: { kind: 'journey', id: 'step_1' },
  };
  const id = deterministicId('cal', 'exchange', key);
  /** An event that is ready to be told, signed as the exchange would or as somebody else. */
  const signed = async (event: object, forged: Forged = {}) => {
    const line = await inTenant(lineOf);
    const body = JSON.stringify({ callId: id, at: clock.iso(), ...event });
    const timestamp = forged.timestamp ?? String(clock.seconds());
    const signature = signatureOf(forged.secret ?? line.secret, timestamp, Buffer.from(body));
    return () =>
      anybody().send('telephony', {
        method: 'POST',
        path: `/telephony/events/${forged.key ?? line.key}`,
        headers: { 'exchange-timestamp': timestamp, 'exchange-signature': signature },
        body,
      });
  };
  return {
    tenant,
    agent,
    id,
    inTenant,
    place: (more: Partial<Placing> = {}) => inTenant(() => placeCall({ ...placing, ...more })),
    forward: async (seconds: number) => {
      time.forward({ seconds });
      await follow();
    },
    call: async () => (await agent.call(api.calls.get, { id })).body,
    events: (type: string) =>
      inTenant(async () => {
        const { data } = await Events.query
          .byEntity({ tenantId: tenantOf(), entityId: id })
          .go({ consistent: true, pages: 'all' });
        return data.filter((event) => event.type === type);
      }),
    attempts: async () => {
      const { body } = await as(tenant.admin).call(api.tcpa.logs, { phone: florida });
      return body.logs.filter(({ purpose, allowed }) => purpose === 'contact' && allowed).length;
    },
    atExchange: () =>
      sandbox.ask('GET', `/exchange/v1/calls/${id}`, undefined, {
        authorization: `Bearer sandbox-${tenant.id}`,
      }),
    signed,
    /** Tells the product as the exchange would, or as somebody else. */
    tell: async (event: object, forged: Forged = {}) => (await signed(event, forged))(),
  };
}

describe('a call that is placed', () => {
  it('is answered, talked and ended, and tells whose it was', async () => {
    await sandbox.script({ match: florida, call: { result: 'answered', afterMs: 0, talkSeconds: 65 } });
    const { place, id, call, forward, events, agent } = await floor();
    expect(await place()).toMatchObject({ callId: id });
    await eventually(async () => expect((await call()).status).toBe('in-progress'));
    await forward(66);
    await eventually(async () => expect((await call()).status).toBe('completed'));
    expect(await call()).toMatchObject({
      source: 'journey',
      origin: { kind: 'journey', id: 'step_1' },
      talkSeconds: 65,
    });
    expect((await events('call.ended')).map(({ data }) => data)).toMatchObject([
      { source: { kind: 'journey', id: 'step_1' }, result: 'answered', answered: true, talkSeconds: 65 },
    ]);
    expect((await agent.call(api.calls.active, {})).body.calls).toEqual([]);
  });

  it.each([
    ['voicemail', 'voicemail'],
    ['busy', 'busy'],
    ['no-answer', 'no-answer'],
    ['failed', 'failed'],
  ])('ends as %s', async (result, status) => {
    await sandbox.script({ match: florida, call: { result, afterMs: 0, talkSeconds: 0 } });
    const { place, call, events } = await floor();
    await place();
    await eventually(async () => expect((await call()).status).toBe(status));
    expect((await events('call.ended')).map(({ data }) => data)).toMatchObject([
      { result, answered: false, talkSeconds: 0 },
    ]);
  });

  it('stands on the lead’s timeline, and the lead was contacted', async () => {
    await sandbox.script({ match: '*', call: { result: 'busy', afterMs: 0 } });
    const { place, agent, call } = await floor();
    const { body: lead } = await agent.call(api.leads.create, { lastName: 'Mary', phones: [florida] });
    await place({ leadId: lead.id, source: { kind: 'webhook', id: 'whd_1' } });
    await eventually(async () => expect((await call()).status).toBe('busy'));
    expect(await call()).toMatchObject({ leadId: lead.id, leadName: 'Mary', source: 'webhook' });
    expect((await agent.call(api.leads.get, { id: lead.id })).body.lastContactedAt).not.toBeNull();
  });

  it('fails when the exchange will not make it', async () => {
    const { place, call, events } = await floor();
    await sandbox.script({ match: 'exchange', provider: { down: true, status: 422 } });
    await place();
    expect((await call()).status).toBe('failed');
    expect((await events('call.ended')).map(({ data }) => data)).toMatchObject([{ result: 'failed' }]);
  });
});

describe('the same key', () => {
  it('is one call, one attempt and one ring, however many ask at once', async () => {
    await sandbox.script({ match: florida, call: { result: 'busy', afterMs: 0 } });
    const { place, id, call, attempts, events } = await floor();
    const placed = await Promise.all(Array.from({ length: 8 }, () => place()));
    expect(new Set(placed.map(({ callId }) => callId))).toEqual(new Set([id]));
    await eventually(async () => expect((await call()).status).toBe('busy'));
    expect(await place()).toEqual({ callId: id, result: 'busy' });
    expect(await attempts()).toBe(1);
    for (const type of ['call.started', 'call.ended']) expect(await events(type)).toHaveLength(1);
  });
});

describe('a call that may not be made', () => {
  it('is refused at night with the decision, and nothing is recorded', async () => {
    const { place, agent, atExchange } = await floor(evening);
    const refused = await place().catch((error) => error);
    expect(refused).toBeInstanceOf(ContactRefused);
    expect(refused.decision).toMatchObject({
      allowed: false,
      nextAllowedAt: '2026-06-11T12:00:00.000Z',
      reasons: [{ code: 'too_late' }],
    });
    expect((await agent.call(api.calls.list, {})).body.calls).toEqual([]);
    expect((await atExchange()).status).toBe(404);
  });

  it('need not keep the workspace’s own hours, and keeps the law’s always', async () => {
    const { tenant, place } = await floor();
    const closed = { ...defaultComplianceSettings, week: Array.from({ length: 7 }, () => null) };
    await as(tenant.admin).call(api.tcpa.updateSettings, closed);
    const refused = await place().catch((error) => error);
    expect(refused.decision).toMatchObject({ reasons: [{ code: 'closed_day' }] });
    expect(await place({ ignoresOwnHours: true })).toMatchObject({ result: null });
    const late = await floor(evening);
    const night = await late.place({ ignoresOwnHours: true }).catch((error) => error);
    expect(night.decision).toMatchObject({ reasons: [{ code: 'too_late' }] });
  });

  it('is refused when the exchange was down until the night, and made again in the morning', async () => {
    await sandbox.script({ match: florida, call: { result: 'busy', afterMs: 0 } });
    await sandbox.script({ match: 'exchange', provider: { down: true, times: 1 } });
    const { place, forward, call, events, agent, id } = await floor('2026-06-10T23:55:00.000Z');
    await expect(place()).rejects.toBeInstanceOf(ExchangeDown);
    await forward(3_600);
    await expect(place()).rejects.toMatchObject({
      decision: { reasons: [{ code: 'too_late' }], nextAllowedAt: '2026-06-11T12:00:00.000Z' },
    });
    expect((await call()).status).toBe('cancelled');
    await expect(place()).rejects.toBeInstanceOf(ContactRefused);
    // Whoever wants the call is told by the refusal, and waits for no end.
    expect((await events('call.ended')).map(({ data }) => data)).toMatchObject([
      { source: null, result: null },
    ]);
    await forward(12 * 3_600);
    const { callId } = await place();
    expect(callId).not.toBe(id);
    await eventually(async () => {
      const { body } = await agent.call(api.calls.get, { id: callId });
      expect(body).toMatchObject({ status: 'busy', origin: { kind: 'journey' } });
    });
    expect(await place()).toMatchObject({ callId });
  });

  it('needs an exchange', async () => {
    const { place, agent } = await floor();
    vi.stubEnv('SANDBOX_URL', '');
    await expect(place()).rejects.toMatchObject({ code: 'exchange_not_connected', status: 409 });
    vi.stubEnv('SANDBOX_URL', sandbox.origin);
    expect((await agent.call(api.calls.list, {})).body.calls).toEqual([]);
  });
});

describe('an exchange that is down', () => {
  it('is asked again for the same call, which counts once', async () => {
    await sandbox.script({ match: florida, call: { result: 'busy', afterMs: 0 } });
    await sandbox.script({ match: 'exchange', provider: { down: true, times: 2 } });
    const { place, call, attempts } = await floor();
    const failures = counted('CarrierFailures');
    await expect(place()).rejects.toBeInstanceOf(ExchangeDown);
    await expect(place()).rejects.toBeInstanceOf(ExchangeDown);
    expect(failures()).toMatchObject(Array(2).fill({ CarrierFailures: 1, channel: 'call' }));
    expect((await call()).status).toBe('queued');
    await place();
    await eventually(async () => expect((await call()).status).toBe('busy'));
    expect(await attempts()).toBe(1);
  });

  it('rings once when it took the call and its answer was lost', async () => {
    await sandbox.script({ match: florida, call: { result: 'busy', afterMs: 0 } });
    await sandbox.script({ match: 'exchange', provider: { down: true, lost: true, times: 1 } });
    const { place, call, events } = await floor();
    await expect(place()).rejects.toBeInstanceOf(ExchangeDown);
    await eventually(async () => expect((await call()).status).toBe('busy'));
    await place();
    expect(await events('call.ended')).toHaveLength(1);
  });

  it('is down when nobody listens there', async () => {
    const { place } = await floor();
    vi.stubEnv('SANDBOX_URL', 'http://127.0.0.1:1');
    await expect(place()).rejects.toBeInstanceOf(ExchangeDown);
    vi.stubEnv('SANDBOX_URL', sandbox.origin);
  });
});

describe('what the exchange tells', () => {
  /** A call of which the test alone tells. */
  async function silent() {
    const one = await floor();
    deaf = true;
    await one.place();
    return one;
  }

  it('is taken only with the line’s signature, now, and for its own calls', async () => {
    const { tell, call } = await silent();
    const other = await silent();
    const ringing = { event: 'ringing' };
    expect((await tell(ringing, { secret: 'another' })).status).toBe(401);
    expect((await tell(ringing, { timestamp: String(clock.seconds() - 301) })).status).toBe(401);
    expect((await tell(ringing, { timestamp: 'now' })).status).toBe(401);
    expect((await tell(ringing, { key: 'tel_1_guessed' })).status).toBe(404);
    expect((await tell(ringing, { key: 'tel_x' })).status).toBe(404);
    expect((await tell({ ...ringing, callId: other.id })).status).toBe(404);
    expect((await tell({ event: 'hangup' })).status).toBe(400);
    expect((await call()).status).toBe('queued');
    expect((await tell(ringing)).status).toBe(200);
    expect((await call()).status).toBe('ringing');
  });

  it('changes nothing twice or late, and an end that comes first is the end', async () => {
    const { tell, call, events, forward } = await silent();
    await forward(70);
    const end = { event: 'ended', result: 'answered', talkSeconds: 60 };
    expect((await tell(end)).body).toEqual({ status: 'completed' });
    const { version } = await call();
    for (const late of [
      end,
      { event: 'answered', by: 'human' },
      { event: 'ringing' },
      { event: 'ended', result: 'busy' },
    ])
      expect((await tell(late)).body).toEqual({ status: 'completed' });
    expect(await call()).toMatchObject({ version, talkSeconds: 60 });
    const { answeredAt, endedAt } = await call();
    expect(Date.parse(endedAt!) - Date.parse(answeredAt!)).toBe(60_000);
    expect(await events('call.ended')).toHaveLength(1);
  });

  it('may come many times at one instant', async () => {
    const { tell, call, events } = await silent();
    const end = { event: 'ended', result: 'no-answer' };
    const told = await Promise.all([
      tell({ event: 'ringing' }),
      ...Array.from({ length: 5 }, () => tell(end)),
    ]);
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await call()).status).toBe('no-answer');
    expect(await events('call.ended')).toHaveLength(1);
  });

  it('is refused as busy while the table takes no more, and taken when it comes again', async () => {
    const { tell, signed, call, events } = await silent();
    const end = { event: 'ended', result: 'answered', talkSeconds: 60 };
    const send = await signed(end);
    const table = mockClient(DynamoDBDocumentClient);
    onTestFinished(() => table.restore());
    table.rejects(Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' }));
    expect(await send()).toMatchObject({ status: 503, body: { code: 'busy' } });
    table.restore();
    expect((await call()).status).toBe('queued');
    expect((await tell(end)).body).toEqual({ status: 'completed' });
    expect(await events('call.ended')).toHaveLength(1);
  });

  it('is taken once where the table was so slow that the exchange heard no answer', async () => {
    const { tell, call, events } = await silent();
    const end = { event: 'ended', result: 'answered', talkSeconds: 0 };
    const { send } = client;
    const slow = vi.spyOn(client, 'send').mockImplementation((async (command: { input: object }) => {
      const answer = await (send as (command: object) => Promise<unknown>).call(client, command);
      if ('TransactItems' in command.input) throw new Error('The function was ended before it could answer.');
      return answer;
    }) as never);
    onTestFinished(() => slow.mockRestore());
    expect((await tell(end)).status).toBe(500);
    slow.mockRestore();
    const { version } = await call();
    expect((await tell(end)).body).toEqual({ status: 'completed' });
    expect((await call()).version).toBe(version);
    expect(await events('call.ended')).toHaveLength(1);
  });

  it('is not taken for a call that the exchange did not make', async () => {
    const { tell, agent } = await silent();
    const { body } = await agent.call(api.calls.create, { phone: '+13055550124', start: true });
    expect((await tell({ event: 'ringing', callId: body.id })).status).toBe(404);
  });
});

describe('a call whose end was never told', () => {
  it('is asked about', async () => {
    await sandbox.script({ match: florida, call: { result: 'answered', afterMs: 0, talkSeconds: 10 } });
    const { place, call, forward, inTenant, atExchange } = await floor();
    const settle = () => inTenant(() => sweepDue({ call: callWork }));
    deaf = true;
    await place();
    await eventually(async () => expect((await atExchange()).body).toMatchObject({ state: 'answered' }));
    await forward(60);
    await eventually(async () => expect((await atExchange()).body).toMatchObject({ state: 'ended' }));
    await settle();
    expect((await call()).status).toBe('queued');
    await forward(300);
    await eventually(async () => {
      await settle();
      expect(await call()).toMatchObject({ status: 'completed', talkSeconds: 10 });
    });
  });

  it('is given up after four hours when the exchange has never had it', async () => {
    await sandbox.script({ match: 'exchange', provider: { down: true } });
    const { place, call, forward, inTenant, events } = await floor();
    const settle = () => inTenant(() => sweepDue({ call: callWork }));
    await expect(place()).rejects.toBeInstanceOf(ExchangeDown);
    await forward(4 * 3_600);
    await settle();
    expect((await call()).status).toBe('queued');
    await forward(400);
    await eventually(async () => {
      await settle();
      expect((await call()).status).toBe('failed');
    });
    expect((await events('call.ended')).map(({ data }) => data)).toMatchObject([
      { source: { kind: 'journey' }, result: 'failed' },
    ]);
  });
});
