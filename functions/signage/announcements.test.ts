import { describe, expect, it, vi } from 'vitest';
import { publishNow } from '#functions/content/api.ts';
import { announcedContent } from '#functions/content/publications/announcement-store.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { announce as announceDelivery } from '#functions/webhooks/work/announce.ts';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { expectNoneDue, sweepItems } from '#tests/support/due.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { line, setUp } from '#tests/support/journeys.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { anybody, as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { number, withWebhook } from '#tests/support/webhooks.ts';
import { announce, announcementWork, type NewAnnouncement } from './announce.ts';
import { playerKeyOf } from './pages.ts';
import { reconcile } from './reconcile.ts';
import { handler } from './worker.ts';

/* Deals on office screens, against the real sandbox over HTTP, in the vendor's wire format. */

const { content, signage } = api;
const sandbox = withSandbox();

const text = '{{ rep.name }} closed {lead.name} for {{ deal.amount }}';

/** An office with a sign for deals, and what a person sees who stands before its screens. */
async function office(tenant?: TestTenant) {
  const time = timeTravel();
  const own = tenant ?? (await freshTenant());
  const admin = as(own.admin);
  const { displays } = (await admin.call(signage.displays)).body;
  const [floor, lobby] = displays.map(({ id }) => id) as [string, string];
  const { id: projectId } = (await admin.call(content.create, { name: 'Deal closed' })).body;
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement('text', { id: 'elm_1', x: 0, y: 0, layerOrder: 0 });
  await admin.call(content.createElement, {
    id: projectId,
    element: { ...element, properties: { ...element.properties, text } } as never,
  });
  const system = <T>(work: () => Promise<T>) => asSystem(own.id, 'test', work);
  const address = async (display = floor): Promise<string | null> => {
    const answer = await fetch(`${sandbox().origin}/display/${display}/state?preview=1`);
    const { url } = (await answer.json()) as { url: string | null };
    return url && new URL(url).pathname.split('/').at(-1)!;
  };
  const fetched = (publicId: string) => anybody().call(content.publicContent, { publicId });
  /** Whose deal a screen tells of; undefined where it tells of none. */
  const seen = async (display = floor) => {
    const at = await address(display);
    return at === null ? undefined : ((await fetched(at)).body.data.lead as { name?: string })?.name;
  };
  const turn = (displayId = floor) => system(() => reconcile(displayId));
  const deal = (
    event: string,
    name: string,
    { minutes = 5, ...more }: Partial<NewAnnouncement> & { minutes?: number } = {},
  ) =>
    system(() =>
      announce({
        event,
        projectId,
        displayIds: [floor],
        seconds: minutes * 60,
        priority: 'HIGH',
        data: { lead: { name, email: 'private@example.com' }, rep: { name: 'Sam' }, deal: { amount: 100 } },
        leadId: null,
        ...more,
      }),
    );
  /** What the bus tells when a lead was deleted. */
  const forget = async (leadId: string) => {
    const detail = {
      eventId: 'evt_1',
      type: 'lead.deleted',
      tenantId: own.id,
      entityId: leadId,
      at: clock.iso(),
      actor: 'usr_1',
      data: { force: false },
    };
    const record = {
      messageId: 'one',
      receiptHandle: 'one',
      body: JSON.stringify({ 'detail-type': 'lead.deleted', detail }),
      attributes: { ApproximateReceiveCount: '1' },
    };
    const { batchItemFailures } = await handler({ Records: [record] } as never, lambdaContext());
    expect(batchItemFailures).toEqual([]);
  };
  return {
    tenant: own,
    admin,
    time,
    floor,
    lobby,
    projectId,
    system,
    address,
    fetched,
    seen,
    turn,
    deal,
    forget,
  };
}

