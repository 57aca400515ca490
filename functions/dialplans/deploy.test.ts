import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commit } from '#functions/kernel/table.ts';
import { exchangePushWork, markWrites } from '#functions/pbx/api.ts';
import { giveSound } from '#functions/recordings/sounds.ts';
import { speechId } from '#functions/recordings/speech.ts';
import { charactersSince } from '#functions/recordings/store.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import type { Call } from '#shared/model/call.ts';
import {
  smallPlan as drawing,
  planEdge as edge,
  planNode as node,
  withPlanExchange,
} from '#tests/support/deployed-plan.ts';
import { deploymentOf, deploymentWrites } from './deployment-store.ts';
import { hearPlanEvent } from './hear.ts';

/* A plan on its way to an exchange, and what the exchange tells of its callers. */

const { dialplans, dids, pbx } = api;
const { exchange, workspace } = withPlanExchange();
const number = '+13055550177';

describe('deploying a dial plan', () => {
  it('has the exchange serve what is saved, and tells when the drawing has changed since', async () => {
    const { deploy, redraw, get, onExchange, agent, id } = await workspace();
    expect((await agent.call(dialplans.deploy, { id })).status).toBe(403);
    const { status, body } = await deploy();
    expect([status, body]).toMatchObject([200, { isActive: true, deployedVersion: 1 }]);
    const first = onExchange();
    await redraw('busy');
    expect(await get()).toMatchObject({ version: 2, deployedVersion: 1 });
    expect(onExchange()).toBe(first);
    expect((await deploy()).body).toMatchObject({ version: 2, deployedVersion: 2 });
    expect(onExchange()).not.toBe(first);
  });

  it('is refused with what is wrong, and nothing is told to the exchange', async () => {
    const { admin, id, deploy, onExchange } = await workspace();
    await admin.call(dialplans.update, {
      id,
      config: { nodes: [node('start', 'start')], edges: [] },
    } as never);
    const { status, body } = await deploy();
    expect([status, body.code, body.error]).toEqual([409, 'invalid', 'Nothing follows the start.']);
    expect(onExchange()).toBeUndefined();
  });

  it('leaves the old text serving where the exchange refuses the new one, with its sentence', async () => {
    const { deploy, redraw, get, onExchange } = await workspace();
    await deploy();
    const old = onExchange();
    await redraw('busy');
    exchange.refusesPlans = true;
    const { status, body } = await deploy();
    expect([status, body.code, body.error]).toEqual([409, 'not_deployed', 'Asterisk does not run it.']);
    expect(await get()).toMatchObject({ isActive: true, deployedVersion: 1 });
    expect(onExchange()).toBe(old);
  });

  it('leaves the old text serving where the link is cut, also when the exchange has taken the new one', async () => {
    const { deploy, redraw, get, onExchange, inTenant, id } = await workspace();
    await deploy();
    const old = onExchange();
    await redraw('busy');
    exchange.losesAnswers = true;
    const { status, body } = await deploy();
    exchange.losesAnswers = false;
    expect([status, body.code]).toEqual([503, 'exchange_down']);
    expect(onExchange()).not.toBe(old);
    expect(await get()).toMatchObject({ isActive: true, deployedVersion: 1 });
    // The minute's sweep.
    await inTenant(() => exchangePushWork.look(`plan:${id}`));
    expect(onExchange()).toBe(old);
  });

  it('is carried on by the sweep where whoever began it was killed', async () => {
    const { get, onExchange, inTenant, id } = await workspace();
    const sha256 = 'a'.repeat(64);
    // What the call has written down when it is killed.
    await inTenant(async () => {
      const pending = {
        sha256,
        planVersion: 1,
        at: new Date().toISOString(),
        recordingIds: [],
        jumpsTo: [],
        goesOnIn: [],
      };
      const marked = markWrites([{ kind: 'plan', name: id }]);
      await commit(...deploymentWrites(await deploymentOf(id), { pending }), marked);
    });
    expect((await get()).isActive).toBe(false);
    expect(onExchange()).toBeUndefined();
    await inTenant(() => exchangePushWork.look(`plan:${id}`));
    expect(await get()).toMatchObject({ isActive: true, deployedVersion: 1 });
    expect(onExchange()).toBe(sha256);
  });
});

