import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { withExchange } from '#tests/support/test-exchange.ts';

const { pbx, users } = api;
const exchange = withExchange();
const ann = {
  username: 'ann',
  email: 'ann@example.com',
  password: 'correct horse battery',
  firstName: 'Ann',
  lastName: 'Lee',
  extension: '104',
};

async function floor() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const queue = await admin.call(pbx.createQueue, { number: '600', name: 'Sales' });
  expect(queue.status, JSON.stringify(queue.body)).toBe(201);
  /** What a refusal must not change. */
  const everything = async () => [
    (await admin.call(users.list, {})).body.users.map(({ username }) => username),
    (await admin.call(pbx.listExtensions, {})).body,
    (await admin.call(pbx.listQueues, {})).body,
  ];
  return { tenant, admin, queueId: queue.body.id, everything };
}

describe('adding an agent with a phone', () => {
  it('makes the user, the extension and a member of each queue, and tells the exchange', async () => {
    const { tenant, admin, queueId } = await floor();
    const queues = [{ queueId, penalty: 3 }];
    const { status, body } = await admin.call(pbx.createAgent, {
      ...ann,
      callerId: '(305) 555-0123',
      queues,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.secret).toMatch(/^[\w-]{24}$/);
    expect(body.user).toMatchObject({ username: 'ann', role: 'agent', extension: '104' });
    const { userId } = body.user;
    expect(body.extension).toMatchObject({
      number: '104',
      name: 'Ann Lee',
      userId,
      userName: 'Ann Lee',
      callerId: '+13055550123',
      status: 'offline',
      queues: [{ queueId, penalty: 3, paused: false }],
    });
    const { members } = (await admin.call(pbx.getQueue, { id: queueId })).body;
    expect(members).toMatchObject([{ extensionId: body.extension.id, userId, penalty: 3 }]);
    const told = exchange.queues.get(`${tenant.id}/${queueId}`);
    expect(told?.members).toMatchObject([{ phone: `t${tenant.id}-104`, penalty: 3 }]);
  });

  it('asked for again, as after a kill, is refused and adds nothing', async () => {
    const { admin, queueId, everything } = await floor();
    const input = { ...ann, queues: [{ queueId }] };
    await admin.call(pbx.createAgent, input);
    // The list of users is read by an index, which is some milliseconds late.
    await eventually(async () => expect((await everything())[0]).toContain('ann'));
    const before = await everything();
    const { status, body } = await admin.call(pbx.createAgent, input);
    expect([status, body.error]).toEqual([409, 'The username ann is taken.']);
    expect(await everything()).toEqual(before);
  });

  it('leaves nothing behind when it is refused', async () => {
    const { admin, queueId, everything } = await floor();
    const other = await floor();
    const join = [{ queueId }];
    const before = await everything();
    const refusals: [object, number, string][] = [
      [{ username: 'agent' }, 409, 'The username agent is taken.'],
      [{ email: 'agent@example.com' }, 409, 'The e-mail address agent@example.com is taken.'],
      [{ extension: '600' }, 409, 'The number 600 is another extension’s or a queue’s.'],
      [{ extension: '911' }, 400, 'An extension is never 911 or 933, which call the emergency services.'],
      [{ callerId: '12345' }, 400, '12345'],
      [{ password: 'short' }, 400, 'A password has at least 8 characters.'],
      [{ queues: [...join, ...join] }, 400, 'A queue is in the list twice.'],
      [{ queues: [...join, { queueId: other.queueId }] }, 400, 'There is no such queue.'],
    ];
    for (const [wrong, expected, sentence] of refusals) {
      const { status, body } = await admin.call(pbx.createAgent, { ...ann, queues: join, ...wrong });
      expect([status, body.error]).toEqual([expected, expect.stringContaining(sentence)]);
    }
    expect(await everything()).toEqual(before);
    expect((await other.everything())[2]).toMatchObject({ queues: [{ members: [] }] });
  });

  it('comes through beside others who join the same queue at one instant', async () => {
    const { admin, queueId } = await floor();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        admin.call(pbx.createAgent, {
          ...ann,
          username: `ann${n}`,
          email: `ann${n}@example.com`,
          extension: `20${n}`,
          queues: [{ queueId }],
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await admin.call(pbx.getQueue, { id: queueId })).body.members).toHaveLength(4);
  });

  it('is for whoever may add users: the rights to extensions and queues are not enough', async () => {
    const { tenant, admin } = await floor();
    const clerk = await tenant.user('agent', { username: 'clerk' });
    const permissions = { 'extensions.edit': true, 'queues.edit': true };
    await admin.call(users.rolePermissions, { id: clerk.userId, permissions });
    expect((await as(clerk).call(pbx.createAgent, ann)).status).toBe(403);
    expect((await admin.call(pbx.createAgent, ann)).status).toBe(201);
  });
});