describe('an announcement', () => {
  it('fills the sign with its own event, and the project’s public address with nothing', async () => {
    const { admin, projectId, deal, address, fetched, system } = await office();
    await system(() => publishNow(projectId));
    const [result] = await deal('one', 'Ada Lovelace');
    expect(result).toMatchObject({ name: 'Sales floor', ok: true });
    const shown = (await fetched((await address())!)).body;
    expect(shown.data).toMatchObject({
      lead: { name: 'Ada Lovelace' },
      rep: { name: 'Sam' },
      deal: { amount: 100 },
    });
    expect(JSON.stringify(shown), 'what the sign does not show').not.toContain('private@example.com');
    const { publicId } = (await admin.call(content.get, { id: projectId })).body;
    const published = await fetched(publicId!);
    expect(published.status).toBe(200);
    expect(published.body.data).not.toHaveProperty('lead');
    expect(published.body.data).not.toHaveProperty('deal');
  });

  it('is kept in no cache, and is not there for anybody after its time', async () => {
    const { deal, address, fetched, time } = await office();
    await deal('one', 'Ada');
    const at = (await address())!;
    const answer = await fetched(at);
    expect(answer.headers['cache-control']).toBe('no-store');
    time.forward({ minutes: 5, seconds: 1 });
    expect((await fetched(at)).status).toBe(404);
  });

  it('waits for the one before it, and each has its whole time', async () => {
    const { deal, seen, turn, time } = await office();
    await deal('one', 'Ada', { minutes: 10 });
    time.forward({ seconds: 3 });
    const [second] = await deal('two', 'Grace', { minutes: 10 });
    expect(second!.ok).toBe(true);
    expect(await seen()).toBe('Ada');
    time.forward({ minutes: 8 });
    await turn();
    expect(await seen()).toBe('Ada');
    time.forward({ minutes: 3 });
    await turn();
    expect(await seen()).toBe('Grace');
    time.forward({ minutes: 7 });
    await turn();
    expect(await seen()).toBe('Grace');
    time.forward({ minutes: 3 });
    await turn();
    expect(await seen()).toBeUndefined();
  });

  it('says so where too many wait already', async () => {
    const { deal } = await office();
    for (let n = 0; n <= 20; n++) expect((await deal(`deal ${n}`, 'Ada'))[0]!.ok).toBe(true);
    expect(await deal('one more', 'Ada')).toMatchObject([
      { ok: false, reason: '20 announcements wait on it already.' },
    ]);
  });
});

describe('an event that is given twice', () => {
  it('shows once, also when its time is over', async () => {
    const { deal, seen, turn, time, system } = await office();
    await deal('one', 'Ada', { minutes: 1 });
    expect(await deal('one', 'Ada', { minutes: 1 })).toMatchObject([{ ok: true }]);
    time.forward({ seconds: 61 });
    await turn();
    expect(await seen()).toBeUndefined();
    await system(() => sweepItems(1, { announcement: announcementWork }));
    await deal('one', 'Ada', { minutes: 1 });
    expect(await seen()).toBeUndefined();
  });

  it('after a kill between two screens is on each of them once', async () => {
    const { deal, seen, floor, lobby, turn, time } = await office();
    const both = { displayIds: [floor, lobby], minutes: 1 };
    await deal('one', 'Ada', { minutes: 1 });
    time.forward({ seconds: 30 });
    expect(await deal('one', 'Ada', both)).toMatchObject([
      { name: 'Sales floor' },
      { name: 'Lobby', ok: true },
    ]);
    time.forward({ seconds: 31 });
    await turn();
    await turn(lobby);
    expect([await seen(), await seen(lobby)]).toEqual([undefined, 'Ada']);
  });

  it('is pushed by the next look where the provider broke off', async () => {
    const { deal, seen, turn } = await office();
    const direct = globalThis.fetch;
    const push = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (at, request) =>
        String(request?.body).includes('pushToScreens')
          ? Promise.reject(new Error('The connection was cut.'))
          : direct(at, request),
      );
    expect(await deal('one', 'Ada')).toMatchObject([{ ok: false }]);
    push.mockRestore();
    expect(await seen()).toBeUndefined();
    await turn();
    expect(await seen()).toBe('Ada');
  });
});

