import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { createSandbox, type Sandbox } from '#infra/sandbox/index.ts';
import { api } from '#shared/api/index.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { displayWork, signagePlansWork } from './reconcile.ts';

/* Playlists, schedules and emergencies against the real sandbox over HTTP, in the vendor's wire format. */

const { content, signage } = api;
const dir = mkdtempSync(join(tmpdir(), 'dealbell-plans-'));
let sandbox: Sandbox;
let server: Server;
let origin: string;
/** When set, the provider answers nothing but this status. */
let broken: number | undefined;
/** When set, the provider takes a push and the connection breaks before it has answered. */
let cutAfterPush = false;
let pushes = 0;

beforeAll(async () => {
  sandbox = createSandbox({ dir, publicOrigin: 'http://localhost:3000' });
  server = createServer(async (request, response) => {
    if (broken) return void response.writeHead(broken).end();
    if (!cutAfterPush) return sandbox.handle(request, response);
    const end = response.end.bind(response);
    response.end = ((body: string) => {
      if (!String(body).includes('pushToScreens')) return end(body);
      pushes++;
      return response.destroy();
    }) as typeof response.end;
    return sandbox.handle(request, response);
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

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const nyMinute = () => localTime('America/New_York', clock.now()).minute;

async function office() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const { displays } = (await agent.call(signage.displays)).body;
  const [floor, lobby] = displays.map(({ id }) => id) as [string, string];
  const project = async (name: string) => (await agent.call(content.create, { name })).body.id;
  const item = (refId: string, seconds = 10) => ({ id: refId, kind: 'project' as const, refId, seconds });
  const playlist = async (name: string, ...refs: string[]) => {
    const { status, body } = await agent.call(signage.createPlaylist, {
      name,
      items: refs.map((ref) => item(ref)),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  /** A window of the display's own day that begins and ends so many minutes from now. */
  const window = (from: number, to: number) => ({
    days: everyDay,
    from: (nyMinute() + from + 1440) % 1440,
    to: (nyMinute() + to) % 1440 || 1440,
  });
  const seen = async (display = floor): Promise<string | null> => {
    const answer = await fetch(`${origin}/display/${display}/state?preview=1`);
    return ((await answer.json()) as { name: string | null }).name;
  };
  const live = async (display = floor) =>
    (await agent.call(signage.displays)).body.displays.find(({ id }) => id === display)!;
  const minute = () =>
    asSystem(tenant.id, 'test', () => sweepDue({ display: displayWork, signagePlans: signagePlansWork }));
  return { tenant, agent, floor, lobby, project, playlist, item, window, seen, live, minute };
}

/** Looks each time the minute's rule has run: what is due is found by an index, which tells a little late. */
const afterMinutes = (run: () => Promise<unknown>, look: () => Promise<void>) =>
  eventually(async () => {
    await run();
    await look();
  });

describe('a default playlist', () => {
  it('publishes its projects, shows on its display, and gives way to what the display had', async () => {
    const begun = clock.now();
    const { agent, floor, lobby, project, playlist, seen, live } = await office();
    const welcome = await project('Welcome');
    const { id, contents } = await playlist('Lobby loop', welcome);
    expect(contents).toMatchObject([{ name: 'Welcome', state: 'ready' }]);
    expect((await agent.call(content.get, { id: welcome })).body.status).toBe('published');
    await agent.call(signage.setDisplay, { displayId: floor, defaultPlaylistId: id });
    expect(await seen()).toBe('Dealbell: Sales floor');
    expect(await seen(lobby)).toBeNull();
    expect(await live()).toMatchObject({ cause: 'default', nowShowing: 'Lobby loop · Welcome' });
    // It began when it was chosen, not at the midnight from which its rounds are counted.
    expect(Date.parse((await live()).nowShowingSince!)).toBeGreaterThan(begun);
    const { status, body } = await agent.call(signage.removePlaylist, { id });
    expect([status, body.error]).toEqual([409, '“Lobby loop” is the default of a display.']);
    await agent.call(signage.setDisplay, { displayId: floor, defaultPlaylistId: null });
    expect(await seen()).toBeNull();
    expect((await agent.call(signage.removePlaylist, { id })).status).toBe(200);
  });

  it('is passed over while none of its projects is published', async () => {
    const { agent, floor, project, playlist, seen } = await office();
    const only = await project('Only');
    const { id } = await playlist('One', only);
    await agent.call(signage.setDisplay, { displayId: floor, defaultPlaylistId: id });
    expect(await seen()).toBe('Dealbell: Sales floor');
    await agent.call(content.unpublish, { id: only });
    expect(await seen()).toBeNull();
    const { contents } = (await agent.call(signage.getPlaylist, { id })).body;
    expect(contents[0]!.state).toBe('missing');
  });

  it('refuses what is no project, image or video, and a stale edit', async () => {
    const { agent, project, playlist, item } = await office();
    const one = await project('One');
    const list = await playlist('List', one);
    const stranger = await agent.call(signage.createPlaylist, { name: 'X', items: [item('prj_nobody')] });
    expect([stranger.status, stranger.body.error]).toEqual([404, 'The project was not found.']);
    const items = [item(one), item(one)];
    const twice = await agent.call(signage.updatePlaylist, { id: list.id, name: 'X', items });
    expect([twice.status, JSON.stringify(twice.body)]).toEqual([400, expect.stringContaining('one id')]);
    await agent.call(signage.updatePlaylist, { id: list.id, name: 'Mine', items: [], version: 1 });
    const stale = await agent.call(signage.updatePlaylist, {
      id: list.id,
      name: 'Other',
      items: [],
      version: 1,
    });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale' } });
  });
});

describe('a schedule', () => {
  it('shows in its window and gives way at its end, on the displays of its group', async () => {
    const time = timeTravel();
    const { agent, floor, lobby, project, playlist, window, seen, live, minute } = await office();
    const list = await playlist('Happy hour', await project('Drinks'));
    const group = (await agent.call(signage.createGroup, { name: 'Ground floor', displayIds: [floor] })).body;
    const { status, body } = await agent.call(signage.createSchedule, {
      name: 'Evening',
      playlistId: list.id,
      groupIds: [group.id],
      rule: window(5, 65),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await seen()).toBeNull();
    expect(await live()).toMatchObject({ cause: 'own', nextName: 'Evening' });
    time.forward({ minutes: 6 });
    await afterMinutes(minute, async () => expect(await seen()).toBe('Dealbell: Sales floor'));
    expect(await live()).toMatchObject({
      cause: 'scheduled',
      nowShowing: 'Happy hour · Drinks',
      nextName: null,
    });
    expect(await seen(lobby)).toBeNull();
    time.forward({ minutes: 61 });
    await afterMinutes(minute, async () => expect(await seen()).toBeNull());
  });

  it('gives way to a takeover, which ends by itself', async () => {
    const time = timeTravel();
    const { agent, floor, project, playlist, window, seen, live, minute } = await office();
    const list = await playlist('Board', await project('Leaderboard'));
    const rule = window(-5, 120);
    await agent.call(signage.createSchedule, { name: 'Day', playlistId: list.id, displayIds: [floor], rule });
    expect(await seen()).toBe('Dealbell: Sales floor');
    const deal = await project('Deal closed');
    await agent.call(content.publish, { id: deal, displayIds: [floor], duration: 1 });
    expect(await seen()).toBe('Deal closed');
    const state = (await (await fetch(`${origin}/display/${floor}/state?preview=1`)).json()) as {
      url: string;
    };
    // The player shows it, so that it ends without a network too.
    expect(state.url).toMatch(/\/s\/dsp_\d+_[\w-]+\?show=lay_/);
    expect(await live()).toMatchObject({ cause: 'takeover', nextName: 'Day' });
    time.forward({ seconds: 61 });
    await afterMinutes(minute, async () => expect(await seen()).toBe('Dealbell: Sales floor'));
  });

  it('is refused without a display, a playlist, or a day', async () => {
    const { agent, floor, playlist, window } = await office();
    const { id: playlistId } = await playlist('List');
    const rule = window(0, 60);
    const make = (more: object) =>
      agent.call(signage.createSchedule, { name: 'S', playlistId, displayIds: [floor], rule, ...more });
    expect((await make({ displayIds: [] })).body.error).toBe('Choose at least one display or group.');
    expect((await make({ playlistId: 'pls_gone' })).body.error).toBe('This playlist is not there any more.');
    expect((await make({ rule: { ...rule, days: [] } })).status).toBe(400);
    expect((await make({ rule: { ...rule, startDate: '2026-05-02', endDate: '2026-05-01' } })).status).toBe(
      400,
    );
  });
});

describe('an emergency', () => {
  it('wins over all on every display until it is ended, and each display has its own back', async () => {
    const { agent, floor, lobby, project, playlist, seen, live } = await office();
    const list = await playlist('Loop', await project('Welcome'));
    await agent.call(signage.setDisplay, { displayId: floor, defaultPlaylistId: list.id });
    const own = await project('Lobby sign');
    await agent.call(content.publish, { id: own, displayIds: [lobby], priority: 'EMERGENCY' });
    const alarm = await project('Leave the building');
    const started = await agent.call(signage.startEmergency, { projectId: alarm, all: true });
    expect(started).toMatchObject({ status: 201, body: { displays: 3, failed: [], endedAt: null } });
    expect([await seen(floor), await seen(lobby)]).toEqual(['Leave the building', 'Leave the building']);
    expect(await live(lobby)).toMatchObject({ cause: 'emergency', priority: 'EMERGENCY' });
    const { body } = await agent.call(content.publish, {
      id: own,
      displayIds: [lobby],
      priority: 'EMERGENCY',
    });
    expect(body.summary.results[0]!.reason).toContain('is an emergency and stays');
    expect(await seen(lobby)).toBe('Leave the building');
    const refused = await agent.call(content.unpublish, { id: alarm });
    expect(refused).toMatchObject({ status: 409, body: { code: 'emergency' } });
    for (let times = 0; times < 2; times++) {
      const ended = await agent.call(signage.endEmergency, { id: started.body.id });
      expect([ended.status, ended.body.endedBy]).toEqual([200, expect.stringMatching(/^usr_/)]);
    }
    expect([await seen(floor), await seen(lobby)]).toEqual(['Dealbell: Sales floor', 'Lobby sign']);
    await eventually(async () => {
      const { active, ended } = (await agent.call(signage.listEmergencies)).body;
      expect([active, ended.map(({ name }) => name)]).toEqual([[], ['Leave the building']]);
    });
  });

  it('of a message shows it on a sign that no list names, and that is gone afterwards', async () => {
    const { agent, lobby, seen } = await office();
    const fields = { message: 'Please leave', displayIds: [lobby], requestId: 'one-message' };
    expect((await agent.call(signage.startEmergency, { ...fields, message: '  ' })).status).toBe(400);
    expect((await agent.call(signage.startEmergency, { displayIds: [lobby] })).status).toBe(400);
    const [started] = await Promise.all([
      agent.call(signage.startEmergency, fields),
      agent.call(signage.startEmergency, fields),
    ]);
    const { id, projectId, name } = started.body;
    expect([started.status, name]).toEqual([201, 'Emergency: Please leave']);
    expect(await seen(lobby)).toBe('Emergency: Please leave');
    const names = async () => (await agent.call(content.list, {})).body.projects.map((one) => one.name);
    const standing = (await agent.call(content.get, { id: projectId })).body;
    expect(standing.elements.map(({ properties }) => properties.text)).toEqual(['Please leave']);
    await eventually(async () => expect(await names()).not.toContain('Emergency: Please leave'));
    await agent.call(signage.endEmergency, { id });
    expect(await seen(lobby)).toBeNull();
    expect((await agent.call(content.get, { id: projectId })).status).toBe(404);
    await eventually(async () => {
      const { active, ended } = (await agent.call(signage.listEmergencies)).body;
      expect([active.length, ended.map((one) => one.name)]).toEqual([0, ['Emergency: Please leave']]);
    });
  });

  it('of a long message has a name that shows that its end is missing', async () => {
    const { agent, lobby } = await office();
    const fields = { message: 'word '.repeat(30), displayIds: [lobby] };
    const { name } = (await agent.call(signage.startEmergency, fields)).body;
    expect(name).toBe(`Emergency: ${'word '.repeat(18).trim()}…`);
  });

  it('sent twice is one, and one that has ended does not start again', async () => {
    const { agent, lobby, project, seen } = await office();
    const fields = { projectId: await project('Alarm'), displayIds: [lobby], requestId: 'one-request' };
    const [one, two] = await Promise.all([
      agent.call(signage.startEmergency, fields),
      agent.call(signage.startEmergency, fields),
    ]);
    const again = await agent.call(signage.startEmergency, fields);
    const ids = [one, two, again].filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    expect((await agent.call(signage.listEmergencies)).body.active).toHaveLength(1);
    expect(await seen(lobby)).toBe('Alarm');
    await agent.call(signage.endEmergency, { id: again.body.id });
    expect(await seen(lobby)).toBeNull();
    expect((await agent.call(signage.startEmergency, fields)).body.code).toBe('ended');
  });

  it('is made good by the next minute where the provider did not answer', async () => {
    const { agent, floor, project, seen, minute } = await office();
    const projectId = await project('Alarm');
    broken = 503;
    const started = await agent.call(signage.startEmergency, { projectId, all: true });
    broken = undefined;
    expect(started.status).toBe(201);
    expect(started.body.failed).toHaveLength(1);
    expect(await seen()).toBeNull();
    await afterMinutes(minute, async () => expect(await seen()).toBe('Alarm'));
    broken = 503;
    await agent.call(signage.endEmergency, { id: started.body.id });
    broken = undefined;
    expect(await seen(floor)).toBe('Alarm');
    await afterMinutes(minute, async () => expect(await seen()).toBeNull());
  });

  it('keeps the own content of a display though the push was cut off before it was noted', async () => {
    const time = timeTravel();
    const { agent, project, seen, minute } = await office();
    cutAfterPush = true;
    const started = await agent.call(signage.startEmergency, {
      projectId: await project('Alarm'),
      all: true,
    });
    cutAfterPush = false;
    expect(pushes).toBeGreaterThan(0);
    // The provider shows it and we do not know: the next look must not take it for the display's own content.
    expect(await seen()).toBe('Alarm');
    time.forward({ minutes: 2 });
    await minute();
    await agent.call(signage.endEmergency, { id: started.body.id });
    expect(await seen()).toBeNull();
  });
});

describe('a player', () => {
  const key = (url: string) => new URL(url).pathname.split('/').at(-1)!;

  it('gets its plan by an address that nobody guesses, and only when it has changed', async () => {
    const { agent, floor, project, playlist, live } = await office();
    const list = await playlist('Loop', await project('Welcome'));
    await agent.call(signage.setDisplay, { displayId: floor, defaultPlaylistId: list.id });
    const { playerUrl, plan } = (await agent.call(signage.displayPlan, { displayId: floor })).body;
    expect(plan).toMatchObject({ name: 'Sales floor', timeZone: 'America/New_York' });
    const visitor = anybody();
    expect((await live()).status).toBe('offline');
    const first = await visitor.call(signage.playerPlan, { key: key(playerUrl), preview: true });
    expect((await live()).status).toBe('offline');
    const again = await visitor.call(signage.playerPlan, { key: key(playerUrl), have: first.body.tag });
    expect([first.status, first.body.plan?.defaultPlaylistId, again.body.plan]).toEqual([200, list.id, null]);
    expect(await live()).toMatchObject({ status: 'online', offlineSince: null });
    expect((await visitor.call(signage.playerPlan, { key: 'dsp_1_guessed' })).status).toBe(404);
  });

  it('reports what it showed; a batch sent twice counts once, and days are those of the display', async () => {
    const { agent, floor, project } = await office();
    const refId = await project('Welcome');
    const { playerUrl } = (await agent.call(signage.displayPlan, { displayId: floor })).body;
    const end = clock.now() - 60_000;
    const at = (seconds: number) => new Date(end + seconds * 1000).toISOString();
    const plays = [
      { refId, name: 'Welcome', cause: 'default' as const, from: at(-30), to: at(-20) },
      { refId, name: 'Welcome', cause: 'default' as const, from: at(-20), to: at(-8) },
    ];
    const send = () =>
      anybody().call(signage.reportPlays, { key: key(playerUrl), batchId: 'batch-0001', plays });
    for (const answer of [await send(), await send()])
      expect([answer.status, answer.body.stored]).toEqual([200, 2]);
    const { totals, displays, until } = (await agent.call(signage.playReport)).body;
    expect(totals).toMatchObject([{ displayId: floor, refId, name: 'Welcome', plays: 2, seconds: 22 }]);
    expect(displays[floor]).toBe('Sales floor');
    const day = localTime('America/New_York', Date.parse(plays[0]!.from)).date;
    expect(totals[0]!.day).toBe(day);
    expect(day <= until).toBe(true);
    expect((await agent.call(signage.dayOfPlays, { displayId: floor, day })).body.plays).toEqual(plays);
  });

  it('is not believed what cannot be', async () => {
    const { agent, floor } = await office();
    const { playerUrl } = (await agent.call(signage.displayPlan, { displayId: floor })).body;
    const at = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
    const send = (from: string, to: string) =>
      anybody().call(signage.reportPlays, {
        key: key(playerUrl),
        batchId: 'batch-0002',
        plays: [{ refId: 'prj_1', name: 'X', cause: 'default', from, to }],
      });
    expect((await send(at(-1), at(-2))).status).toBe(400);
    expect((await send(at(10), at(20))).body.error).toBe('A play lies in the future.');
    expect((await send(at(-60 * 24 * 40), at(-60 * 24 * 40 + 1))).body.error).toContain('older than 35 days');
  });
});

it('takes one publication off one display, where the one before shows again', async () => {
  const { agent, floor, lobby, project, seen } = await office();
  const [first, second] = [await project('First'), await project('Second')];
  await agent.call(content.publish, { id: first, displayIds: [floor, lobby] });
  await agent.call(content.publish, { id: second, displayIds: [floor, lobby] });
  const { plan } = (await agent.call(signage.displayPlan, { displayId: floor })).body;
  const { layerId } = plan.takeovers.find(({ name }) => name === 'Second')!;
  expect((await agent.call(signage.takeOffLayer, { displayId: floor, id: layerId })).status).toBe(200);
  expect([await seen(floor), await seen(lobby)]).toEqual(['First', 'Second']);
  expect((await agent.call(signage.takeOffLayer, { displayId: floor, id: layerId })).status).toBe(404);
});
