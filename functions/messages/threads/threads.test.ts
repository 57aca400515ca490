import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { as } from '#tests/support/tenant.ts';
import { receive } from '../inbound/inbound.ts';
import type { SmsAccount } from '../providers/types.ts';
import { conversationIdOf } from './recipient.ts';
import { handOverThread } from './threads.ts';

const { sms, leads } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

let sid = 0;
async function inbox() {
  await world.clock();
  const all = await texting();
  const colleague = await all.tenant.user('agent');
  const mine = await all.lead({ firstName: 'Mine', ownerId: all.tenant.agent.userId });
  const theirs = await all.lead({ firstName: 'Theirs', ownerId: colleague.userId });
  const nobodys = await all.lead({ firstName: 'Nobodys' });
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'test', work);
  const account = { provider: 'twilio', sandbox: true } as SmsAccount;
  const from = (number: string, body = 'Hello') =>
    system(() =>
      receive(
        { providerId: `SM${++sid}`, from: number, to: '+15615550100', body, mediaUrls: [], answered: null },
        account,
      ),
    );
  for (const { number } of [mine, theirs, nobodys]) await from(number);
  const names = async (
    caller: typeof all.admin,
    call: typeof sms.conversations = sms.conversations,
    input = {},
  ) => (await caller.call(call, input)).body.conversations.map(({ name }) => name.split(' ')[0]);
  await eventually(async () => expect(await names(all.admin)).toHaveLength(3));
  return {
    ...all,
    colleague: as(colleague),
    colleagueId: colleague.userId,
    mine,
    theirs,
    nobodys,
    from,
    names,
    system,
  };
}
const idOf = ({ id }: { id: string }) => conversationIdOf(id, '');

describe('the inbox', () => {
  it('shows an admin all, an agent theirs and nobody’s, and by the agent’s calls only theirs', async () => {
    const { admin, agent, names } = await inbox();
    expect(await names(admin)).toEqual(['Nobodys', 'Theirs', 'Mine']);
    expect(await names(admin, sms.unified)).toEqual(['Nobodys', 'Theirs', 'Mine']);
    expect(await names(agent)).toEqual(['Nobodys', 'Mine']);
    expect(await names(agent, sms.agentConversations)).toEqual(['Mine']);
    expect(await names(admin, sms.agentConversations)).toEqual([]);
  });

  it('is turned over page by page, each once', async () => {
    const { agent, admin } = await inbox();
    for (const [caller, expected] of [
      [agent, 2],
      [admin, 3],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const { body } = await caller.call(sms.conversations, { limit: 1, ...(cursor ? { cursor } : {}) });
        seen.push(...body.conversations.map(({ id }) => id));
        cursor = body.nextCursor;
      } while (cursor);
      expect(new Set(seen).size).toBe(expected);
      expect(seen).toHaveLength(expected);
    }
    expect((await admin.call(sms.conversations, { cursor: 'made up' })).status).toBe(400);
  });

  it('counts what was not read by counters, for each their own', async () => {
    const { admin, agent, colleague, mine, from } = await inbox();
    await from(mine.number, 'Still there?');
    const counts = async () =>
      Promise.all([
        admin.call(sms.unreadCount, {}),
        agent.call(sms.unifiedUnread, {}),
        agent.call(sms.agentUnread, {}),
        colleague.call(sms.agentUnread, {}),
      ]).then((answers) => answers.map(({ body }) => [body.count, body.conversations]));
    expect(await counts()).toEqual([
      [4, 3],
      [3, 2],
      [2, 1],
      [1, 1],
    ]);
    const read = await agent.call(sms.readAgentConversation, { id: idOf(mine) });
    expect(read.body).toMatchObject({ unread: 0 });
    expect(await counts()).toEqual([
      [2, 2],
      [1, 1],
      [0, 0],
      [1, 1],
    ]);
  });

  it('keeps an agent out of a colleague’s thread, and of sending there', async () => {
    const { agent, theirs, nobodys, mine } = await inbox();
    const id = idOf(theirs);
    for (const call of [sms.conversation, sms.unifiedConversation, sms.agentConversation])
      expect((await agent.call(call, { id })).status).toBe(404);
    expect((await agent.call(sms.readConversation, { id })).status).toBe(404);
    expect((await agent.call(sms.send, { leadId: theirs.id, message: 'Hi' })).status).toBe(404);
    expect((await agent.call(sms.send, { to: theirs.number, message: 'Hi' })).status).toBe(404);
    expect((await agent.call(sms.messages, { leadId: theirs.id })).status).toBe(404);
    expect((await agent.call(sms.agentSend, { leadId: nobodys.id, message: 'Hi' })).status).toBe(404);
    expect((await agent.call(sms.agentSend, { leadId: mine.id, message: 'Hi' })).status).toBe(200);
    const { body } = await agent.call(sms.messages, {});
    expect(body.messages.map(({ leadId }) => leadId)).not.toContain(theirs.id);
  });

  it('follows a lead to its new owner, unread texts and all', async () => {
    const { admin, agent, colleague, colleagueId, mine, names, system } = await inbox();
    await admin.call(leads.update, { id: mine.id, ownerId: colleagueId });
    // At once, by the lead itself, and in the lists as soon as the event is heard.
    expect(await names(agent, sms.agentConversations)).toEqual([]);
    expect((await agent.call(sms.agentConversation, { id: idOf(mine) })).status).toBe(404);
    await system(() => handOverThread(idOf(mine), colleagueId));
    await eventually(async () =>
      expect(await names(colleague, sms.agentConversations)).toEqual(['Theirs', 'Mine']),
    );
    expect((await colleague.call(sms.agentUnread, {})).body.count).toBe(2);
    expect((await agent.call(sms.agentUnread, {})).body.count).toBe(0);
  });
});

