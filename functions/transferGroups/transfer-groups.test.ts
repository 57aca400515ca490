import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { transferGroupLimits } from '#shared/model/transfer-group.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { drawNumber, releaseNumbers } from './api.ts';

const { transferGroups } = api;
const phones = ['+13055550101', '+13055550102', '+13055550103'];
const officeHours = {
  timeZone: 'America/New_York',
  week: [null, ...Array(5).fill([540, 1020]), null] as ([number, number] | null)[],
};

async function group(more: object = {}) {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const numbers = phones.map((phoneNumber) => ({ phoneNumber }));
  const made = await admin.call(transferGroups.create, { name: 'Closers', numbers, ...more });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  const next = async (key?: string) =>
    (await agent.call(transferGroups.nextNumber, { id, ...(key ? { key } : {}) })).body;
  return { tenant, admin, agent, made: made.body, id, next };
}

describe('a transfer group', () => {
  it('has what may be left out by default', async () => {
    const { made } = await group({ numbers: [{ phoneNumber: '(305) 555-0101' }] });
    expect(made).toMatchObject({
      strategy: 'roundRobin',
      hours: null,
      fallbackNumber: null,
      ringSeconds: 30,
      numbers: [{ phoneNumber: '+13055550101', priority: 1, weight: 1, isActive: true, maxConcurrent: 1 }],
    });
  });

  it('is found by its name and by its numbers, and is read by agents alone', async () => {
    const { agent, admin, id } = await group();
    for (const search of ['clos', '5550102'])
      expect((await agent.call(transferGroups.list, { search })).body.groups).toMatchObject([{ id }]);
    expect((await agent.call(transferGroups.list, { search: 'nobody' })).body.groups).toEqual([]);
    expect((await agent.call(transferGroups.update, { id, name: 'Mine' })).status).toBe(403);
    expect((await admin.call(transferGroups.remove, { id })).body.message).toBe(
      '“Closers” has been removed.',
    );
    expect((await agent.call(transferGroups.get, { id })).body.error).toBe(
      'The transfer group was not found.',
    );
  });

  it.each([
    [{ name: ' ' }, 'Please enter a name.'],
    [{ ringSeconds: 4 }, expect.stringMatching(/5/)],
    [{ ringSeconds: 121 }, expect.stringMatching(/120/)],
    [
      { hours: { ...officeHours, timeZone: 'Mars/Base' } },
      expect.stringContaining('There is no such time zone.'),
    ],
    [{ fallbackNumber: '+12121550123' }, expect.any(String)],
    [
      { numbers: [{ phoneNumber: '305 555 0101' }, { phoneNumber: '+13055550101' }] },
      '+13055550101 is in this group already.',
    ],
    [{ numbers: [{ phoneNumber: '+13055550101', weight: 0 }] }, expect.any(String)],
  ])('is refused with %j', async (wrong, sentence) => {
    const tenant = await freshTenant();
    const { status, body } = await as(tenant.admin).call(transferGroups.create, {
      name: 'A',
      ...wrong,
    } as never);
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it('has a name of its own', async () => {
    const { admin } = await group();
    const other = await admin.call(transferGroups.create, { name: 'CLOSERS' });
    expect([other.status, other.body.error]).toEqual([409, 'There is a group named “Closers” already.']);
  });

  it('is changed in what is given, unless somebody was quicker', async () => {
    const { admin, id } = await group();
    const changed = await admin.call(transferGroups.update, { id, version: 1, ringSeconds: 20 });
    expect(changed.body).toMatchObject({ name: 'Closers', ringSeconds: 20, version: 2 });
    expect((await admin.call(transferGroups.update, { id, version: 1, name: 'Late' })).status).toBe(409);
  });

  it('keeps the ids of numbers that a form sends back, adds new ones and lets missing ones go', async () => {
    const { admin, id, made } = await group();
    const [first, second] = made.numbers;
    const numbers = [{ ...second!, label: 'Kept' }, { phoneNumber: '+13055550109' }];
    const { body } = await admin.call(transferGroups.update, { id, numbers });
    expect(body.numbers.map(({ id }) => id === second!.id)).toEqual([true, false]);
    expect(body.numbers.map(({ id }) => id)).not.toContain(first!.id);
    expect(body.numbers).toMatchObject([{ label: 'Kept' }, { phoneNumber: '+13055550109' }]);
  });

  it('takes numbers in, changes them and lets them go', async () => {
    const { admin, id } = await group({ numbers: [] });
    const { body: added } = await admin.call(transferGroups.addNumber, { id, phoneNumber: phones[0]! });
    const path = { id, numberId: added.id };
    const { body } = await admin.call(transferGroups.updateNumber, { ...path, label: 'Desk', weight: 5 });
    expect(body).toEqual({ ...added, label: 'Desk', weight: 5 });
    expect((await admin.call(transferGroups.removeNumber, path)).status).toBe(200);
    expect((await admin.call(transferGroups.removeNumber, path)).status).toBe(404);
    expect((await admin.call(transferGroups.get, { id })).body.numbers).toEqual([]);
  });

  it('has room for so many numbers and no more, also when they are added at once', async () => {
    const many = Array.from({ length: transferGroupLimits.numbers - 1 }, (_, n) => ({
      phoneNumber: `+1305555${String(1000 + n)}`,
    }));
    const { admin, id } = await group({ numbers: many });
    const answers = await Promise.all(
      [1, 2, 3].map((n) => admin.call(transferGroups.addNumber, { id, phoneNumber: `+1305556000${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });
});

describe('drawing a number', () => {
  it('is looked at as often as one likes, and goes on with each key', async () => {
    const { next } = await group();
    const [first, again] = [await next(), await next()];
    expect(again).toEqual(first);
    const drawn = [await next('call-1'), await next('call-2'), await next('call-3')];
    expect(drawn.map(({ phoneNumber }) => phoneNumber)).toEqual(phones);
    expect(await next('call-2')).toEqual(drawn[1]);
  });

  it('gives forty calls at once a number each, and each key one', async () => {
    const { tenant, id, admin, made } = await group();
    for (const number of made.numbers)
      await admin.call(transferGroups.updateNumber, { id, numberId: number.id, maxConcurrent: 20 });
    const keys = Array.from({ length: 20 }, (_, n) => `call-${n}`);
    const drawn = await asSystem(tenant.id, 'test', () =>
      Promise.all([...keys, ...keys].map((key) => drawNumber(id, key, 600))),
    );
    const byKey = keys.map((_, n) => [drawn[n]!.numberId, drawn[n + 20]!.numberId]);
    for (const [one, other] of byKey) expect(one).toBe(other);
    const counts = made.numbers.map((number) => byKey.filter(([one]) => one === number.id).length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('passes over numbers that are taken, until they are free again or their time is over', async () => {
    const { tenant, id, next, agent } = await group();
    const time = timeTravel('2026-11-23T16:00:00Z');
    const held = await asSystem(tenant.id, 'test', () => drawNumber(id, 'long', 3600));
    const others = [await next('a'), await next('b')];
    expect(others.map(({ numberId }) => numberId)).not.toContain(held.numberId);
    const { body: full } = await agent.call(transferGroups.checkAvailability, { id });
    expect(full).toEqual({
      available: false,
      openNow: true,
      opensAt: null,
      numbersFree: 0,
      reason: 'Every number of the group is taken.',
    });
    expect(await next('c')).toMatchObject({
      code: 'no_number_available',
      error: 'No number is available. Every number of the group is taken.',
    });
    time.forward({ seconds: 31 });
    expect((await agent.call(transferGroups.checkAvailability, { id })).body.numbersFree).toBe(2);
    await asSystem(tenant.id, 'test', () => releaseNumbers('long'));
    await asSystem(tenant.id, 'test', () => releaseNumbers('long'));
    expect((await agent.call(transferGroups.checkAvailability, { id })).body.numbersFree).toBe(3);
  });

  it('leaves out inactive numbers, and falls back where there is a number for that', async () => {
    const { admin, id, made, next } = await group({ fallbackNumber: '+13055550199' });
    for (const number of made.numbers)
      await admin.call(transferGroups.updateNumber, { id, numberId: number.id, isActive: false });
    expect(await next('x')).toEqual({
      numberId: null,
      phoneNumber: '+13055550199',
      label: 'Fallback',
      reason: 'The group has no active number.',
    });
    expect((await admin.call(transferGroups.config, { id })).body).toMatchObject({
      numbers: [],
      openNow: true,
    });
  });

  it('keeps to the hours, and says when they begin', async () => {
    const { id, next, agent } = await group({ hours: officeHours });
    const time = timeTravel('2026-11-21T16:00:00Z');
    expect((await next('x')).error).toBe('No number is available. The group is closed now.');
    expect((await agent.call(transferGroups.checkAvailability, { id })).body).toMatchObject({
      available: false,
      openNow: false,
      opensAt: '2026-11-23T14:00:00.000Z',
    });
    time.forward({ minutes: 46 * 60 });
    expect((await next('y')).phoneNumber).toBe(phones[0]);
  });
});