describe('a dial plan with texts', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await TestSandbox.open();
  });
  afterAll(() => sandbox.close());
  beforeEach(() => {
    vi.stubEnv('SANDBOX_URL', sandbox.origin);
  });
  afterEach(() => {
    vi.stubEnv('SANDBOX_URL', undefined);
  });

  it('has them read once each, and plays them as recordings', async () => {
    const at = await workspace();
    const { admin, id, deploy, inTenant } = at;
    const text = `Welcome to workspace ${at.tenant.id}.`;
    const menu = await admin.call(api.ivr.create, { name: 'Main', prompt: 'Press 1.', invalidPrompt: text });
    expect(menu.status, JSON.stringify(menu.body)).toBe(201);
    const hears = (nodeId: string, said: string) => node(nodeId, 'playback', { type: 'tts', text: said });
    const config = {
      nodes: [
        node('start', 'start'),
        hears('a', text),
        hears('b', text),
        node('m', 'ivr', { ivrId: menu.body.id }),
      ],
      edges: [edge('start', 'a'), edge('a', 'b'), edge('b', 'm')],
    };
    expect((await admin.call(dialplans.update, { id, config } as never)).status).toBe(200);
    const { status, body } = await deploy();
    expect([status, body]).toMatchObject([200, { isActive: true }]);
    const sounds = () => [...exchange.sounds.keys()].filter((key) => key.startsWith(`${at.tenant.id}/`));
    const ids = [speechId({ text, voice: 'Joanna' }), speechId({ text: 'Press 1.', voice: 'Joanna' })];
    expect(sounds().toSorted()).toEqual(ids.map((one) => `${at.tenant.id}/${one}`).toSorted());
    const charged = async () => (await inTenant(() => charactersSince('polly', '2000-01-01')))[0]?.characters;
    const once = text.length + 'Press 1.'.length;
    expect(await charged()).toBe(once);
    // Deployed again they are there, also with another way through.
    const moved = { ...config, edges: [edge('start', 'b'), edge('b', 'a'), edge('a', 'm')] };
    expect((await admin.call(dialplans.update, { id, config: moved } as never)).status).toBe(200);
    expect((await deploy()).status).toBe(200);
    expect(await charged()).toBe(once);
    const compiled = (await admin.call(dialplans.preview, { id })).body;
    expect(JSON.stringify(compiled)).not.toContain('Welcome');
  });

  it('is not deployed where the voice refuses them, with its sentence', async () => {
    const { admin, id, deploy, onExchange } = await workspace();
    vi.stubEnv('SANDBOX_URL', 'http://127.0.0.1:9');
    const config = {
      nodes: [node('start', 'start'), node('a', 'playback', { type: 'tts', text: 'Nobody reads this.' })],
      edges: [edge('start', 'a')],
    };
    await admin.call(dialplans.update, { id, config } as never);
    const { status, body } = await deploy();
    expect([status, body.error]).toEqual([502, expect.stringContaining('Amazon Polly')]);
    expect(onExchange()).toBeUndefined();
  });
});

