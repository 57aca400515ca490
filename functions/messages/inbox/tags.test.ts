import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { receive } from '../inbound/inbound.ts';
import type { SmsAccount } from '../providers/types.ts';
import { adoptThreads } from '../threads/adopt.ts';
import { forgetThread } from '../threads/delete.ts';
import { conversationIdOf } from '../threads/recipient.ts';

const { conversations, leads } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

let sid = 0;
const numbers = ['+13055550171', '+13055550172', '+13055550173'];
const [one, two, three] = numbers.map((number) => conversationIdOf(null, number)) as [string, string, string];

/** A workspace with three threads of strangers. */
async function threads() {
  await world.clock();
  const all = await texting();
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'test', work);
  const from = (number: string) =>
    system(() =>
      receive(
        {
          providerId: `SMt${++sid}`,
          from: number,
          to: '+15615550100',
          body: 'Hi',
          mediaUrls: [],
          answered: null,
        },
        { provider: 'twilio', sandbox: true } as SmsAccount,
      ),
    );
  for (const number of numbers) await from(number);
  const listed = async (input: object) =>
    (await all.admin.call(conversations.list, input)).body.conversations.map(({ id }) => id);
  const shows = (input: object, ids: string[]) =>
    eventually(async () => expect((await listed(input)).toSorted()).toEqual(ids.toSorted()));
  await shows({}, [one, two, three]);
  const tag = (id: string, tags: string[]) => all.admin.call(conversations.setTags, { id, tags });
  const known = async () => (await all.admin.call(conversations.tags, {})).body.tags;
  return { ...all, system, from, shows, listed, tag, known };
}

describe('tags of a conversation', () => {
  it('narrow the inbox, whatever their case, and are offered while a conversation has them', async () => {
    const { tag, known, shows, agent } = await threads();
    expect((await tag(one, ['Roof', 'roof', 'urgent'])).body.tags).toEqual(['roof', 'urgent']);
    expect((await tag(two, ['ROOF'])).body.tags).toEqual(['roof']);
    await shows({ tag: 'Roof' }, [one, two]);
    await shows({ tag: 'urgent' }, [one]);
    await shows({ tag: 'urgent', state: 'closed' }, []);
    expect(await known()).toEqual(['roof', 'urgent']);
    await tag(one, []);
    await shows({ tag: 'roof' }, [two]);
    expect(await known()).toEqual(['roof']);
    expect((await agent.call(conversations.list, { tag: 'roof' })).body.conversations).toHaveLength(1);
  });

  it('stay in their place when somebody writes, and go with the conversation', async () => {
    const { admin, tag, shows, from, listed, system, known } = await threads();
    await tag(one, ['roof']);
    await tag(two, ['roof']);
    await from(numbers[0]!);
    await eventually(async () => expect(await listed({ tag: 'roof' })).toEqual([one, two]));
    const { body: lead } = await admin.call(leads.create, { firstName: 'Nora', phones: [numbers[0]!] });
    await system(() => adoptThreads(lead.id));
    await shows({ tag: 'roof' }, [conversationIdOf(lead.id, ''), two]);
    await admin.call(leads.remove, { id: lead.id, force: 'true' });
    await system(() => forgetThread(lead.id));
    await shows({ tag: 'roof' }, [two]);
    expect(await known()).toEqual(['roof']);
  });

  it('are few, and short', async () => {
    const { tag } = await threads();
    const many = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);
    expect(JSON.stringify((await tag(one, many(11))).body)).toContain('at most 10 tags');
    expect((await tag(one, ['x'.repeat(41)])).status).toBe(400);
    expect((await tag(one, [' '])).status).toBe(400);
    expect((await tag(one, many(10))).status).toBe(200);
    expect((await tag('cnv_missing', ['a'])).status).toBe(404);
  });
});

describe('a change of many conversations', () => {
  it('is done to each, and says of the others why not', async () => {
    const { admin, shows } = await threads();
    const change = async (ids: string[], to: object) =>
      (await admin.call(conversations.changeMany, { ids, change: to as { action: 'close' } })).body;
    expect(await change([one, two, one, 'cnv_missing'], { action: 'close' })).toEqual({
      changed: 2,
      refused: [{ id: 'cnv_missing', reason: expect.stringMatching(/\S/) }],
    });
    await shows({ state: 'open' }, [three]);
    await shows({ state: 'closed' }, [one, two]);
    expect((await change([one, two], { action: 'open' })).changed).toBe(2);
    expect((await change([one, two], { action: 'tag', tag: 'Roof' })).changed).toBe(2);
    expect((await change([one], { action: 'untag', tag: 'roof' })).changed).toBe(1);
    await shows({ tag: 'roof' }, [two]);
    const past = await change([one], { action: 'snooze', until: '2020-01-01T00:00:00Z' });
    expect(past).toMatchObject({ changed: 0, refused: [{ id: one }] });
  });

  it('leaves alone what the caller does not see', async () => {
    const { agent, tenant, lead, system, tag } = await threads();
    const colleague = await tenant.user('agent', { username: 'colleague' });
    const theirs = await lead({ firstName: 'Theirs', ownerId: colleague.userId });
    await system(() =>
      receive(
        {
          providerId: 'SMtheirs',
          from: theirs.number,
          to: '+15615550100',
          body: 'Hi',
          mediaUrls: [],
          answered: null,
        },
        { provider: 'twilio', sandbox: true } as SmsAccount,
      ),
    );
    const id = conversationIdOf(theirs.id, '');
    await tag(id, ['roof']);
    const change = { action: 'untag', tag: 'roof' } as const;
    expect((await agent.call(conversations.changeMany, { ids: [id], change })).body.changed).toBe(0);
    expect((await agent.call(conversations.setTags, { id, tags: [] })).status).toBe(404);
    expect((await agent.call(conversations.list, { tag: 'roof' })).body.conversations).toEqual([]);
  });
});

it('keeps views of the inbox, one’s own and shared ones', async () => {
  const { admin, agent } = await texting();
  const view = { name: 'Urgent ones', filter: { tag: 'urgent', state: 'any' as const } };
  const { body: own } = await agent.call(conversations.saveView, view);
  expect(own).toMatchObject({ filter: { tag: 'urgent', state: 'any', assigned: 'all', unread: false } });
  expect((await admin.call(conversations.views, {})).body.views).toEqual([]);
  expect((await admin.call(conversations.updateView, { id: own.id, name: 'Mine' })).status).toBe(404);
  await agent.call(conversations.updateView, { id: own.id, shared: true });
  expect((await admin.call(conversations.views, {})).body.views).toMatchObject([
    { name: 'Urgent ones', filter: { tag: 'urgent' }, shared: true },
  ]);
  const stale = await agent.call(conversations.updateView, {
    id: own.id,
    name: 'Late',
    version: own.version,
  });
  expect(stale.status).toBe(409);
  expect((await agent.call(conversations.removeView, { id: own.id })).status).toBe(200);
  expect((await agent.call(conversations.views, {})).body.views).toEqual([]);
});
