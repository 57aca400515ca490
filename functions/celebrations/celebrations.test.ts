import { describe, expect, it, vi } from 'vitest';
import { playerKeyOf } from '#functions/signage/pages.ts';
import { reconcile } from '#functions/signage/reconcile.ts';
import { api } from '#shared/api/index.ts';
import { type CelebrationRuleFields, celebrates, isQuiet, percentile } from '#shared/model/celebration.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { newElement } from '#shared/scene/registry.ts';
import { noon, openOffice } from '#tests/support/celebrations.ts';
import { formOf, plain } from '#tests/support/rep-photos.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { anybody, as } from '#tests/support/tenant.ts';
import { celebrate, celebrationWork, undo } from './celebrate.ts';
import { dueIdOf, findCelebration } from './store.ts';

/* Sales that are won, and the office that sees who: against the real sandbox over HTTP, in the vendor's wire format. */

const { celebrations, leads, signage } = api;
const sandbox = withSandbox();
const office = () => openOffice(sandbox);

describe('a sale that is won', () => {
  it('is on every display with who sold, for how much and to whom', async () => {
    const { rule, sell, seen, floor, lobby, today } = await office();
    await rule();
    await sell('Ada', 4800);
    const said = ['Agent Tester', 4800, 'Ada Lovelace'];
    expect([await seen(floor), await seen(lobby)]).toEqual([said, said]);
    const { wins, total, date } = await today();
    expect([date, total, wins.length]).toEqual(['2026-06-10', 4800, 1]);
    expect(wins[0]).toMatchObject({
      state: 'celebrated',
      ruleName: 'Every sale',
      customer: 'Ada Lovelace',
      repName: 'Agent Tester',
    });
    expect(wins[0]!.note).toContain('Sales floor');
  });

  it('of nobody’s lead is the agent’s who says that it is won, and of an admin’s word nobody’s', async () => {
    const { rule, lead, agent, told, hear, today, setStatus, time } = await office();
    await rule();
    const [first, second] = [
      await lead('Ada', 100, { ownerId: null }),
      await lead('Eve', 50, { ownerId: null }),
    ];
    expect((await agent.call(api.leads.update, { id: first, status: 'won' })).status).toBe(200);
    await hear(await told(first));
    time.forward({ seconds: 1 });
    await setStatus(second, 'won');
    await hear(await told(second));
    const { wins } = await today();
    expect(wins.map(({ customer, repName }) => [customer, repName])).toEqual([
      ['Eve Lovelace', ''],
      ['Ada Lovelace', 'Agent Tester'],
    ]);
  });

  it('has the photo of who sold, where its sign has a place for one', async () => {
    const { rule, sell, address, admin, tenant, projectId } = await office();
    const place = newElement('sales_rep_photo', { id: 'elm_2', x: 0, y: 0, layerOrder: 1 });
    const { id: _id, version: _version, ...element } = place;
    await admin.call(api.content.createElement, { id: projectId, element } as never);
    const form = await formOf({ photo: await plain(), repEmail: tenant.agent.email });
    const { body: photo } = await admin.call(api.repPhotos.upload, {}, form);
    await rule();
    await sell('Ada', 4800);
    const { body } = await anybody().call(api.content.publicContent, { publicId: (await address())! });
    expect(body.data).toMatchObject({ rep: { name: 'Agent Tester', photo: photo.previewUrls.large } });
  });

  it('is celebrated once, however often it is told', async () => {
    const { rule, lead, setStatus, told, hear, seen, time, today, system, records, floor } = await office();
    await rule({ seconds: 5 });
    const id = await lead('Ada', 100);
    await setStatus(id, 'won');
    const events = await told(id);
    await Promise.all([hear(events), hear(events)]);
    await hear(events);
    expect((await today()).wins).toHaveLength(1);
    time.forward({ seconds: 6 });
    await system(() => reconcile(floor));
    await hear(events);
    const [record] = await records();
    await system(() => celebrationWork.look(dueIdOf(record!)));
    expect(await seen()).toBeUndefined();
    expect((await records()).map(({ state }) => state)).toEqual(['celebrated']);
  });

  it('goes from all displays and from the total when it is won no longer, and may be won again', async () => {
    const { rule, sell, setStatus, told, hear, seen, today } = await office();
    await rule();
    const id = await sell('Ada', 100);
    const first = await told(id);
    await setStatus(id, 'contacted');
    await hear(await told(id));
    expect(await seen()).toBeUndefined();
    const { wins, total } = await today();
    expect([total, wins[0]!.state, wins[0]!.note]).toEqual([0, 'undone', 'The sale was called off.']);
    await setStatus(id, 'won');
    await hear(await told(id));
    expect(await seen()).toEqual(['Agent Tester', 100, 'Ada Lovelace']);
    await hear(first);
    expect(await seen()).toEqual(['Agent Tester', 100, 'Ada Lovelace']);
    expect((await today()).total).toBe(100);
  });

  it('is not celebrated where its end is heard of before its beginning', async () => {
    const { rule, lead, setStatus, told, hear, seen, records } = await office();
    await rule();
    const id = await lead('Ada', 100);
    await setStatus(id, 'won');
    await setStatus(id, 'contacted');
    await hear((await told(id)).reverse());
    expect(await seen()).toBeUndefined();
    expect(await records()).toEqual([]);
  });

  it('goes with its lead, and its amount follows the lead’s', async () => {
    const { admin, rule, sell, told, hear, seen, today } = await office();
    await rule();
    const id = await sell('Ada', 100);
    await admin.call(leads.update, { id, dealAmount: 250 });
    await hear(await told(id));
    expect((await today()).total).toBe(250);
    await admin.call(leads.remove, { id });
    await hear(await told(id));
    expect(await seen()).toBeUndefined();
    expect((await today()).wins).toMatchObject([{ state: 'undone', customer: '', leadId: null }]);
  });

  it('waits for the one before it, and none is lost', async () => {
    const { rule, sell, seen, time, system, floor } = await office();
    await rule({ seconds: 20, all: false, displayIds: [floor] });
    for (const name of ['Ada', 'Grace', 'Katherine']) await sell(name, 100);
    const order: unknown[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await system(() => reconcile(floor));
      order.push((await seen())?.[2]);
      time.forward({ seconds: 20 });
    }
    expect(order).toEqual(['Ada Lovelace', 'Grace Lovelace', 'Katherine Lovelace', undefined]);
  });

  it('is tried again where the provider is away, and shown when it is back', async () => {
    const { rule, sell, seen, system, records } = await office();
    await rule();
    const direct = globalThis.fetch;
    const push = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (at, request) =>
        String(request?.body).includes('pushToScreens') || String(request?.body).includes('saveAsset')
          ? Promise.reject(new Error('The connection was cut.'))
          : direct(at, request),
      );
    await sell('Ada', 100);
    push.mockRestore();
    const [record] = await records();
    expect(record!.state).toBe('chosen');
    await system(() => celebrationWork.look(dueIdOf(record!)));
    for (const displayId of record!.displayIds) await system(() => reconcile(displayId));
    expect(await seen()).toEqual(['Agent Tester', 100, 'Ada Lovelace']);
  });

  it('that is called off while it is being shown is on no display', async () => {
    const { rule, sell, seen, system, records, time } = await office();
    await rule();
    await sell('Ada', 100);
    const [record] = await records();
    await system(() => undo(record!, 'Called off.'));
    expect(await seen()).toBeUndefined();
    expect((await system(() => findCelebration(record!)))!.clearing).toBe(true);
    time.forward({ minutes: 2 });
    await system(() => celebrate(record!));
    expect((await system(() => findCelebration(record!)))!.clearing).toBe(false);
  });
});