describe('what is kept of an announcement', () => {
  it('is removed by the minute’s look after its time', async () => {
    const { deal, time, system } = await office();
    await deal('one', 'Ada', { minutes: 1 });
    const id = deterministicId('anc', 'one');
    expect(await system(() => announcedContent(id))).toContain('Ada');
    time.forward({ seconds: 61 });
    await system(() => sweepItems(1, { announcement: announcementWork }));
    expect(await system(() => announcedContent(id))).toBeUndefined();
    await system(() => expectNoneDue('announcement'));
  });

  it('goes with its lead, and those behind it move up', async () => {
    const { deal, seen, address, fetched, forget } = await office();
    await deal('one', 'Ada', { leadId: 'led_ada' });
    await deal('two', 'Grace', { leadId: 'led_grace' });
    const at = (await address())!;
    await forget('led_ada');
    expect((await fetched(at)).status).toBe(404);
    expect(await seen()).toBe('Grace');
  });

  it('is read by nobody who guesses an address, nor by another tenant’s', async () => {
    const { deal, address, fetched, tenant } = await office();
    const other = await freshTenant();
    await deal('one', 'Ada');
    const at = (await address())!;
    expect((await fetched(at)).status).toBe(200);
    const guessed = `${at.slice(0, -1)}${at.endsWith('A') ? 'B' : 'A'}`;
    expect((await fetched(guessed)).status).toBe(404);
    expect((await fetched(at.replace(`ann_${tenant.id}_`, `ann_${other.id}_`))).status).toBe(404);
  });

  it('is named to the player of its own display alone', async () => {
    const { deal, address, system, floor, lobby } = await office();
    const other = await office();
    await deal('one', 'Ada');
    const at = (await address())!;
    const plan = async (key: string) =>
      JSON.stringify((await anybody().call(signage.playerPlan, { key })).body);
    const keyOf = (display: string) => system(() => playerKeyOf(display));
    expect(await plan(await keyOf(floor))).toContain(at);
    expect(await plan(await keyOf(lobby))).not.toContain(at);
    expect(await plan(await other.system(() => playerKeyOf(other.floor)))).not.toContain(at);
  });
});

describe('what announces', () => {
  it('a webhook tells of each lead that it took, with its amount and its rep', async () => {
    const { tenant, floor, projectId, fetched, address, turn, time } = await office();
    const hook = await withWebhook(
      {
        fieldMapping: { more: [{ path: 'amount', field: 'dealAmount' }] },
        announcement: { enabled: true, projectId, displayIds: [floor], minutes: 1 },
      },
      tenant,
    );
    const rep = { name: 'Sam Whitfield', email: 'sam@example.com' };
    const { id } = await hook.deliver([
      { phone: number(1), name: 'Ada Lovelace', amount: 4800, rep },
      { phone: 'none', name: 'Nobody' },
      { phone: number(2), name: 'Grace Hopper', amount: 950, rep },
    ]);
    for (let times = 0; times < 2; times++) await hook.system(() => announceDelivery(hook.webhook.id, id));
    expect((await hook.delivery(id)).announcement).toBe('“Deal closed” shows on Sales floor.');
    expect((await fetched((await address())!)).body.data).toMatchObject({
      lead: { name: 'Ada Lovelace' },
      deal: { amount: 4800 },
      rep: { name: 'Sam Whitfield' },
    });
    time.forward({ seconds: 61 });
    await turn();
    expect((await fetched((await address())!)).body.data).toMatchObject({
      lead: { name: 'Grace Hopper' },
      deal: { amount: 950 },
    });
  });

  it('a Celebrate step tells of its lead and the lead’s owner', async () => {
    const journey = await setUp({});
    const { floor, projectId, admin, fetched, address } = await office(journey.tenant);
    const graph = line({ type: 'celebrate', config: { projectId, displayIds: [floor], minutes: 5 } });
    const updated = await admin.call(api.journeys.update, { id: journey.id, ...graph } as never);
    expect(updated.status, JSON.stringify(updated.body)).toBe(200);
    await journey.publish();
    const owner = journey.tenant.admin.userId;
    const lead = await journey.lead({
      firstName: 'Ada',
      lastName: 'Lovelace',
      ownerId: owner,
      dealAmount: 4800,
    });
    const { enrolmentId } = (await journey.enter(lead)) as { enrolmentId: string };
    await journey.run(enrolmentId);
    const { body } = await fetched((await address())!);
    expect(body.data).toMatchObject({ lead: { name: 'Ada Lovelace' }, deal: { amount: 4800 } });
    expect((body.data.rep as { name: string }).name).not.toBe('');
  });
});
