import { beforeAll, describe, expect, it } from 'vitest';
import { agentSignedIn, queuesOfExchange, setStatusOf } from '#functions/agentStatus/api.ts';
import { floorOfSigns } from '#functions/content/publications/live-data.ts';
import { publishNow } from '#functions/content/publications/snapshot.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { newElement } from '#shared/scene/registry.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { withExchange } from '#tests/support/test-exchange.ts';
import { queuesOfAgents } from './of-agents.ts';
import { signFloorNow } from './sign-floor.ts';
import { hearQueueEvent } from './stats.ts';

const { content, pbx, calls } = api;
withExchange();
beforeAll(() => {
  queuesOfExchange.register(queuesOfAgents);
  floorOfSigns.register(signFloorNow);
});

let count = 0;

/** A workspace where one agent is signed in and one is not, a call goes on, and a caller waits. */
async function office() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  await tenant.user('agent', { username: 'zoe' });
  const queue = await admin.call(pbx.createQueue, { number: '600', name: 'Sales', members: [] });
  await agent.call(calls.create, { direction: 'inbound', phone: '+13055550145', start: true });
  const queueId = queue.body.id;
  const ago = (seconds: number) => new Date(clock.now() - seconds * 1000).toISOString();
  const heard = (callId: string, seq: number, seconds: number, more: object = {}) =>
    hearQueueEvent({
      event: 'queue-joined',
      queueId,
      callId,
      seq,
      at: ago(seconds),
      ...more,
    } as never);
  const waiting = ago(25);
  await asSystem(tenant.id, 'test', async () => {
    await agentSignedIn(tenant.agent.userId);
    await heard('cal_a', 1, 700);
    await heard('cal_a', 2, 690, { event: 'queue-left', queueExit: 'answered', waitSeconds: 10 });
    await heard('cal_b', 1, 600);
    await heard('cal_b', 2, 500, { event: 'queue-left', queueExit: 'abandoned', waitSeconds: 100 });
    await hearQueueEvent({ event: 'queue-joined', queueId, callId: 'cal_c', seq: 1, at: waiting } as never);
  });

  /** Publishes a sign with these elements, and asks for its floor as a visitor. */
  const floorOf = async (...shown: { type?: string; properties?: JsonMap }[]) => {
    const elements = shown.map(({ type = 'live_floor', properties = {} }) => {
      const id = `elm_floor_${process.pid}_${count++}`;
      const { version: _, ...element } = newElement(type, { id, x: 0, y: 0, layerOrder: count });
      return { ...element, properties: { ...element.properties, ...properties } };
    });
    const { id } = (await agent.call(content.create, { name: 'Wall', elements })).body;
    await asSystem(tenant.id, 'test', () => publishNow(id));
    const { publicId } = (await agent.call(content.get, { id })).body;
    return anybody(tenant.address).call(content.publicFloor, { publicId: publicId! });
  };
  return { tenant, agent, floorOf, waiting };
}

describe('the floor of a published sign', () => {
  it('has agents by state, calls, waiting callers and the service level; no name and nobody who is signed out', async () => {
    const { floorOf, waiting } = await office();
    const { status, body, headers } = await floorOf({});
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      signedIn: 1,
      calls: 1,
      waiting: { count: 1, since: waiting },
      serviceLevel: 0.5,
    });
    expect(body.states!.map(({ state, count }) => [state, count])).toEqual([
      ['onCall', 0],
      ['available', 1],
      ['wrapUp', 0],
      ['away', 0],
    ]);
    expect(body.agents).toHaveLength(1);
    expect(Object.keys(body.agents![0]!).sort()).toEqual(['color', 'label', 'since', 'state']);
  });

  it('names agents where one of its elements does, and carries nothing that none of them shows', async () => {
    const { floorOf, tenant } = await office();
    const off = { showStates: false, showAgents: false, showWaiting: false, showServiceLevel: false };
    const { body } = await floorOf({ properties: off }, { type: 'text' });
    expect(Object.keys(body).sort()).toEqual(['at', 'calls', 'signedIn']);
    const hidden = await floorOf({ properties: { ...off, showNames: true } });
    expect(hidden.body).not.toHaveProperty('agents');
    await asSystem(tenant.id, 'test', () => setStatusOf(tenant.agent.userId, 'lunch', 'self'));
    const named = await floorOf(
      { properties: off },
      { properties: { ...off, showAgents: true, showNames: true } },
    );
    expect(named.body.agents).toMatchObject([{ state: 'away', label: 'Lunch', name: expect.any(String) }]);
  });

  it('is told to no sign without a live floor, and to nobody who guesses', async () => {
    const { floorOf, tenant } = await office();
    expect((await floorOf({ type: 'text' })).status).toBe(404);
    const guess = { publicId: `pub_${tenant.id}_guessedguessed12` };
    expect((await anybody(tenant.address).call(content.publicFloor, guess)).status).toBe(404);
  });

  it('is that of its own workspace', async () => {
    const { floorOf } = await office();
    const other = await office();
    await asSystem(other.tenant.id, 'test', () => agentSignedIn(other.tenant.admin.userId));
    expect((await floorOf({})).body.signedIn).toBe(1);
    expect((await other.floorOf({})).body.signedIn).toBe(2);
  });
});
