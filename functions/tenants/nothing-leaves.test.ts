import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { ContactRefused, placeCall } from '#functions/telephony/exchange.ts';
import { attemptSending, keepSending } from '#functions/webhookEndpoints/send.ts';
import { findSending } from '#functions/webhookEndpoints/store.ts';
import { findDelivery } from '#functions/webhooks/inbound/delivery-store.ts';
import { announce } from '#functions/webhooks/work/announce.ts';
import { workDelivery } from '#functions/webhooks/work/deliver.ts';
import { api } from '#shared/api/index.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { anybody, as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { withWebhook } from '#tests/support/webhooks.ts';
import { takeOfDay } from './caps.ts';
import { find, type StoredTenant, updateWrite } from './store.ts';

withSandbox();

const set = (tenant: TestTenant, change: Partial<StoredTenant>) =>
  asSystem(tenant.id, 'test', async () => {
    const before = (await find())!;
    await commit(updateWrite(before, { ...before, ...change, version: before.version + 1 }));
  });
const over = { plan: 'trial', trialEndsAt: '2020-01-01T00:00:00.000Z' } as const;
const converted = { plan: 'standard' } as const;

describe('of a trial that is over', () => {
  it('no outgoing webhook leaves, and what waits goes on when it is converted', async () => {
    const tenant = await freshTenant();
    const work = <T>(what: () => Promise<T>) => asSystem(tenant.id, 'test', what);
    const url = 'https://never.example.com/';
    const { body } = await as(tenant.admin).call(api.webhooks.createEndpoint, { name: 'CRM', url });
    const sending = { endpointId: body.id, type: 'lead.created', payload: {}, key: '1' };
    const id = await work(() => keepSending(sending));
    await set(tenant, over);
    await work(() => attemptSending(id));
    const held = (await work(() => findSending(id)))!;
    expect(held).toMatchObject({ status: 'pending', attempts: [], due: 'due' });
    await set(tenant, converted);
    // Its time has come again.
    const { setClock } = await import('#functions/kernel/clock.ts');
    const restore = setClock(() => Date.parse(held.nextAt) + 1000);
    await work(() => attemptSending(id));
    restore();
    expect((await work(() => findSending(id)))!.attempts).toHaveLength(1);
  });

  it('no call is placed, and it is said when to look again', async () => {
    const tenant = await freshTenant();
    await set(tenant, over);
    const placing = { key: 'call 1', leadId: null, to: '+13055550142', callerId: null, maxRingSeconds: 30 };
    const others = { amd: false, context: null, transferNumber: null, recordCall: false };
    const source = { kind: 'webhook', id: 'x' } as const;
    const call = asSystem(tenant.id, 'test', () => placeCall({ ...placing, ...others, source }));
    const error = await call.catch((refused) => refused);
    expect(error).toBeInstanceOf(ContactRefused);
    expect(error.decision).toMatchObject({
      reasons: [{ code: 'trial_over' }],
      nextAllowedAt: expect.any(String),
    });
  });

  it('what is posted to a webhook is kept, and worked when it is converted', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const fields = { name: 'Website', brand: 'Northwind', source: 'Website' };
    const { id } = (await admin.call(api.webhooks.create, fields)).body;
    const posted = await anybody(tenant.address).send('hooks', {
      method: 'POST',
      path: `/hooks/${id}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada Lovelace', phone: '+13055550177' }),
    });
    const { deliveryId } = posted.body as { deliveryId: string };
    const work = () => asSystem(tenant.id, 'hooks', () => workDelivery(id, deliveryId));
    const status = () =>
      asSystem(tenant.id, 'test', async () => (await findDelivery(id, deliveryId))!.status);
    await set(tenant, over);
    await work();
    expect(await status()).toBe('received');
    await set(tenant, converted);
    await work();
    expect(await status()).toBe('succeeded');
  });
});

describe('of a workspace whose address is not confirmed', () => {
  it('no sign gets a public address and no display is told to show one, until it is confirmed', async () => {
    const tenant = await freshTenant();
    const agent = as(tenant.agent);
    const { content, signage } = api;
    const displayId = (await agent.call(signage.displays)).body.displays[0]!.id;
    const project = async () => (await agent.call(content.create, { name: 'You have won' })).body.id;
    const item = (refId: string) => ({ id: refId, kind: 'project' as const, refId, seconds: 10 });
    // A playlist of before, with a sign that was published then.
    const playlist = { name: 'Loop', items: [item(await project())] };
    const kept = (await agent.call(signage.createPlaylist, playlist)).body;
    const rule = { days: [1], from: 0, to: 60 };
    const schedule = { name: 'Days', playlistId: kept.id, displayIds: [displayId], rule };

    await set(tenant, { plan: 'trial', awaitsVerification: true });
    const [published, listed, alarm] = [await project(), await project(), await project()];
    const attempts = () => [
      agent.call(content.publish, { id: published, displayIds: [displayId] }),
      agent.call(signage.createPlaylist, { name: 'New', items: [item(listed)] }),
      agent.call(signage.updatePlaylist, { id: kept.id, ...playlist }),
      agent.call(signage.createSchedule, schedule),
      agent.call(signage.setDisplay, { displayId, defaultPlaylistId: kept.id }),
      agent.call(signage.startEmergency, { projectId: alarm, all: true }),
    ];
    for (const { status, body } of await Promise.all(attempts()))
      expect([status, (body as { code?: string }).code]).toEqual([403, 'email_unverified']);
    for (const id of [published, listed, alarm])
      expect((await agent.call(content.get, { id })).body).toMatchObject({ status: 'draft', publicId: null });
    expect((await agent.call(signage.listEmergencies)).body.active).toEqual([]);

    await set(tenant, { awaitsVerification: undefined });
    for (const attempt of attempts()) expect((await attempt).status).toBeLessThan(300);
  });

  it('a webhook announces nothing, and says why at the delivery', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const { id: projectId } = (await admin.call(api.content.create, { name: 'Sold' })).body;
    const displayId = (await admin.call(api.signage.displays)).body.displays[0]!.id;
    const announcement = { enabled: true, projectId, displayIds: [displayId], minutes: 5 };
    const hook = await withWebhook({ announcement }, tenant);
    await set(tenant, { plan: 'trial', awaitsVerification: true });
    const { id } = await hook.deliver({ phone: '+13055550123', name: 'Ada' });
    await asSystem(tenant.id, 'hooks', () => announce(hook.webhook.id, id));
    expect((await hook.delivery(id)).announcement).toContain('Not announced: Nothing leaves this workspace');
    expect((await admin.call(api.content.get, { id: projectId })).body.publicId).toBeNull();
  });
});

describe('the platform’s caps', () => {
  it('bound the users, however many are added at once', async () => {
    const tenant = await freshTenant();
    await set(tenant, { caps: { users: 5 } });
    const add = (n: number) => {
      const person = { username: `new${n}`, email: `new${n}@example.com`, password: 'a long enough one' };
      return as(tenant.admin).call(api.users.create, person);
    };
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(add));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect(refused).toMatchObject({ status: 409, body: { code: 'cap_reached' } });
  });

  it('bound a day’s calls and posts to webhooks exactly', async () => {
    const tenant = await freshTenant();
    for (const what of ['callsPerDay', 'webhookPostsPerDay'] as const) {
      const take = () => asSystem(tenant.id, 'test', () => takeOfDay(what, { [what]: 4 }));
      const taken = await Promise.all(Array.from({ length: 10 }, take));
      expect(taken.filter(Boolean)).toHaveLength(4);
    }
  });
});
