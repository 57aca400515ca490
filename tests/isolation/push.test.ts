import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { signAccessToken } from '#functions/kernel/tokens.ts';
import { conversationWrites } from '#functions/messages/threads/conversation-store.ts';
import { find, updateWrite } from '#functions/tenants/store.ts';
import { api } from '#shared/api/index.ts';
import { channelOf, channelsFor, type PushTopic, pushTopics } from '#shared/model/push.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openPushChannel, tokenOf } from '#tests/support/push-channel.ts';
import { Listener } from '#tests/support/push-listener.ts';
import { as, freshTenant, sessionOf, type TestTenant, type TestUser } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

/* Who hears what on the push channel: two tenants, with two agents in one of them. */

let push: Awaited<ReturnType<typeof openPushChannel>>;
let own: TestTenant;
let other: TestTenant;
let colleague: TestUser;
beforeAll(async () => {
  push = await openPushChannel();
  [own, other] = await Promise.all([freshTenant(), freshTenant()]);
  colleague = await own.user('agent');
}, 60_000);
afterAll(() => push.close());

const topics = Object.keys(pushTopics) as PushTopic[];
const refused = { type: 'subscribe_error', errors: [{ errorType: 'UnauthorizedException' }] };
const allowed = { type: 'subscribe_success' };

const everyChannel = (tenantId: number, users: TestUser[]) =>
  topics.flatMap((topic) => [
    channelOf(tenantId, topic, 'topic'),
    channelOf(tenantId, topic, 'allLeads'),
    ...users.map(({ userId }) => channelOf(tenantId, topic, { userId })),
  ]);

/** A page of a user that listens to everything it may. */
async function listening(user: TestUser) {
  const page = await push.page(user);
  const mine = topics.flatMap((topic) => channelsFor({ ...user, permissions: {} }, topic));
  for (const channel of new Set(mine)) expect(await page.subscribe(channel), channel).toMatchObject(allowed);
  return page;
}

/** A thread that somebody has just written in. @param owner whose it is; null for nobody's */
function written({ id }: TestTenant, owner: TestUser | null): Promise<void> {
  const now = new Date().toISOString();
  const last = { id: newId('msg'), channel: 'sms', direction: 'inbound', text: 'A secret', at: now } as const;
  return asSystem(id, 'test', async () => {
    await commit(
      conversationWrites(undefined, {
        id: newId('cnv'),
        leadId: owner && newId('led'),
        address: '+13055550100',
        ownerId: owner?.userId ?? null,
        ownAddress: null,
        provider: null,
        campaignId: null,
        last,
        lastSource: null,
        unread: 1,
        messages: 1,
        optedOut: [],
        waitingSince: now,
        lastInboundAt: now,
        at: now,
        smsAt: now,
        version: 1,
      }),
    );
  });
}

describe('who may listen', () => {
  it('is a user, to the channels of their own tenant that their permissions and role give', async () => {
    for (const user of [own.admin, own.agent]) (await listening(user)).close();
    const page = await push.page(own.agent);
    const mine = topics.flatMap((topic) => channelsFor({ ...own.agent, permissions: {} }, topic));
    const rest = everyChannel(own.id, [own.admin, own.agent, own.vendor, colleague]).filter(
      (channel) => !mine.includes(channel),
    );
    expect(rest).toContain(channelOf(own.id, 'inbox', { userId: colleague.userId }));
    expect(rest).toContain(channelOf(own.id, 'inbox', 'allLeads'));
    for (const channel of new Set(rest))
      expect(await page.subscribe(channel), channel).toMatchObject(refused);
    page.close();
  });

  it('is nobody of another tenant, whatever their role', async () => {
    const foreign = everyChannel(other.id, [other.admin, other.agent, other.vendor]);
    for (const user of [own.admin, own.agent, own.vendor]) {
      const page = await push.page(user);
      for (const channel of new Set(foreign))
        expect(await page.subscribe(channel), channel).toMatchObject(refused);
      page.close();
    }
  });

  it('never listens to more than one channel at once', async () => {
    const page = await push.page(own.admin);
    for (const channel of [
      '/tenant/*',
      `/tenant/${own.id}/*`,
      `/tenant/${own.id}/topic/*`,
      `/tenant/${own.id}/user/*`,
      `/tenant/${other.id}/*`,
      `/tenant/${own.id}`,
    ])
      expect(await page.subscribe(channel), channel).toMatchObject(refused);
    page.close();
  });

  it('has a permission of the topic at that moment', async () => {
    const agent = await own.user('agent');
    const channel = channelOf(own.id, 'calls', 'topic');
    const page = await push.page(agent);
    expect(await page.subscribe(channel)).toMatchObject(allowed);
    const permissions = { 'calls.view': false };
    const { status } = await as(own.admin).call(api.users.rolePermissions, { id: agent.userId, permissions });
    expect(status).toBe(200);
    const token = await tokenOf(agent);
    expect(await page.subscribe(channelOf(own.id, 'inbox', 'topic'), token)).toMatchObject(allowed);
    const again = await push.page(agent);
    expect(await again.subscribe(channel)).toMatchObject(refused);
    page.close();
    again.close();
  });
});