describe('a dial plan that plays recordings', () => {
  const playing = (recordingId: string, ivrId: string) => ({
    nodes: [
      node('start', 'start'),
      node('hello', 'playback', { type: 'recording', recordingId }),
      node('menu', 'ivr', { ivrId }),
    ],
    edges: [edge('start', 'hello'), edge('hello', 'menu')],
  });

  /** A plan that plays a recording and a menu with another one, each with a sound. */
  async function withRecordings() {
    const at = await workspace();
    const { admin, id } = at;
    const recorded = async (name: string) => {
      const made = await admin.call(api.recordings.create, { name });
      const sound = { rate: 8_000, samples: new Float64Array(8_000).fill(0.1) };
      await at.inTenant(() => giveSound(made.body.id, sound, { type: 'upload', text: '', voice: '' }));
      return made.body.id;
    };
    const [hello, choices] = [await recorded('Hello'), await recorded('Choices')];
    const menu = await admin.call(api.ivr.create, {
      name: 'Main',
      promptType: 'recording',
      recordingId: choices,
    });
    expect(menu.status, JSON.stringify(menu.body)).toBe(201);
    const draw = (config: object) => admin.call(dialplans.update, { id, config } as never);
    expect((await draw(playing(hello, menu.body.id))).status).toBe(200);
    const sounds = () =>
      [...exchange.sounds.keys()].flatMap((key) =>
        key.startsWith(`${at.tenant.id}/`) ? [key.split('/')[1]] : [],
      );
    return { ...at, hello, choices, menuId: menu.body.id, draw, sounds };
  }

  it('brings them to the exchange before the plan, and keeps them from being removed while it serves', async () => {
    const { admin, id, hello, choices, menuId, draw, deploy, sounds } = await withRecordings();
    exchange.told.length = 0;
    const { status, body } = await deploy();
    expect([status, body]).toMatchObject([200, { isActive: true }]);
    expect(sounds().toSorted()).toEqual([hello, choices].toSorted());
    expect(exchange.told.filter((kind) => kind !== 'account')).toEqual(['sounds', 'sounds', 'plans']);
    expect((await admin.call(api.recordings.get, { id: choices })).body).toMatchObject({
      asterisk: { deployed: true },
      usedBy: [
        { kind: 'plan', id },
        { kind: 'menu', id: menuId },
      ],
    });
    // The drawing plays nothing any more; the text that takes calls does.
    await draw(drawing('normal'));
    const refused = await admin.call(api.recordings.remove, { id: hello });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'recording_in_use' }]);
    await deploy();
    expect((await admin.call(api.recordings.remove, { id: hello })).status).toBe(200);
  });

  it('is not deployed where one cannot be brought, and the plan before goes on', async () => {
    const { draw, deploy, onExchange, get, hello, menuId } = await withRecordings();
    await draw(drawing('normal'));
    await deploy();
    const old = onExchange();
    await draw(playing(hello, menuId));
    exchange.refusesSounds = true;
    const { status, body } = await deploy();
    exchange.refusesSounds = false;
    expect([status, body.code, body.error]).toEqual([
      409,
      'not_deployed',
      expect.stringMatching(
        /^The recording “(Hello|Choices)” could not be brought to the exchange: The disk is full\.$/,
      ),
    ]);
    expect(onExchange()).toBe(old);
    expect(await get()).toMatchObject({ isActive: true });
  });

  it('is refused while one has no sound, and counts who heard one once', async () => {
    const { admin, id, hello, menuId, draw, deploy, inTenant } = await withRecordings();
    const silent = await admin.call(api.recordings.create, { name: 'Silent' });
    await draw(playing(silent.body.id, menuId));
    const refused = await deploy();
    expect([refused.status, refused.body.error]).toEqual([409, 'The recording “Silent” has no sound yet.']);
    const left = { event: 'plan-node', planId: id, nodeId: 'hello', way: 'next', seq: 3 } as const;
    const told = { ...left, recordingId: hello, nodeMs: 900, at: new Date().toISOString(), talkSeconds: 0 };
    for (let twice = 0; twice < 2; twice++)
      await inTenant(() => hearPlanEvent({ id: 'cal_heard' } as Call, told));
    const { body } = await admin.call(api.recordings.analytics, { id: hello });
    expect(body).toMatchObject({ plays: 1, averageListenMs: 900, byPlan: [{ planId: id, plays: 1 }] });
  });
});

