import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { send } from '#functions/kernel/queue.ts';
import { createSandbox, type Sandbox } from '#infra/sandbox/index.ts';
import { api } from '#shared/api/index.ts';
import { sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { setQueue } from '#tests/support/queue.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { displayWork, signagePlansWork } from './reconcile.ts';
import { handler } from './worker.ts';

/* Against the real sandbox over HTTP, in the vendor's wire format. */

const { content, signage } = api;
const dir = mkdtempSync(join(tmpdir(), 'dealbell-signage-'));
let sandbox: Sandbox;
let server: Server;
let origin: string;
/** When set, the provider answers nothing but this status. */
let broken: number | undefined;

beforeAll(async () => {
  sandbox = createSandbox({ dir, publicOrigin: 'http://localhost:3000' });
  server = createServer((request, response) => {
    if (broken) response.writeHead(broken).end();
    else void sandbox.handle(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  process.env.SANDBOX_URL = origin;
});

afterAll(() => {
  delete process.env.SANDBOX_URL;
  server.close();
  sandbox.close();
  rmSync(dir, { recursive: true });
});

async function office() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const { displays } = (await agent.call(signage.displays)).body;
  const project = async (name: string) => (await agent.call(content.create, { name })).body;
  const publish = (id: string, options: object = {}) =>
    agent.call(content.publish, { id, displayIds: [displays[0]!.id], ...options });
  /** What a person sees who stands before the first display: the page it loads. */
  const seen = async (): Promise<string | null> => {
    const answer = await fetch(`${origin}/display/${displays[0]!.id}/state`);
    return ((await answer.json()) as { name: string | null }).name;
  };
  const lookAgain = () =>
    asSystem(tenant.id, 'test', () => sweepDue({ display: displayWork, signagePlans: signagePlansWork }));
  return { tenant, agent, admin: as(tenant.admin), displays, project, publish, seen, lookAgain };
}

describe('displays', () => {
  it('come from the provider, and are online while somebody looks at their page', async () => {
    const { agent, displays, seen } = await office();
    expect(displays.map(({ name }) => name)).toEqual(['Sales floor', 'Lobby', 'Break room']);
    expect(displays[0]).toMatchObject({ status: 'offline', lastSeen: null, nowShowing: null });
    await seen();
    const again = (await agent.call(signage.displays)).body.displays[0]!;
    expect(again.status).toBe('online');
    expect(again.lastSeen).not.toBeNull();
  });

  it('are shown as last known, and said to be, while the provider does not answer', async () => {
    const { agent } = await office();
    broken = 503;
    try {
      const { status, body } = await agent.call(signage.displays);
      expect(status).toBe(200);
      expect(body).toMatchObject({ stale: true, provider: 'sandbox' });
      expect(body.displays).toHaveLength(3);
    } finally {
      broken = undefined;
    }
  });

  it("are not another tenant's", async () => {
    const [one, other] = [await office(), await office()];
    const ids = new Set(one.displays.map(({ id }) => id));
    expect(other.displays.some(({ id }) => ids.has(id))).toBe(false);
    const { id } = await one.project('Intruder');
    const answer = await one.publish(id, { displayIds: [other.displays[0]!.id] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'unknown_reference' } });
    expect(await other.seen()).toBeNull();
  });
});

describe('publishing', () => {
  it('shows a project, says where, and gives it a public address', async () => {
    const { agent, project, publish, seen } = await office();
    const { id } = await project('Deal closed');
    const { status, body } = await publish(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: 'New content update', summary: { successfulTakeovers: 1 } });
    expect(body.export.id).toMatch(/^exp_/);
    expect(await seen()).toBe('Deal closed');
    const publication = (await agent.call(content.publication, { id })).body;
    expect(publication).toMatchObject({ status: 'published', version: 1, publicUrl: body.asset.publicUrl });
    expect(publication.displays.map(({ name }) => name)).toEqual(['Sales floor']);
    expect((await agent.call(content.get, { id })).body.status).toBe('published');
  });

  it('restores what was shown when the duration ends', async () => {
    const time = timeTravel();
    const { project, publish, seen, lookAgain } = await office();
    const first = await project('Leaderboard');
    const second = await project('Celebration');
    await publish(first.id);
    await publish(second.id, { duration: 1 });
    expect(await seen()).toBe('Celebration');
    time.forward({ seconds: 59 });
    await lookAgain();
    expect(await seen()).toBe('Celebration');
    time.forward({ seconds: 2 });
    await eventually(async () => {
      await lookAgain();
      expect(await seen()).toBe('Leaderboard');
    });
  });

  it('ends a takeover in its very moment, by a message that comes up to a second before', async () => {
    const time = timeTravel();
    const { tenant, agent, project, publish, seen } = await office();
    await publish((await project('Leaderboard')).id);
    await publish((await project('Celebration')).id, { duration: 1 });
    const [floor] = (await agent.call(signage.displays)).body.displays;
    const endsAt = Date.parse(floor!.takeoverEndsAt!);
    const queue = await setQueue('SIGNAGE');
    const message = { displayIds: [floor!.id], at: endsAt };
    await asSystem(tenant.id, 'test', () => send('SIGNAGE', tenant.id, message));
    time.forward({ seconds: (endsAt - clock.now()) / 1000 - 0.6 });
    expect(await seen()).toBe('Celebration');
    expect(await queue.work(handler)).toBe(1);
    expect(await seen()).toBe('Leaderboard');
    expect(clock.now() - endsAt).toBeLessThan(1_000);
  });

  it('lets an emergency stay on top, and says so to who publishes after it', async () => {
    const { project, publish, seen } = await office();
    const [alarm, deal] = [await project('Fire drill'), await project('Deal')];
    await publish(alarm.id, { priority: 'EMERGENCY' });
    const { body } = await publish(deal.id);
    expect(body.summary).toMatchObject({ successfulTakeovers: 0, failedTakeovers: 1 });
    expect(body.summary.results[0]!.reason).toContain('Fire drill');
    expect(await seen()).toBe('Fire drill');
  });

  it('goes back to what a display showed before when it is unpublished', async () => {
    const { agent, project, publish, seen } = await office();
    const [first, second] = [await project('First'), await project('Second')];
    await publish(first.id);
    await publish(second.id);
    await agent.call(content.unpublish, { id: second.id });
    expect(await seen()).toBe('First');
    await agent.call(content.unpublish, { id: first.id });
    expect(await seen()).toBeNull();
    expect((await agent.call(content.publication, { id: first.id })).body.status).toBe('not_published');
  });

  it('repeats a push that the provider refused, until it is taken', async () => {
    const time = timeTravel();
    const { agent, project, publish, seen, lookAgain } = await office();
    const [first, second] = [await project('Before'), await project('Over it')];
    await publish(first.id);
    await publish(second.id);
    broken = 500;
    await agent.call(content.unpublish, { id: second.id });
    broken = undefined;
    expect(await seen()).toBe('Over it');
    time.forward({ seconds: 61 });
    // What is due is found by an index, which tells some milliseconds late.
    await eventually(async () => {
      await lookAgain();
      expect(await seen()).toBe('Before');
    });
  });

  it('tells why when the provider refuses', async () => {
    const { agent, project, publish } = await office();
    const { id } = await project('Deal');
    broken = 401;
    try {
      const { status, body } = await publish(id);
      expect(status).toBe(502);
      expect(body.error).toBe('OptiSigns did not take the request: the API key was refused.');
    } finally {
      broken = undefined;
    }
    expect((await agent.call(content.publication, { id })).body).toMatchObject({ status: 'failed' });
  });

  it('serves anybody the published version, and later edits only when published again', async () => {
    const { agent, project, publish } = await office();
    const { id } = await project('Lobby');
    const { body } = await publish(id);
    const publicId = new URL(body.asset.publicUrl).pathname.split('/').at(-1)!;
    await agent.call(content.update, { id, name: 'Lobby, new' });
    const visitor = anybody();
    const shown = await visitor.call(content.publicContent, { publicId });
    expect(shown.headers['cache-control']).toMatch(/max-age=300.*stale-if-error/);
    expect(shown.body).toMatchObject({ name: 'Lobby', version: 1 });
    await publish(id);
    expect((await visitor.call(content.publicContent, { publicId })).body).toMatchObject({
      name: 'Lobby, new',
      version: 2,
    });
    await agent.call(content.unpublish, { id });
    expect((await visitor.call(content.publicContent, { publicId })).status).toBe(404);
    expect((await visitor.call(content.publicContent, { publicId: 'pub_1_guessed' })).status).toBe(404);
  });
});

describe('the connection', () => {
  it('never tells the key, only whether one is set', async () => {
    const { admin, agent } = await office();
    const apiKey = 'opti-key-that-must-not-be-seen';
    const { body } = await admin.call(signage.setConfig, { apiKey, teamId: '7' });
    expect(body).toMatchObject({ provider: 'optisigns', apiKeySet: true, teamId: '7' });
    expect(JSON.stringify((await admin.call(signage.config)).body)).not.toContain(apiKey);
    expect((await agent.call(signage.config)).status).toBe(403);
    const kept = await admin.call(signage.setConfig, { teamId: '8' });
    expect(kept.body).toMatchObject({ apiKeySet: true, teamId: '8' });
    const removed = await admin.call(signage.setConfig, { apiKey: null });
    expect(removed.body).toMatchObject({ provider: 'sandbox', apiKeySet: false });
  });
});