describe('rules', () => {
  it('are asked in their order, and the first that fits celebrates', async () => {
    const { admin, rule, sell, today, sign } = await office();
    const every = await rule();
    const big = await rule({ name: 'Big', minimumAmount: 1000, projectId: await sign('Big sale') });
    await sell('Ada', 5000);
    expect((await today()).wins[0]!.ruleName).toBe('Every sale');
    const ordered = await admin.call(celebrations.orderRules, { ids: [big.id, every.id] });
    expect(ordered.body.rules.map(({ name }) => name)).toEqual(['Big', 'Every sale']);
    await sell('Grace', 5000);
    await sell('Katherine', 10);
    expect((await today()).wins.map(({ ruleName }) => ruleName)).toEqual(['Every sale', 'Big', 'Every sale']);
    const missing = await admin.call(celebrations.orderRules, { ids: [big.id] });
    expect(missing.status).toBe(409);
  });

  it('celebrate nothing that was won before they were made', async () => {
    const { rule, lead, setStatus, hear, told, seen, time, today } = await office();
    const id = await lead('Ada', 100);
    await setStatus(id, 'won');
    time.forward({ seconds: 1 });
    await rule();
    await hear(await told(id));
    expect(await seen()).toBeUndefined();
    expect((await today()).wins[0]!.note).toBe('No rule says where to celebrate.');
  });

  it('are changed by admins, one version at a time, and refuse what cannot be', async () => {
    const { admin, agent, rule, projectId } = await office();
    const { id } = await rule();
    expect((await agent.call(celebrations.createRule, { name: 'Mine', projectId })).status).toBe(403);
    expect((await agent.call(celebrations.listRules, {})).body.rules).toHaveLength(1);
    const renamed = await admin.call(celebrations.updateRule, { id, name: 'All', version: 1 });
    expect(renamed.body).toMatchObject({ name: 'All', version: 2, seconds: 20 });
    expect((await admin.call(celebrations.updateRule, { id, name: 'Late', version: 1 })).status).toBe(409);
    for (const [change, words] of [
      [{ all: false }, 'where it shows'],
      [{ quietFrom: '18:00' }, 'a beginning and an end'],
      [{ quietFrom: '25:00', quietTo: '26:00' }, '18:30'],
      [{ seconds: 4 }, 'at least 5 seconds'],
    ] as const) {
      const refused = await admin.call(celebrations.updateRule, { id, ...change });
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await admin.call(celebrations.removeRule, { id })).status).toBe(200);
    expect((await admin.call(celebrations.removeRule, { id })).status).toBe(404);
  });

  it('keep quiet by the clock of the workspace', async () => {
    const { rule, sell, seen, today } = await office();
    await rule({ quietFrom: '11:30', quietTo: '12:30' });
    await sell('Ada', 100);
    expect(await seen()).toBeUndefined();
    const { wins, total } = await today();
    expect([wins[0]!.note, total]).toEqual(['In quiet hours.', 100]);
    expect(localTime('America/New_York', Date.parse(noon)).minute).toBe(720);
  });

  it('tell sales by their place in the day', () => {
    const fields = {
      isActive: true,
      minimumAmount: null,
      sources: [],
      brands: [],
      tags: [],
      customField: null,
      streak: 3,
      goal: 1000,
    } as unknown as CelebrationRuleFields;
    const customFields = { product: 'Solar roof', units: 4 };
    const lead = { source: 'Website', brand: '', tags: ['VIP'], customFields };
    const of = (more: object, before: { amount: number; repId: string | null }[], amount = 100) =>
      celebrates({ ...fields, ...more }, { amount, repId: 'ann', lead, before });
    const [ann, bob] = [
      { amount: 400, repId: 'ann' },
      { amount: 500, repId: 'bob' },
    ];
    expect([of({ occasion: 'first' }, []), of({ occasion: 'first' }, [bob])]).toEqual([true, false]);
    expect([
      of({ occasion: 'streak' }, [ann, ann]),
      of({ occasion: 'streak' }, [ann, bob, ann]),
      of({ occasion: 'streak' }, [ann]),
    ]).toEqual([true, false, false]);
    expect([
      of({ occasion: 'goal' }, [ann, bob]),
      of({ occasion: 'goal' }, [ann]),
      of({ occasion: 'goal' }, [ann, bob, ann]),
    ]).toEqual([true, false, false]);
    const every = { occasion: 'every' };
    expect([
      of({ ...every, sources: ['website'] }, []),
      of({ ...every, sources: ['Fair'] }, []),
      of({ ...every, tags: ['vip', 'old'] }, []),
      of({ ...every, minimumAmount: 101 }, []),
      of({ ...every, isActive: false }, []),
    ]).toEqual([true, false, true, false, false]);
    const ofField = (key: string, ...values: string[]) => of({ ...every, customField: { key, values } }, []);
    expect([
      ofField('product', 'Heat pump', 'solar roof'),
      ofField('product', 'Heat pump'),
      ofField('units', '4'),
      ofField('colour', 'red'),
    ]).toEqual([true, false, true, false]);
    const night = { quietFrom: '22:00', quietTo: '06:00' };
    expect([1320, 1439, 0, 359, 360, 720].map((minute) => isQuiet(night, minute))).toEqual([
      ...[true, true, true, true],
      ...[false, false],
    ]);
    expect([percentile([], 0.5), percentile([3, 1, 2], 0.5), percentile([3, 1, 2], 0.95)]).toEqual([
      null,
      2,
      3,
    ]);
  });
});

