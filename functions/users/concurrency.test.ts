import { expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant, type TestUser } from '#tests/support/tenant.ts';
import { updateUser } from './update.ts';

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

const tally = (statuses: number[]) =>
  Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]));

it('200 at once for one username leave exactly one user', async () => {
  const { admin } = await freshTenant();
  const answers = await times(200, (n) =>
    as(admin).call(api.users.create, {
      username: 'one',
      email: `one${n}@example.com`,
      password: 'long enough',
    }),
  );
  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 199 });
  await eventually(async () => {
    const { body } = await as(admin).call(api.users.list, { search: 'one' });
    expect(body.users).toHaveLength(1);
    expect((await as(admin).call(api.users.list)).body.pagination.total).toBe(4);
  });
}, 60_000);

it('50 different users at once are all there, and counted', async () => {
  const { admin } = await freshTenant();
  const answers = await times(50, (n) =>
    as(admin).call(api.users.create, {
      username: `u${n}`,
      email: `u${n}@example.com`,
      password: 'long enough',
    }),
  );
  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 50 });
  await eventually(async () => {
    const { body } = await as(admin).call(api.users.list, { limit: 100 });
    expect([body.users.length, body.pagination.total]).toEqual([53, 53]);
  });
}, 60_000);

it('of 20 changes of one version, one is made', async () => {
  const { admin, agent } = await freshTenant();
  const answers = await times(20, (n) =>
    as(admin).call(api.users.update, { id: agent.userId, firstName: `Name ${n}`, version: 1 }),
  );
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 19 });
  expect((await as(admin).call(api.users.get, { id: agent.userId })).body.version).toBe(2);
});

// By use case: by call, the guard may already refuse the second as no longer an admin, which is right as well.
it('two admins who are demoted at once leave one admin', async () => {
  for (let round = 0; round < 5; round++) {
    const tenant = await freshTenant();
    const second = await tenant.user('admin', { username: 'second' });
    const demote = ({ userId }: typeof second) =>
      asSystem(tenant.id, 'test', () => updateUser(userId, { role: 'agent' }));
    const answers = await Promise.allSettled([demote(tenant.admin), demote(second)]);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map(({ reason }) => [reason.status, reason.message])).toEqual([
      [409, 'This is the last active admin. Make somebody else an admin first.'],
    ]);
  }
});

it('two admins who demote or remove each other at once leave one', async () => {
  for (const take of [
    (by: TestUser, whom: TestUser) => as(by).call(api.users.update, { id: whom.userId, role: 'agent' }),
    (by: TestUser, whom: TestUser) => as(by).call(api.users.remove, { id: whom.userId }),
  ]) {
    const tenant = await freshTenant();
    const second = await tenant.user('admin', { username: 'second' });
    const answers = await Promise.all([take(tenant.admin, second), take(second, tenant.admin)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    // 401 where the guard saw the change first.
    expect([401, 409]).toContain(statuses[1]);
  }
});
