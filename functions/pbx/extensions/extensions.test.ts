import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { extensionOfUserWrites } from '#functions/users/api.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';

const { pbx, users } = api;
const desk = { number: '101', name: 'Front desk' };

async function exchange() {
  const tenant = await freshTenant();
  return { tenant, admin: as(tenant.admin), agent: as(tenant.agent), userId: tenant.agent.userId };
}

/** What the two sides say of who has which extension; they must be one, as soon as the list knows of a new user. */
const extensionsByUser = (tenant: TestTenant) => eventually(() => readExtensions(tenant));

async function readExtensions(tenant: TestTenant) {
  const admin = as(tenant.admin);
  const { body: ofExchange } = await admin.call(pbx.listExtensions, {});
  const { body: everybody } = await admin.call(users.list, {});
  // The list may lag behind; one user is read as they are.
  const reads = await Promise.all(everybody.users.map(({ id }) => admin.call(users.get, { id })));
  const people = reads.filter(({ status }) => status === 200).map(({ body }) => body);
  const one = people.flatMap(({ userId, extension }) => (extension ? [[userId, extension]] : []));
  const other = ofExchange.extensions.flatMap(({ userId, number }) => (userId ? [[userId, number]] : []));
  expect(other.sort()).toEqual(one.sort());
  return Object.fromEntries(one) as Record<string, string>;
}