describe('a bell', () => {
  it('celebrates a name and an amount, once for one request', async () => {
    const { agent, rule, seen, today } = await office();
    await rule();
    const bell = { requestId: 'one-request', customer: 'Hopper & Sons', amount: 950 };
    const first = await agent.call(celebrations.ring, bell);
    expect([first.status, first.body.state]).toEqual([201, 'celebrated']);
    expect((await agent.call(celebrations.ring, bell)).body.id).toBe(first.body.id);
    expect(await seen()).toEqual(['Agent Tester', 950, 'Hopper & Sons']);
    expect((await today()).wins).toHaveLength(1);
  });

  it('of a lead counts with its sale as one, and goes when that is called off', async () => {
    const { agent, rule, lead, ring, setStatus, told, hear, seen, today } = await office();
    await rule();
    const id = await lead('Ada', 700);
    expect((await ring(agent, { leadId: id })).body).toMatchObject({ amount: 700, customer: 'Ada Lovelace' });
    expect((await ring(agent, { leadId: id })).status).toBe(409);
    await setStatus(id, 'won');
    await hear(await told(id));
    const { wins, total } = await today();
    expect([total, wins.map(({ state }) => state)]).toEqual([700, ['repeated', 'celebrated']]);
    await setStatus(id, 'contacted');
    await hear(await told(id));
    expect(await seen()).toBeUndefined();
    expect((await today()).total).toBe(0);
  });

  it('is called off by who rang and by admins, and by no other agent', async () => {
    const { tenant, agent, admin, rule, ring, seen, today } = await office();
    await rule();
    const other = as(await tenant.user('agent', { username: 'other' }));
    const { id } = (await ring(agent, { customer: 'Hopper', amount: 1 })).body;
    expect((await today(other)).wins).toMatchObject([{ mayUndo: false, byMe: false }]);
    expect((await other.call(celebrations.undo, { id })).status).toBe(403);
    expect((await agent.call(celebrations.undo, { id })).body.state).toBe('undone');
    expect(await seen()).toBeUndefined();
    const again = (await ring(agent, { customer: 'Hopper', amount: 1 })).body;
    expect((await admin.call(celebrations.undo, { id: again.id })).status).toBe(200);
    expect((await admin.call(celebrations.undo, { id: 'cel_nobody' })).status).toBe(404);
  });

  it('of an agent is their own, of leads that they may use, and names nobody of another’s', async () => {
    const { tenant, admin, agent, rule, ring, lead, today } = await office();
    await rule();
    const hidden = await lead('Ada', 5, { ownerId: tenant.admin.userId });
    expect((await ring(agent, { leadId: hidden })).status).toBe(404);
    const forBoss = { customer: 'Hopper', amount: 5, repId: tenant.admin.userId };
    expect((await ring(agent, forBoss)).status).toBe(403);
    expect((await ring(admin, { leadId: hidden })).body.customer).toBe('Ada Lovelace');
    expect((await today(agent)).wins).toMatchObject([{ customer: '', leadId: null, amount: 5 }]);
    expect((await ring(agent, { amount: 5 })).status).toBe(400);
    expect((await ring(agent, { customer: 'Hopper' })).status).toBe(400);
  });
});

