import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { expectNoneDue, sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { receive } from '../inbound/inbound.ts';
import type { SmsAccount } from '../providers/types.ts';
import { adoptThreads } from '../threads/adopt.ts';
import { forgetThread } from '../threads/delete.ts';
import { conversationIdOf } from '../threads/recipient.ts';
import { releaseThreadsOf } from '../threads/release.ts';
import { handOverThread } from '../threads/threads.ts';
import { snoozedConversationWork } from './state.ts';

const { conversations, sms, leads, agentGroups } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

let sid = 0;
const stranger = '+13055550177';

async function inbox() {
  const time = await world.clock();
  const all = await texting();
  const { tenant } = all;
  const colleague = await tenant.user('agent', { username: 'colleague' });
  const mine = await all.lead({ firstName: 'Mine', ownerId: tenant.agent.userId });
  const theirs = await all.lead({ firstName: 'Theirs', ownerId: colleague.userId });
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const from = (number: string, body = 'Hello') =>
    system(() =>
      receive(
        { providerId: `SMi${++sid}`, from: number, to: '+15615550100', body, mediaUrls: [], answered: null },
        { provider: 'twilio', sandbox: true } as SmsAccount,
      ),
    );
  for (const number of [mine.number, theirs.number, stranger]) await from(number);
  type Caller = typeof all.admin;
  const names = async (caller: Caller, input = {}) =>
    (await caller.call(conversations.list, input)).body.conversations.map(({ name }) => name.split(' ')[0]);
  const shows = (caller: Caller, input: object, expected: string[]) =>
    eventually(async () => expect(await names(caller, input)).toEqual(expected));
  const mineUnread = async (caller: Caller) => {
    const { body } = await caller.call(conversations.counts, {});
    return [body.mine.count, body.mine.conversations, body.mentions];
  };
  await shows(all.admin, {}, [stranger, 'Theirs', 'Mine']);
  return {
    ...all,
    time,
    colleague: as(colleague),
    colleagueId: colleague.userId,
    mine,
    theirs,
    system,
    from,
    shows,
    mineUnread,
  };
}
const idOf = ({ id }: { id: string }) => conversationIdOf(id, '');
const strangers = conversationIdOf(null, stranger);

describe('who answers', () => {
  it('is the lead’s owner, until a thread is given to a person or a group', async () => {
    const { admin, agent, colleague, colleagueId, mine, shows, mineUnread, from } = await inbox();
    await shows(agent, { assigned: 'mine' }, ['Mine']);
    await shows(agent, { assigned: 'unassigned' }, [stranger]);
    expect(await mineUnread(colleague)).toEqual([1, 1, 0]);

    const given = await agent.call(conversations.assign, { id: strangers, assigneeId: colleagueId });
    expect(given.body).toMatchObject({
      assigneeId: colleagueId,
      groupId: null,
      isMine: false,
      state: 'open',
    });
    await shows(colleague, { assigned: 'mine' }, [stranger, 'Theirs']);
    await shows(agent, { assigned: 'unassigned' }, []);
    expect(await mineUnread(colleague)).toEqual([2, 2, 0]);
    await from(stranger, 'Anybody?');
    expect(await mineUnread(colleague)).toEqual([3, 2, 0]);

    const { body: group } = await admin.call(agentGroups.create, {
      name: 'Closers',
      agents: [{ agentId: colleagueId, role: 'member' }],
    });
    // Its owner is one agent: the others of the group do not see it.
    const shared = await admin.call(conversations.assign, { id: idOf(mine), groupId: group.id });
    expect(shared.status).toBe(400);
    await admin.call(conversations.assign, { id: strangers, groupId: group.id });
    await shows(colleague, { assigned: 'mine' }, [stranger, 'Theirs']);
    expect(await mineUnread(colleague)).toEqual([3, 2, 0]);
    expect(await mineUnread(agent)).toEqual([1, 1, 0]);

    await colleague.call(sms.readUnified, { id: strangers });
    await colleague.call(conversations.assign, { id: strangers });
    await shows(colleague, { assigned: 'mine' }, ['Theirs']);
    expect((await agent.call(conversations.get, { id: strangers })).body.conversation).toMatchObject({
      answererName: null,
      unread: 0,
    });
  });

  it('is nobody who would not see the thread, and nobody two at once', async () => {
    const { agent, admin, colleagueId, colleague, mine, theirs } = await inbox();
    const refused = await agent.call(conversations.assign, { id: idOf(mine), assigneeId: colleagueId });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('Hand the lead over to them instead.');
    const { body } = await agent.call(conversations.get, { id: idOf(mine) });
    expect(body.people.map(({ id }) => id)).not.toContain(colleagueId);
    const both = { id: strangers, assigneeId: colleagueId, groupId: 'agr_01J8Z3K4M5N6P7Q8R9S0T1V2W3' };
    expect((await admin.call(conversations.assign, both)).status).toBe(400);
    expect((await agent.call(conversations.assign, { id: idOf(theirs) })).status).toBe(404);
    const other = as((await freshTenant()).admin);
    for (const call of [conversations.get, conversations.close, conversations.open, conversations.assign])
      expect((await other.call(call, { id: strangers })).status).toBe(404);
    expect((await colleague.call(conversations.presence, { id: idOf(mine) })).status).toBe(404);
  });

  it('is the new owner of a lead that changes hands', async () => {
    const { admin, agent, colleagueId, colleague, tenant, mine, system, shows, mineUnread } = await inbox();
    await admin.call(conversations.assign, { id: idOf(mine), assigneeId: tenant.admin.userId });
    expect(await mineUnread(admin)).toEqual([1, 1, 0]);
    expect(await mineUnread(agent)).toEqual([0, 0, 0]);
    await admin.call(leads.update, { id: mine.id, ownerId: colleagueId });
    await system(() => handOverThread(idOf(mine), colleagueId));
    await shows(colleague, { assigned: 'mine' }, ['Theirs', 'Mine']);
    expect(await mineUnread(admin)).toEqual([0, 0, 0]);
    expect(await mineUnread(colleague)).toEqual([2, 2, 0]);
  });
});

it('gives the threads of a colleague who has left back, also when it is told twice', async () => {
  const { admin, agent, colleagueId, system, shows } = await inbox();
  await agent.call(conversations.assign, { id: strangers, assigneeId: colleagueId });
  await shows(agent, { assigned: 'unassigned' }, []);
  await system(() => releaseThreadsOf(colleagueId));
  await system(() => releaseThreadsOf(colleagueId));
  await shows(agent, { assigned: 'unassigned' }, [stranger]);
  const { body } = await admin.call(conversations.get, { id: strangers });
  expect(body.conversation).toMatchObject({ assigneeId: null, answererName: null });
});

describe('a thread that is put off', () => {
  const minute = (system: (work: () => Promise<unknown>) => Promise<unknown>) =>
    system(() => sweepDue({ snoozedConversation: snoozedConversationWork }));

  it('comes back at its time, at the top', async () => {
    const { agent, mine, time, system, shows } = await inbox();
    const id = idOf(mine);
    const until = '2026-03-10T18:00:00.000Z';
    const put = await agent.call(conversations.snooze, { id, until });
    expect(put.body).toMatchObject({ state: 'snoozed', snoozedUntil: until });
    await shows(agent, { state: 'open' }, [stranger]);
    await minute(system);
    await shows(agent, { state: 'snoozed' }, ['Mine']);
    await time.forward({ hours: 2, minutes: 1 });
    await minute(system);
    await minute(system);
    await shows(agent, { state: 'open' }, ['Mine', stranger]);
    const { body } = await agent.call(conversations.get, { id });
    expect(body.conversation).toMatchObject({ state: 'open', snoozedUntil: null, returnedAt: until });
    await system(() => expectNoneDue('snoozedConversation'));
  });

  it('comes back when the person writes, as a closed one does', async () => {
    const { agent, mine, from, system, shows } = await inbox();
    const id = idOf(mine);
    await agent.call(conversations.snooze, { id, until: '2026-03-12T18:00:00.000Z' });
    await from(mine.number, 'I thought about it');
    await shows(agent, { state: 'open' }, ['Mine', stranger]);
    await system(() => expectNoneDue('snoozedConversation'));
    const done = await agent.call(conversations.close, { id });
    expect(done.body).toMatchObject({ state: 'closed', unread: 0, waitingSince: null });
    await shows(agent, { state: 'closed' }, ['Mine']);
    await from(mine.number, 'One more thing');
    await shows(agent, { state: 'open', unread: 'true' }, ['Mine', stranger]);
  });

  it('is closed by the call that marks as resolved, and opened by hand', async () => {
    const { agent, mine, shows } = await inbox();
    const resolved = await agent.call(sms.markResolved, { contactIds: [mine.id] });
    expect(resolved.body).toEqual({ resolved: 1 });
    await shows(agent, { state: 'closed' }, ['Mine']);
    await agent.call(conversations.open, { id: idOf(mine) });
    await shows(agent, { state: 'closed' }, []);
  });

  it('goes to a time that is to come', async () => {
    const { agent, mine } = await inbox();
    for (const until of ['2026-03-10T15:00:00Z', '2028-01-01T00:00:00Z', 'tomorrow'])
      expect((await agent.call(conversations.snooze, { id: idOf(mine), until })).status, until).toBe(400);
  });
});

describe('notes', () => {
  it('tell who is named, until they look, and are never sent', async () => {
    const { admin, agent, colleague, colleagueId, mineUnread, shows } = await inbox();
    const before = await world.phone(stranger);
    const text = 'Who knows this number?';
    const note = await agent.call(conversations.addNote, { id: strangers, text, mentions: [colleagueId] });
    expect(note.status).toBe(201);
    expect(await mineUnread(colleague)).toEqual([1, 1, 1]);
    expect(await mineUnread(admin)).toEqual([0, 0, 0]);
    await shows(colleague, { mentioned: 'true' }, [stranger]);
    await shows(admin, { mentioned: 'true' }, []);
    const { body } = await colleague.call(conversations.get, { id: strangers });
    expect(body.conversation.mentioned).toBe(true);
    expect(body.notes).toMatchObject([{ text, mentions: [{ id: colleagueId }] }]);
    await colleague.call(sms.readUnified, { id: strangers });
    expect((await mineUnread(colleague))[2]).toBe(0);
    expect(await world.phone(stranger)).toEqual(before);
    expect((await admin.call(sms.unifiedConversation, { id: strangers })).body.messages).toHaveLength(1);

    const at = { id: strangers, noteId: note.body.id };
    expect((await colleague.call(conversations.removeNote, at)).status).toBe(403);
    expect((await agent.call(conversations.removeNote, at)).status).toBe(200);
    expect((await agent.call(conversations.removeNote, at)).status).toBe(404);
  });

  it('name nobody who does not see the thread', async () => {
    const { agent, colleagueId, mine, theirs } = await inbox();
    const note = { id: idOf(mine), text: 'Look', mentions: [colleagueId] };
    expect((await agent.call(conversations.addNote, note)).status).toBe(400);
    expect(
      (await agent.call(conversations.addNote, { ...note, id: idOf(theirs), mentions: [] })).status,
    ).toBe(404);
    expect((await agent.call(conversations.addNote, { id: idOf(mine), text: ' ' })).status).toBe(400);
  });

  it('go with a stranger who becomes a lead, and with a lead that goes', async () => {
    const { admin, agent, colleagueId, colleague, system, mineUnread } = await inbox();
    await agent.call(conversations.addNote, { id: strangers, text: 'Roof', mentions: [colleagueId] });
    await agent.call(conversations.assign, { id: strangers, assigneeId: colleagueId });
    const { body: lead } = await admin.call(leads.create, { firstName: 'Nora', phones: [stranger] });
    await system(() => adoptThreads(lead.id));
    await system(() => adoptThreads(lead.id));
    const { body } = await colleague.call(conversations.get, { id: idOf(lead) });
    expect(body.notes).toMatchObject([{ text: 'Roof' }]);
    expect(body.conversation).toMatchObject({ assigneeId: colleagueId, mentioned: true, isMine: true });
    expect(await mineUnread(colleague)).toEqual([2, 2, 1]);
    await admin.call(leads.remove, { id: lead.id, force: 'true' });
    await system(() => forgetThread(lead.id));
    await system(() => forgetThread(lead.id));
    expect(await mineUnread(colleague)).toEqual([1, 1, 0]);
  });
});

it('tells who else has a thread open, and who writes', async () => {
  const { agent, colleague, colleagueId, time } = await inbox();
  const here = async (caller: typeof agent, state = {}) =>
    (await caller.call(conversations.presence, { id: strangers, ...state })).body.others;
  expect(await here(agent)).toEqual([]);
  expect(await here(colleague, { isWriting: true })).toHaveLength(1);
  expect(await here(agent)).toMatchObject([{ userId: colleagueId, isWriting: true }]);
  await here(colleague, { leaving: true });
  expect(await here(agent)).toEqual([]);
  await here(colleague, { isWriting: true });
  await time.forward({ seconds: 16 });
  expect(await here(agent)).toEqual([]);
});