describe('replies', () => {
  it('to a blast wait for an answer until there is one, or none is needed', async () => {
    const { admin, mine, nobodys, theirs, from } = await inbox();
    await admin.call(sms.markResolved, { contactIds: [mine.id, nobodys.id, theirs.id] });
    const blast = await admin.call(sms.sendBlast, {
      name: 'Spring',
      message: 'Hi',
      leadIds: [mine.id, nobodys.id, theirs.id],
    });
    await world.work();
    const campaignId = blast.body.id;
    for (const { number } of [mine, nobodys, theirs]) await from(number, 'Tell me more');
    const waiting = async () => {
      const { body } = await admin.call(sms.unresponded, { campaignId });
      return body.contacts.map(({ contactId, message }) => [contactId, message]);
    };
    expect(await waiting()).toEqual([
      [mine.id, 'Tell me more'],
      [nobodys.id, 'Tell me more'],
      [theirs.id, 'Tell me more'],
    ]);
    expect((await admin.call(sms.reply, { id: mine.id, message: 'Gladly' })).status).toBe(200);
    expect((await admin.call(sms.markResolved, { contactIds: [theirs.id] })).body).toEqual({ resolved: 1 });
    expect(await waiting()).toEqual([[nobodys.id, 'Tell me more']]);
    const several = await admin.call(sms.bulkReplies, {
      contactIds: [nobodys.id, mine.id],
      message: 'Tomorrow?',
    });
    expect(several.body.summary).toEqual({ sent: 2, refused: 0, later: 0, failed: 0 });
    expect(await waiting()).toEqual([]);
  });
});

describe('several at once', () => {
  it('have a result each, and the same key sends nothing twice', async () => {
    const { admin, mine, nobodys } = await inbox();
    const messages = [
      { leadId: mine.id },
      { leadId: nobodys.id, message: 'Own words' },
      { to: '123' },
      { leadId: 'led_01J8Z3K4M5N6P7Q8R9S0T1V2W3' },
    ];
    const send = () => admin.call(sms.sendBulk, { messages, message: 'For all', key: 'bulk-key-1' });
    const { body } = await send();
    expect(body.summary).toEqual({ sent: 2, refused: 0, later: 0, failed: 2 });
    expect(body.results[2]).toMatchObject({ status: 'failed', error: '123 is not a phone number.' });
    await send();
    expect((await world.phone(mine.number)).map((text) => text.body)).toEqual(['For all']);
    expect((await world.phone(nobodys.number)).map((text) => text.body)).toEqual(['Own words']);
  });

  it('that a limit holds back go out by themselves', async () => {
    const { admin, mine, nobodys } = await inbox();
    const time = await world.clock();
    await admin.call(sms.setConfig, { provider: 'twilio', numberPerMinute: 1 });
    const { body } = await admin.call(sms.sendBulk, {
      messages: [{ leadId: mine.id }, { leadId: nobodys.id }],
      message: 'Hi',
    });
    expect(body.summary).toMatchObject({ sent: 1, later: 1 });
    await time.forward({ minutes: 2 });
    const late = body.results.find(({ status }) => status === 'later')!;
    expect(Date.parse(late.retryAt!)).toBeLessThan(Date.parse('2026-03-10T16:02:00Z'));
  });

  it('may be a template, with the lead’s values', async () => {
    const { agent, mine } = await inbox();
    const { body: template } = await agent.call(api.messageTemplates.create, {
      name: 'Hello',
      channel: 'sms',
      body: 'Hi {{ lead.firstName }}, it was {{ call.disposition }}',
    });
    const sent = await agent.call(sms.sendTemplate, {
      leadId: mine.id,
      templateId: template.id,
      data: { call: { disposition: 'nice' } },
    });
    expect(sent.body, JSON.stringify(sent.body)).toMatchObject({
      message: { body: 'Hi Mine, it was nice' },
      sandbox: true,
    });
    const { body: usage } = await agent.call(api.messageTemplates.usage, { id: template.id });
    expect(usage.total).toBe(1);
    expect((await agent.call(sms.templates, {})).body.templates).toMatchObject([{ id: template.id }]);
  });
});