describe('how fast it is', () => {
  it('is the time from the sale until the first display says that it shows it', async () => {
    const { rule, lead, setStatus, told, hear, today, system, floor, time, admin, projectId } =
      await office();
    const loop = await admin.call(signage.createPlaylist, {
      name: 'Loop',
      items: [{ id: 'one', kind: 'project', refId: projectId, seconds: 10 }],
    });
    await admin.call(signage.setDisplay, { displayId: floor, defaultPlaylistId: loop.body.id });
    await rule();
    const id = await lead('Ada', 100);
    await setStatus(id, 'won');
    time.forward({ seconds: 1 });
    await hear(await told(id));
    const cheap = async (input: object) =>
      (await admin.call(celebrations.today, { figures: false, ...input })).body;
    expect((await today()).firstFrame).toEqual({ p50: null, p95: null, count: 0 });
    const key = await system(() => playerKeyOf(floor));
    const { plan } = (await anybody().call(signage.playerPlan, { key })).body;
    const { layerId } = plan!.takeovers[0]!;
    await anybody().call(signage.playerPlan, { key, showing: layerId });
    const { firstFrame, wins } = await today();
    expect(firstFrame!.count).toBe(1);
    const [won] = wins;
    expect(await cheap({ since: won!.at })).toMatchObject({
      wins: [{ ...won, firstFrameMs: null }],
      firstFrame: null,
    });
    const later = new Date(Date.parse(won!.at) + 1).toISOString();
    expect(await cheap({ since: later })).toMatchObject({ wins: [], total: 0 });
    expect(firstFrame!.p50).toBeGreaterThanOrEqual(1000);
    time.forward({ seconds: 9 });
    await anybody().call(signage.playerPlan, { key, showing: layerId });
    expect((await today()).wins[0]!.firstFrameMs).toBe(wins[0]!.firstFrameMs);
  });
});
