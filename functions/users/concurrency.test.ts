import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

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

it('two admins who demote each other at once leave one admin', async () => {
  for (let round = 0; round < 5; round++) {
    const tenant = await freshTenant();
    const second = await tenant.user('admin', { username: 'second' });
    const demote = (by: typeof second, whom: typeof second) =>
      as(by).call(api.users.update, { id: whom.userId, role: 'agent' });
    const answers = await Promise.all([demote(tenant.admin, second), demote(second, tenant.admin)]);
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 1 });
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error).toBe('This is the last active admin. Make somebody else an admin first.');
  }
});

it('two admins who remove each other at once leave one', async () => {
  const tenant = await freshTenant();
  const second = await tenant.user('admin', { username: 'second' });
  const answers = await Promise.all([
    as(tenant.admin).call(api.users.remove, { id: second.userId }),
    as(second).call(api.users.remove, { id: tenant.admin.userId }),
  ]);
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 1 });
});