describe('numbers that ring a dial plan', () => {
  it('ring it while it is deployed, and before and after that what they rang before', async () => {
    const { admin, deploy, id, target, onExchange, get } = await workspace(number);
    const queue = await admin.call(pbx.createQueue, { number: '600', name: 'Sales' });
    const route = { kind: 'queue', queueId: queue.body.id } as const;
    const did = await admin.call(dids.create, { phoneNumber: number, route });
    const toPlan = { id: did.body.id, route: { kind: 'plan', planId: id } } as const;
    expect((await admin.call(dids.update, toPlan)).body).toMatchObject({ routeName: 'Main line' });
    expect(target()).toEqual({ queueId: queue.body.id });
    await deploy();
    expect(target()).toEqual({ planId: id });
    expect((await admin.call(dialplans.remove, { id })).body).toMatchObject({
      error: 'Deactivate it first.',
      code: 'deployed',
    });
    const { status, body } = await admin.call(dialplans.deactivate, { id });
    expect([status, body]).toMatchObject([200, { isActive: false, deployedAt: null }]);
    expect([target(), onExchange()]).toEqual([{ queueId: queue.body.id }, undefined]);
    const refused = await admin.call(dialplans.remove, { id });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'plan_in_use', details: { numbers: [number] } },
    ]);
    await admin.call(dids.update, { id: did.body.id, route });
    expect((await admin.call(dialplans.remove, { id })).status).toBe(200);
    expect((await get()) as unknown).toMatchObject({ error: 'The dial plan was not found.' });
  });
});

describe('the stats of a dial plan', () => {
  it('say nothing before the first call, and count what is told twice once', async () => {
    const { admin, id, inTenant } = await workspace();
    await admin.call(dialplans.update, { id, goalNodeId: 'end' });
    const stats = async () => (await admin.call(dialplans.stats, { id })).body;
    expect(await stats()).toMatchObject({
      calls: 0,
      averageSeconds: null,
      success: { nodeId: 'end', callers: 0, rate: null },
      nodes: [],
      edges: [],
    });
    const tell = (callId: string, seq: number, more: object) =>
      inTenant(() =>
        hearPlanEvent(
          { id: callId } as Call,
          {
            event: 'plan-node',
            planId: id,
            seq,
            at: new Date().toISOString(),
            talkSeconds: 0,
            ...more,
          } as ExchangeEvent,
        ),
      );
    for (let twice = 0; twice < 2; twice++) {
      await tell('cal_one', 2, { nodeId: 'start', way: 'next', nodeMs: 1_000 });
      await tell('cal_one', 3, { nodeId: 'end', nodeMs: 2_000 });
      await tell('cal_two', 2, { nodeId: 'start', nodeMs: 4_000 });
    }
    expect(await stats()).toMatchObject({
      calls: 2,
      averageSeconds: 3.5,
      success: { nodeId: 'end', callers: 1, rate: 0.5 },
      edges: [{ nodeId: 'start', way: 'next', visits: 1 }],
    });
    expect((await stats()).nodes.toSorted((a, b) => a.nodeId.localeCompare(b.nodeId))).toEqual([
      { nodeId: 'end', callers: 1, visits: 1, ended: 1, averageSeconds: 2 },
      { nodeId: 'start', callers: 2, visits: 2, ended: 1, averageSeconds: 2.5 },
    ]);
  });

  it.each([
    [{ startDate: '2026-11-26', endDate: '2026-11-25' }, 'The end is before the start.'],
    [{ startDate: '2024-01-01', endDate: '2026-11-25' }, 'At most 366 days at once.'],
    [{ startDate: 'yesterday' }, 'Please give a date as 2026-11-25.'],
  ])('are refused for %j', async (range, sentence) => {
    const { admin, id } = await workspace();
    const { status, body } = await admin.call(dialplans.stats, { id, ...range });
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it('a question is answered by the caller’s lead as it is now', async () => {
    const { admin, inTenant, id } = await workspace();
    const lead = await admin.call(api.leads.create, {
      firstName: 'Vera',
      phones: ['+13055550188'],
      tags: ['vip'],
    });
    const asked = (leadId: string | null, tags: string[]) =>
      inTenant(() =>
        hearPlanEvent(
          { id: 'cal_ask', leadId, from: '', to: '' } as unknown as Call,
          {
            event: 'plan-asks',
            planId: id,
            nodeId: 'vip',
            condition: { type: 'leadTag', tags },
            at: new Date().toISOString(),
          } as ExchangeEvent,
        ),
      );
    expect(await asked(lead.body.id, ['vip'])).toEqual({ way: 'true' });
    expect(await asked(lead.body.id, ['cold'])).toEqual({ way: 'false' });
    expect(await asked(null, ['vip'])).toEqual({ way: 'false' });
  });
});