describe('an extension', () => {
  it('shows its SIP password when it is added and when it gets a new one, and never else', async () => {
    const { admin, agent } = await exchange();
    const made = await admin.call(pbx.createExtension, desk);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body.secret).toMatch(/^[\w-]{24}$/);
    const { body } = await admin.call(pbx.rotateExtensionSecret, { id: made.body.id });
    expect(body.secret).not.toBe(made.body.secret);
    for (const caller of [admin, agent]) {
      const read = await caller.call(pbx.getExtension, { id: made.body.id });
      const list = await caller.call(pbx.listExtensions, {});
      expect(JSON.stringify([read.body, list.body])).not.toMatch(/secret/i);
    }
  });

  it.each([
    [{ number: '1' }, 'An extension has 2 to 8 digits.'],
    [{ number: '10a' }, 'An extension has 2 to 8 digits.'],
    [{ number: '911' }, 'An extension is never 911 or 933, which call the emergency services.'],
    [{ number: '933' }, 'An extension is never 911 or 933, which call the emergency services.'],
    [{ name: ' ' }, 'Please enter a name.'],
    [{ callerId: '12345' }, expect.stringContaining('12345')],
  ])('is refused with %j', async (wrong, sentence) => {
    const { admin } = await exchange();
    const { status, body } = await admin.call(pbx.createExtension, { ...desk, ...wrong });
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it('has a number of its own, also when two are added at one instant', async () => {
    const { admin } = await exchange();
    const made = await Promise.all([1, 2, 3].map(() => admin.call(pbx.createExtension, desk)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('is found by its number, name, person and status', async () => {
    const { admin, userId } = await exchange();
    await admin.call(pbx.createExtension, { number: '1010', name: 'Lobby' });
    const { body: own } = await admin.call(pbx.createExtension, { ...desk, userId });
    const numbersOf = async (input: object) =>
      (await admin.call(pbx.listExtensions, input)).body.extensions.map(({ number }) => number);
    expect(await numbersOf({})).toEqual(['101', '1010']);
    expect(await numbersOf({ search: 'agent test' })).toEqual(['101']);
    expect(await numbersOf({ search: 'lob' })).toEqual(['1010']);
    expect(await numbersOf({ userId })).toEqual(['101']);
    await admin.call(pbx.setExtensionStatus, { id: own.id, status: 'away' });
    expect(await numbersOf({ status: 'away' })).toEqual(['101']);
  });

  it('keeps what a change leaves out, and is not changed over the change of another', async () => {
    const { admin } = await exchange();
    const { body: made } = await admin.call(pbx.createExtension, { ...desk, voicemail: true });
    const changed = await admin.call(pbx.updateExtension, { id: made.id, version: 1, name: 'Reception' });
    expect(changed.body).toMatchObject({ number: '101', name: 'Reception', voicemail: true, version: 2 });
    const late = await admin.call(pbx.updateExtension, { id: made.id, version: 1, name: 'Late' });
    expect(late.status).toBe(409);
  });

  it('has its status changed by its own agent and by admins, and stays as it is in an edit', async () => {
    const { tenant, admin, agent, userId } = await exchange();
    const { body: own } = await admin.call(pbx.createExtension, { ...desk, userId });
    const away = await agent.call(pbx.setExtensionStatus, { id: own.id, status: 'away' });
    expect(away.body).toMatchObject({ status: 'away', version: 1 });
    const edited = await admin.call(pbx.updateExtension, { id: own.id, version: 1, name: 'Ann' });
    expect(edited.body.status).toBe('away');
    const other = as(await tenant.user('agent', { username: 'other' }));
    const refused = await other.call(pbx.setExtensionStatus, { id: own.id, status: 'dnd' });
    expect([refused.status, refused.body.code]).toEqual([403, 'not_own_extension']);
    expect((await admin.call(pbx.setExtensionStatus, { id: own.id, status: 'dnd' })).status).toBe(200);
    expect((await agent.call(pbx.updateExtension, { id: own.id, name: 'Mine' })).status).toBe(403);
  });
});

describe('the extension of a user', () => {
  it('is the same thing in the form of users and on the exchange', async () => {
    const { tenant, admin, userId } = await exchange();
    await admin.call(users.update, { id: userId, extension: '104' });
    expect(await extensionsByUser(tenant)).toEqual({ [userId]: '104' });
    const { body } = await admin.call(pbx.listExtensions, {});
    expect(body.extensions).toMatchObject([{ number: '104', userId, userName: 'Agent Tester' }]);
    const { id } = body.extensions[0]!;
    await admin.call(pbx.updateExtension, { id, number: '105' });
    expect(await extensionsByUser(tenant)).toEqual({ [userId]: '105' });
    await admin.call(users.update, { id: userId, extension: '106' });
    expect(await extensionsByUser(tenant)).toEqual({ [userId]: '106' });
    expect((await admin.call(pbx.getExtension, { id })).body.number).toBe('106');
    await admin.call(users.update, { id: userId, extension: null });
    expect(await extensionsByUser(tenant)).toEqual({});
    expect((await admin.call(pbx.getExtension, { id })).body).toMatchObject({ number: '106', userId: null });
  });

  it('is taken with a new user, by nobody who comes second', async () => {
    const { tenant, admin } = await exchange();
    const person = (username: string) => ({
      username,
      email: `${username}@example.com`,
      password: 'correct horse battery',
      extension: '104',
    });
    const first = await admin.call(users.create, person('ann'));
    expect([first.status, first.body.extension]).toEqual([201, '104']);
    const second = await admin.call(users.create, person('bob'));
    expect([second.status, second.body.error]).toEqual([409, 'Extension 104 is another user’s.']);
    expect((await admin.call(users.list, { search: 'bob' })).body.users).toEqual([]);
    expect(await extensionsByUser(tenant)).toEqual({ [first.body.userId]: '104' });
  });

  it('moves to somebody else by the exchange alone, and leaves its former user without one', async () => {
    const { tenant, admin, userId } = await exchange();
    const other = await tenant.user('agent', { username: 'other' });
    const { body: one } = await admin.call(pbx.createExtension, { ...desk, userId });
    await admin.call(pbx.createExtension, { number: '102', name: 'Second', userId: other.userId });
    expect((await admin.call(users.update, { id: other.userId, extension: '101' })).status).toBe(409);
    await admin.call(pbx.updateExtension, { id: one.id, userId: other.userId });
    expect(await extensionsByUser(tenant)).toEqual({ [other.userId]: '101' });
  });

  it('goes with the extension, and is free again when its user is removed', async () => {
    const { tenant, admin, userId } = await exchange();
    const { body } = await admin.call(pbx.createExtension, { ...desk, userId });
    await admin.call(pbx.removeExtension, { id: body.id });
    expect(await extensionsByUser(tenant)).toEqual({});
    const { body: next } = await admin.call(pbx.createExtension, { ...desk, userId });
    await admin.call(users.remove, { id: userId });
    expect((await admin.call(pbx.getExtension, { id: next.id })).body.userId).toBe(null);
    expect(await extensionsByUser(tenant)).toEqual({});
  });

  it('stays one thing when both sides change at one instant', async () => {
    const { tenant, admin, userId } = await exchange();
    const other = await tenant.user('agent', { username: 'other' });
    const { body: one } = await admin.call(pbx.createExtension, { ...desk, userId });
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([
        admin.call(users.update, { id: userId, extension: `20${round}` }),
        admin.call(pbx.updateExtension, { id: one.id, userId: other.userId, number: `30${round}` }),
        admin.call(users.update, { id: other.userId, extension: `20${round}` }),
        admin.call(pbx.createExtension, { number: `40${round}`, name: 'New', userId }),
      ]);
      expect(answers.some(({ status }) => status < 300)).toBe(true);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      await extensionsByUser(tenant);
    }
  });

  it('of an earlier version becomes an extension; of two with one number the first keeps it', async () => {
    const { tenant, userId } = await exchange();
    const twin = await tenant.user('agent', { username: 'twin' });
    const wrong = await tenant.user('agent', { username: 'wrong' });
    await asSystem(tenant.id, 'test', async () => {
      for (const [id, number] of [
        [userId, '101'],
        [twin.userId, '101'],
        [wrong.userId, '911'],
      ] as const)
        await commit(await extensionOfUserWrites(id, number));
    });
    expect(await extensionsByUser(tenant)).toEqual({ [userId]: '101' });
  });
});

it('the leaderboard of the exchange is that of the dashboard', async () => {
  const { agent, userId } = await exchange();
  const { body } = await agent.call(pbx.leaderboard, { days: 7 });
  const { body: dashboard } = await agent.call(api.dashboard.stats, { days: 7 });
  expect(body).toEqual({ days: 7, leaderboard: dashboard.leaderboard });
  expect(body.leaderboard).toMatchObject([{ agentId: userId, calls: 0 }]);
  expect((await agent.call(pbx.leaderboard, { days: 32 })).status).toBe(400);
});
