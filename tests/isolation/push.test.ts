import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { signAccessToken } from '#functions/kernel/tokens.ts';
import { conversationWrites } from '#functions/messages/threads/conversation-store.ts';
import { playerKeyOf } from '#functions/signage/pages.ts';
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

describe('a project that is open', () => {
  const { content } = api;
  const newProject = async (user: TestUser) =>
    (await as(user).call(content.create, { name: 'Sign' })).body.id;
  const channelOfProject = (tenantId: number, projectId: string) =>
    channelOf(tenantId, 'editing', { projectId });

  it('is heard by who may see content in its tenant, by its exact path', async () => {
    const channel = channelOfProject(own.id, await newProject(own.agent));
    const mayNot = await own.user('agent');
    const permissions = { 'content.view': false };
    await as(own.admin).call(api.users.rolePermissions, { id: mayNot.userId, permissions });
    const paths = [channel, `${channel}/x`, `/tenant/${own.id}/project`, `/tenant/${own.id}/project/*`];
    const answers = async (user: TestUser) => {
      const page = await push.page(user);
      const types: unknown[] = [];
      for (const path of paths) types.push((await page.subscribe(path)).type);
      page.close();
      return types;
    };
    const [yes, no] = [allowed.type, refused.type];
    expect(await answers(own.agent)).toEqual([yes, no, no, no]);
    expect(await answers(other.admin)).toEqual([no, no, no, no]);
    expect(await answers(mayNot)).toEqual([no, no, no, no]);
  });

  it('tells who has it open when somebody comes, selects, saves or leaves, and not of signs of life', async () => {
    const id = await newProject(own.agent);
    const page = await push.page(own.admin);
    expect(await page.subscribe(channelOfProject(own.id, id))).toMatchObject(allowed);
    const agent = as(own.agent);
    const hinted = async (work: () => Promise<unknown>) => {
      const { length } = page.unheard;
      await work();
      await eventually(async () => {
        await push.publish();
        expect(page.unheard.length).toBeGreaterThan(length);
      });
    };
    const here = (more: object = {}) => agent.call(content.beHere, { id, tab: 'one', ...more });
    await hinted(() => here());
    await hinted(() => here({ selection: ['elm_1'] }));
    await hinted(() => agent.call(content.update, { id, name: 'Renamed' }));
    const known = page.unheard.length;
    await here({ selection: ['elm_1'] });
    const elsewhereId = await newProject(own.agent);
    const elsewhere = await push.page(own.admin);
    await elsewhere.subscribe(channelOfProject(own.id, elsewhereId));
    await agent.call(content.beHere, { id: elsewhereId, tab: 'two' });
    await eventually(async () => {
      await push.publish();
      expect(elsewhere.unheard).toHaveLength(1);
    });
    expect(page.unheard).toHaveLength(known);
    await hinted(() => here({ leaving: true }));
    expect(new Set(page.unheard.map((hint) => JSON.stringify(hint)))).toEqual(
      new Set(['{"topic":"editing"}']),
    );
    page.close();
    elsewhere.close();
  });
});

describe('the player of a display', () => {
  const playerOf = ({ id }: TestTenant) => asSystem(id, 'test', () => playerKeyOf('screen'));
  const open = async (token: string) => {
    const player = await Listener.open(push.url, token);
    return { player, answer: (await player.init()).type };
  };

  it('hears of its tenant’s displays by its address, and of nothing else', async () => {
    const own = await freshTenant();
    const { player, answer } = await open(await playerOf(own));
    expect(answer).toBe('connection_ack');
    const displays = channelOf(own.id, 'displays', 'topic');
    expect(await player.subscribe(displays)).toMatchObject(allowed);
    const rest = [
      ...everyChannel(own.id, [own.admin, own.agent]).filter((channel) => channel !== displays),
      ...everyChannel(other.id, [other.admin]),
      channelOf(own.id, 'editing', { projectId: 'prj_1' }),
      `/tenant/${own.id}/*`,
    ];
    for (const channel of new Set(rest))
      expect(await player.subscribe(channel), channel).toMatchObject(refused);
    player.close();
  });

  it('is not connected by an address that was made up', async () => {
    const own = await freshTenant();
    const key = await playerOf(own);
    for (const guessed of [
      `${key.slice(0, -2)}zz`,
      key.replace(`dsp_${own.id}_`, `dsp_${other.id}_`),
      'dsp_',
      'dsp_1_',
    ]) {
      const { player, answer } = await open(guessed);
      expect(answer, guessed).toBe('connection_error');
      player.close();
    }
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
