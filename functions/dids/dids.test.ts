import { beforeEach, describe, expect, it } from 'vitest';
import { plansToServe } from '#functions/dialplans/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { deployedPlans, exchangePushWork, routedNumbers, tellEverything } from '#functions/pbx/api.ts';
import { api } from '#shared/api/index.ts';
import { didLimits } from '#shared/model/did.ts';
import { dueIds, expectNoneDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { withExchange } from '#tests/support/test-exchange.ts';
import { didIdOf, routedNumbers as everyRouted, markReleased, putTextNumbers, textNumbers } from './api.ts';

const { dids, pbx } = api;
const exchange = withExchange();
beforeEach(() => {
  exchange.isDown = false;
  // Each test has workspaces of its own, and the number is the same.
  exchange.numbers.clear();
});

const miami = '+13055550142';

async function workspace() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const rings = (number = miami) => exchange.numbers.get(`${tenant.id}/${number}`);
  const queue = (await admin.call(pbx.createQueue, { number: '600', name: 'Sales' })).body;
  const add = async (more: object = {}) => {
    const made = await admin.call(dids.create, { phoneNumber: miami, ...more });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const toQueue = { kind: 'queue' as const, queueId: queue.id };
  return { tenant, admin, agent, inTenant, rings, queue, toQueue, add };
}

const fromTwilio = {
  number: miami,
  label: 'Rented',
  provider: 'twilio',
  providerId: 'PN1',
  sandbox: false,
  sms: true,
  mms: false,
  voice: true,
  isActive: true,
  replies: 'here' as const,
  syncedAt: '2026-01-05T12:00:00.000Z',
  registration: null,
  registrationAt: null,
};

describe('a number brought by hand', () => {
  it('is stored as E.164 with what its area code tells', async () => {
    const { add, admin } = await workspace();
    const made = await add({ phoneNumber: '(305) 555-0142', label: 'Front desk' });
    expect(made).toMatchObject({
      id: didIdOf(miami),
      phoneNumber: miami,
      label: 'Front desk',
      carrier: 'other',
      carrierId: null,
      status: 'active',
      capabilities: { voice: true, sms: false, mms: false },
      areaCode: '305',
      state: 'FL',
      route: null,
      routeName: null,
    });
    expect((await admin.call(dids.get, { id: made.id })).body).toEqual(made);
  });

  it('is refused where it is no number, is there already, or an agent adds it', async () => {
    const { add, admin, agent } = await workspace();
    await add();
    expect(await admin.call(dids.create, { phoneNumber: miami })).toMatchObject({
      status: 409,
      body: { code: 'number_taken' },
    });
    expect((await admin.call(dids.create, { phoneNumber: '+1305' })).status).toBe(400);
    expect((await agent.call(dids.create, { phoneNumber: '+13055550143' })).status).toBe(403);
    expect((await agent.call(dids.list, {})).body.dids).toHaveLength(1);
  });

  it('is found by its digits, its label and its carrier', async () => {
    const { add, agent } = await workspace();
    await add({ label: 'Front desk', carrier: 'telnyx' });
    await add({ phoneNumber: '+12125550142', label: 'New York' });
    const found = async (asked: object) =>
      (await agent.call(dids.list, asked)).body.dids.map(({ label }) => label);
    expect(await found({ search: '(305) 555' })).toEqual(['Front desk']);
    expect(await found({ search: 'york' })).toEqual(['New York']);
    expect(await found({ carrier: 'telnyx' })).toEqual(['Front desk']);
    expect(await found({ page: 2, limit: 1 })).toEqual(['Front desk']);
    expect(await found({ status: 'released' })).toEqual([]);
  });
});

describe('where calls to a number lead', () => {
  it('is told to the exchange, and taken back with the number', async () => {
    const { add, admin, rings, toQueue, queue } = await workspace();
    const made = await add({ route: toQueue });
    expect(made.routeName).toBe('Sales');
    expect(rings()).toEqual({ to: { queueId: queue.id } });
    const extension = (await admin.call(pbx.createExtension, { number: '101', name: 'Maya' })).body;
    const changed = await admin.call(dids.update, {
      id: made.id,
      version: made.version,
      route: { kind: 'extension', extensionId: extension.id },
    });
    expect(changed.body).toMatchObject({ routeName: '101 Maya', version: made.version + 1 });
    expect(rings()?.to).toMatchObject({ phone: expect.stringMatching(/^t\d+-101$/) });
    expect((await admin.call(dids.update, { id: made.id, version: made.version, label: 'x' })).status).toBe(
      409,
    );
    await admin.call(dids.remove, { id: made.id });
    expect(rings()).toBeUndefined();
  });

  it('names a queue or an extension of this workspace', async () => {
    const [one, other] = [await workspace(), await workspace()];
    const made = await one.add();
    const foreign = await one.admin.call(dids.update, { id: made.id, route: other.toQueue });
    expect(foreign).toMatchObject({ status: 400, body: { code: 'unknown_reference' } });
    expect((await other.admin.call(dids.get, { id: made.id })).status).toBe(404);
  });

  it('is told later where the exchange was down', async () => {
    const { add, inTenant, rings, toQueue, queue } = await workspace();
    exchange.isDown = true;
    await add({ route: toQueue });
    expect(rings()).toBeUndefined();
    exchange.isDown = false;
    await inTenant(async () => {
      await eventually(async () => expect(await dueIds('exchangePush')).toContain(`number:${miami}`));
      await exchangePushWork.look(`number:${miami}`);
    });
    expect(rings()).toEqual({ to: { queueId: queue.id } });
  });

  it('is told to an exchange that the workspace moves to', async () => {
    const { add, inTenant, toQueue } = await workspace();
    await add({ route: toQueue });
    await add({ phoneNumber: '+12125550142' });
    routedNumbers.register(everyRouted);
    deployedPlans.register(plansToServe);
    await inTenant(tellEverything);
    await inTenant(() =>
      eventually(async () => {
        const due = await dueIds('exchangePush');
        expect(due.filter((id) => id.startsWith('number:'))).toEqual([`number:${miami}`]);
      }),
    );
  });

  it('is refused where another workspace on the exchange takes the calls of the number', async () => {
    const [one, other] = [await workspace(), await workspace()];
    await one.add({ route: one.toQueue });
    const taken = {
      status: 409,
      body: {
        error: 'Another workspace on this exchange takes the calls of this number.',
        code: 'number_taken',
      },
    };
    expect(await other.admin.call(dids.create, { phoneNumber: miami })).toMatchObject(taken);
    expect((await other.admin.call(dids.list, {})).body.dids).toEqual([]);
    await one.admin.call(dids.update, { id: didIdOf(miami), route: null });
    const late = await other.add();
    await one.admin.call(dids.update, { id: didIdOf(miami), route: one.toQueue });
    const refused = await other.admin.call(dids.update, { id: late.id, route: other.toQueue });
    expect(refused).toMatchObject(taken);
    expect((await other.admin.call(dids.update, { id: late.id, label: 'Texts' })).status).toBe(200);
    exchange.isDown = true;
    expect((await other.admin.call(dids.update, { id: late.id, route: other.toQueue })).status).toBe(200);
  });

  it('is told of an extension that gets another number, and is nowhere once it is gone', async () => {
    const { add, admin, rings, tenant } = await workspace();
    const { id } = (await admin.call(pbx.createExtension, { number: '101', name: 'Maya' })).body;
    await add({ route: { kind: 'extension', extensionId: id } });
    await admin.call(pbx.updateExtension, { id, number: '102' });
    expect(rings()).toEqual({ to: { phone: `t${tenant.id}-102` } });
    expect((await admin.call(dids.list, { leadsTo: id })).body.dids).toMatchObject([{ phoneNumber: miami }]);
    const gone = await admin.call(pbx.removeExtension, { id });
    expect(gone.body.message).toBe('Extension 102 has been removed. Calls to +13055550142 lead nowhere now.');
    expect(rings()).toBeUndefined();
  });

  it('is taken back later where the exchange was down when the queue was removed', async () => {
    const { add, admin, inTenant, rings, toQueue, queue } = await workspace();
    await add({ route: toQueue });
    exchange.isDown = true;
    await admin.call(pbx.removeQueue, { id: queue.id });
    expect(rings()).toBeDefined();
    exchange.isDown = false;
    await inTenant(async () => {
      await eventually(async () => expect(await dueIds('exchangePush')).toContain(`number:${miami}`));
      await exchangePushWork.look(`number:${miami}`);
    });
    expect(rings()).toBeUndefined();
  });

  it('is nowhere once the queue is gone', async () => {
    const { add, admin, inTenant, rings, toQueue, queue } = await workspace();
    const made = await add({ route: toQueue });
    const gone = await admin.call(pbx.removeQueue, { id: queue.id });
    expect(gone.body.message).toBe('“Sales” has been removed. Calls to +13055550142 lead nowhere now.');
    expect(rings()).toBeUndefined();
    expect((await admin.call(dids.get, { id: made.id })).body).toMatchObject({
      route: toQueue,
      routeName: null,
    });
    await admin.call(dids.update, { id: made.id, label: 'Again' });
    await inTenant(() => expectNoneDue('exchangePush'));
    expect(rings()).toBeUndefined();
  });
});

describe('a number that a provider of texts rents out', () => {
  it('is the same number as the one brought by hand, and keeps what people said of it', async () => {
    const { add, admin, inTenant, toQueue } = await workspace();
    const made = await add({ label: 'Front desk', route: toQueue });
    await inTenant(() => putTextNumbers([fromTwilio]));
    const [both, ...more] = (await admin.call(dids.list, {})).body.dids;
    expect(more).toEqual([]);
    expect(both).toMatchObject({
      id: made.id,
      label: 'Front desk',
      carrier: 'twilio',
      carrierId: 'PN1',
      route: toQueue,
      capabilities: { voice: true, sms: true, mms: false },
    });
    expect((await admin.call(api.sms.numbers, {})).body.numbers).toMatchObject([
      { id: made.id, number: miami, label: 'Front desk', provider: 'twilio' },
    ]);
    expect((await admin.call(dids.update, { id: made.id, carrier: 'telnyx' })).status).toBe(409);
  });

  it('is not removed while it is rented, and stays as released when it is given back', async () => {
    const { add, admin, inTenant, toQueue } = await workspace();
    await inTenant(() => putTextNumbers([fromTwilio]));
    const id = didIdOf(miami);
    expect(await admin.call(dids.remove, { id })).toMatchObject({
      status: 409,
      body: { error: 'Release this number first.', code: 'release_first' },
    });
    expect((await admin.call(dids.bulkDelete, { ids: [id] })).body).toMatchObject({
      summary: { successful: 0, failed: 1 },
      results: [{ id, success: false, reason: 'Release this number first.' }],
    });
    await inTenant(() => putTextNumbers([{ ...fromTwilio, isActive: false }]));
    expect((await admin.call(dids.get, { id })).body.status).toBe('released');
    expect((await admin.call(dids.remove, { id })).status).toBe(200);

    await add({ route: toQueue });
    await inTenant(() => putTextNumbers([fromTwilio]));
    await inTenant(() => markReleased(id));
    const { body } = await admin.call(dids.get, { id });
    expect(body).toMatchObject({ status: 'released', route: toQueue, carrier: 'twilio' });
    expect(body.releasedAt).not.toBeNull();
    await inTenant(async () => expect(await textNumbers()).toMatchObject([{ isActive: false }]));
  });
});

describe('a list of numbers', () => {
  const list = 'Phone,Label,Carrier\n(305) 555-0142,Front desk,Telnyx\nnonsense,,\n+13055550142,Twice,\n';

  it('adds each once, and says of each row what became of it', async () => {
    const { admin } = await workspace();
    const first = await admin.call(dids.bulkUpload, { fileContent: list });
    expect(first.body).toEqual({
      summary: { successful: 1, failed: 1, skipped: 1 },
      results: [
        { row: 2, phoneNumber: '(305) 555-0142', success: true, reason: '' },
        { row: 3, phoneNumber: 'nonsense', success: false, reason: 'This is not a phone number.' },
        {
          row: 4,
          phoneNumber: '+13055550142',
          success: false,
          reason: 'This number is in the workspace already.',
        },
      ],
    });
    expect((await admin.call(dids.list, {})).body.dids).toMatchObject([
      { phoneNumber: miami, label: 'Front desk', carrier: 'telnyx' },
    ]);
    const again = await admin.call(dids.bulkUpload, { fileContent: list });
    expect(again.body.summary).toEqual({ successful: 0, failed: 1, skipped: 2 });
  });

  it('puts its numbers into the pools that it names, also those that are there already', async () => {
    const { admin } = await workspace();
    for (const name of ['Florida', 'Twice', 'twice']) await admin.call(api.didPools.create, { name });
    await admin.call(dids.create, { phoneNumber: miami });
    const fileContent = [
      'Number,Pool',
      `${miami},Florida`,
      '+13055550143,FLORIDA',
      '+13055550144,Texas',
      '+13055550145,Twice',
      '+13055550146,',
    ].join('\n');
    const { body } = await admin.call(dids.bulkUpload, { fileContent });
    expect(body.results.map(({ reason }) => reason)).toEqual([
      'This number is in the workspace already.',
      '',
      'There is no pool named “Texas”.',
      'Several pools are named “Twice”.',
      '',
    ]);
    const { pools } = (await admin.call(api.didPools.list, { search: 'Florida' })).body;
    expect(pools[0]!.dids.map(({ phoneNumber }) => phoneNumber)).toEqual([miami, '+13055550143']);
    expect((await admin.call(dids.list, {})).body.pagination.total).toBe(3);
  });

  it('is refused where it is none, or holds too many', async () => {
    const { admin, agent } = await workspace();
    const upload = async (fileContent: string) => (await admin.call(dids.bulkUpload, { fileContent })).status;
    expect(await upload('')).toBe(400);
    expect(await upload('phone,label\n')).toBe(400);
    const many = Array.from({ length: didLimits.dids + 1 }, (_, n) => `+1305${5550000 + n}`);
    expect(await upload(many.join('\n'))).toBe(400);
    expect((await agent.call(dids.bulkUpload, { fileContent: list })).status).toBe(403);
  });
});