describe('a token that counts no more', () => {
  const attempt = async (token: string) => {
    const page = await Listener.open(push.url, token);
    const answer = await page.init();
    page.close();
    return answer.type;
  };

  it('opens no connection: expired, of a session that ended, of a user who was removed, forged, an API key', async () => {
    const agent = await own.user('agent');
    const expired = await tokenOf(agent);
    const session = { tenantId: own.id, userId: agent.userId, sessionId: 'ses_unknown' };
    const stranger = { tenantId: other.id, userId: agent.userId, sessionId: await sessionOf(agent) };
    expect(await attempt(expired)).toBe('connection_ack');
    expect(await attempt(await signAccessToken(session))).toBe('connection_error');
    expect(await attempt(await signAccessToken(stranger))).toBe('connection_error');
    expect(await attempt(`${expired.slice(0, -4)}AAAA`)).toBe('connection_error');
    expect(await attempt('dbk_1_01ARZ3NDEKTSV4RRFFQ69G5FAV_x')).toBe('connection_error');
    const time = timeTravel();
    time.forward({ minutes: 16 });
    expect(await attempt(expired)).toBe('connection_error');
    time.forward({ minutes: -16 });
    await as(own.admin).call(api.users.update, { id: agent.userId, isActive: false });
    expect(await attempt(expired)).toBe('connection_error');
  });

  it('subscribes to nothing on a connection that was opened before', async () => {
    const agent = await own.user('agent');
    const page = await push.page(agent);
    expect(await page.subscribe(channelOf(own.id, 'inbox', 'topic'))).toMatchObject(allowed);
    await as(own.admin).call(api.users.update, { id: agent.userId, isActive: false });
    expect(await page.subscribe(channelOf(own.id, 'calls', 'topic'))).toMatchObject(refused);
    page.close();
  });

  it('is everybody’s of a suspended workspace', async () => {
    const tenant = await freshTenant();
    const token = await tokenOf(tenant.admin);
    expect(await attempt(token)).toBe('connection_ack');
    await asSystem(tenant.id, 'test', async () => {
      const before = (await find())!;
      const suspendedAt = new Date().toISOString();
      await commit(updateWrite(before, { ...before, suspendedAt, version: before.version + 1 }));
    });
    expect(await attempt(token)).toBe('connection_error');
  });
});

describe('a hint', () => {
  it('comes after a change, to whom may see what changed, and carries nothing of it', async () => {
    const [admin, agent, second, stranger] = await Promise.all(
      [own.admin, own.agent, colleague, other.admin].map(listening),
    );
    const distinct = (page: Listener) => new Set(page.unheard.map((one) => JSON.stringify(one)));
    const hint = new Set([JSON.stringify({ topic: 'inbox' })]);
    await written(own, own.agent);
    await eventually(async () => {
      await push.publish();
      for (const page of [admin, agent]) expect(distinct(page!)).toEqual(hint);
    });
    for (const page of [second, stranger]) expect(page!.unheard).toEqual([]);
    // A thread of nobody's is everybody's of the workspace.
    await written(own, null);
    await eventually(async () => {
      await push.publish();
      expect(distinct(second!)).toEqual(hint);
    });
    expect(stranger!.unheard).toEqual([]);
    await written(other, null);
    await eventually(async () => {
      await push.publish();
      expect(distinct(stranger!)).toEqual(hint);
    });
    for (const page of [admin, agent, second, stranger]) page!.close();
  });
});
