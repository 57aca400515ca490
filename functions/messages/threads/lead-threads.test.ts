import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { Events } from '#functions/kernel/events.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLead, leadWrites } from '#functions/leads/store.ts';
import { timeline } from '#functions/leads/timeline.ts';
import { api } from '#shared/api/index.ts';
import { expectNoneDue, sweepDue, sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { Messaging, person, texting } from '#tests/support/messaging.ts';
import { setQueue } from '#tests/support/queue.ts';
import { receive } from '../inbound/inbound.ts';
import type { SmsAccount } from '../providers/types.ts';
import * as messageStore from '../record/message-store.ts';
import { handler } from '../threads-worker.ts';
import { adoptThreads } from './adopt.ts';
import { forgetThread, threadDeletionWork } from './delete.ts';
import { conversationIdOf } from './recipient.ts';

const sweeping = { threadDeletion: threadDeletionWork };

const { sms, leads } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

let sid = 0;

/** A tenant with a worker for the threads of its leads. */
async function desk() {
  const time = await world.clock();
  const queue = await setQueue('THREADS');
  const all = await texting();
  const { tenant, admin } = all;
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'threads', work);
  const account = { provider: 'twilio', sandbox: true } as SmsAccount;
  const text = (from: string, body: string) =>
    system(() =>
      receive(
        { providerId: `SM${++sid}`, from, to: '+15615550100', body, mediaUrls: [], answered: null },
        account,
      ),
    );
  /** Hands what was told of a lead to the worker, as the rule of the bus does. */
  const heard = async (leadId: string) => {
    const { data } = await system(() =>
      Events.query.byEntity({ tenantId: tenant.id, entityId: leadId }).go({ pages: 'all', consistent: true }),
    );
    const types = ['lead.created', 'lead.updated', 'lead.deleted', 'lead.restored'];
    const Records = data
      .filter(({ type }) => types.includes(type))
      .map((detail) => ({
        messageId: detail.eventId,
        body: JSON.stringify({ 'detail-type': detail.type, detail }),
      }));
    expect((await handler({ Records } as never, lambdaContext())).batchItemFailures).toEqual([]);
  };
  const inbox = async () => (await admin.call(sms.unified, {})).body.conversations;
  const thread = async (id: string) => (await admin.call(sms.unifiedConversation, { id })).body;
  const bodies = async (id: string) => (await thread(id)).messages.map(({ body }) => body).reverse();
  const unread = async () => {
    const { count, conversations } = (await admin.call(sms.unifiedUnread, {})).body;
    return [count, conversations];
  };
  const left = (leadId: string) =>
    system(() => messageStore.someOfConversation(conversationIdOf(leadId, ''), 200));
  return { ...all, time, queue, system, text, heard, inbox, thread, bodies, unread, left };
}

describe('the thread of a number that becomes a lead', () => {
  it('is the lead’s from then on, and counts once', async () => {
    const { text, heard, inbox, thread, bodies, unread, lead, admin, system } = await desk();
    const number = person();
    await text(number, 'Is anybody there?');
    await text(number, 'Hello?');
    const before = conversationIdOf(null, number);
    const { id } = await lead({ phones: [number] });
    await heard(id);
    await heard(id);
    const after = conversationIdOf(id, '');
    await eventually(async () => {
      expect(await inbox()).toMatchObject([
        { id: after, leadId: id, name: 'Ann Lee', unread: 2, messages: 2, waitingSince: expect.any(String) },
      ]);
      expect(await bodies(after)).toEqual(['Is anybody there?', 'Hello?']);
    });
    expect(await unread()).toEqual([2, 1]);
    expect((await thread(after)).messages.every(({ leadId }) => leadId === id)).toBe(true);
    const { entries } = await system(() => timeline(id, { limit: 9, kinds: ['sms'] }));
    expect(entries.map(({ text: told }) => told)).toEqual([
      `2 messages with ${number} from before it was a lead`,
    ]);
    // Whoever has the old thread open is led to the new one.
    expect((await thread(before)).conversation.id).toBe(after);
    const read = await admin.call(sms.readUnified, { id: before });
    expect(read.body).toMatchObject({ id: after, unread: 0 });
    expect(await unread()).toEqual([0, 0]);
  });

  it('is joined with what the lead has said since, and with a number that it gets later', async () => {
    const { text, heard, inbox, bodies, unread, lead, admin } = await desk();
    const [first, second] = [person(), person()];
    await text(first, 'One');
    await text(second, 'Two');
    const { id } = await lead({ phones: [first] });
    await text(first, 'Three');
    expect(await unread()).toEqual([3, 3]);
    await heard(id);
    const after = conversationIdOf(id, '');
    await eventually(async () => expect(await bodies(after)).toEqual(['One', 'Three']));
    expect(await unread()).toEqual([3, 2]);
    await admin.call(leads.update, { id, phones: [first, second] });
    await heard(id);
    await eventually(async () => {
      expect(await bodies(after)).toEqual(['One', 'Two', 'Three']);
      expect(await inbox()).toMatchObject([{ id: after, unread: 3, messages: 3 }]);
    });
    expect(await unread()).toEqual([3, 1]);
  });

  it('keeps that its person has opted out', async () => {
    const { text, heard, inbox, lead } = await desk();
    const number = person();
    await text(number, 'STOP');
    const { id } = await lead({ phones: [number] });
    await heard(id);
    await eventually(async () => expect(await inbox()).toMatchObject([{ leadId: id, optedOut: ['sms'] }]));
  });

  it('is whole also when the worker dies between the thread and its messages', async () => {
    const { text, bodies, lead, system, queue } = await desk();
    const number = person();
    for (const body of ['One', 'Two', 'Three']) await text(number, body);
    const { id } = await lead({ phones: [number] });
    const spy = vi.spyOn(messageStore, 'someOfConversation').mockRejectedValueOnce(new Error('killed'));
    await expect(system(() => adoptThreads(id))).rejects.toThrow('killed');
    spy.mockRestore();
    await eventually(async () => {
      await system(() => adoptThreads(id));
      expect(await bodies(conversationIdOf(id, ''))).toEqual(['One', 'Two', 'Three']);
    });
    await queue.work(handler);
  });
});

describe('a lead that goes', () => {
  it('for good takes its thread along, however long, and what counts it', async () => {
    const { text, heard, inbox, unread, left, lead, admin, queue, system } = await desk();
    const [gone, stays] = [await lead(), await lead()];
    await text(gone.number, 'Hello');
    await text(stays.number, 'Still here');
    const [message] = await eventually(async () => {
      const found = await left(gone.id);
      expect(found).toHaveLength(1);
      return found;
    });
    const more = Array.from({ length: 150 }, (_, n) => ({ ...message!, id: `${message!.id}${n}` }));
    for (let at = 0; at < more.length; at += 50)
      await system(() => commit(more.slice(at, at + 50).map(messageStore.insertMessage)));
    await eventually(async () => expect(await left(gone.id)).toHaveLength(151));
    await admin.call(leads.remove, { id: gone.id, force: 'true' });
    await heard(gone.id);
    await heard(gone.id);
    await eventually(async () => {
      expect(await left(gone.id)).toEqual([]);
      expect(await inbox()).toMatchObject([{ leadId: stays.id }]);
    });
    expect(await unread()).toEqual([1, 1]);
    expect(await left(stays.id)).toHaveLength(1);
    const answer = await admin.call(sms.unifiedConversation, { id: conversationIdOf(gone.id, '') });
    expect(answer.status).toBe(404);
    await queue.work(handler);
  });

  it('and may be had back keeps its thread for as long, and then it goes', async () => {
    const { text, heard, left, lead, admin, system, time, queue, inbox } = await desk();
    const to = await lead();
    await text(to.number, 'Hello');
    await admin.call(leads.remove, { id: to.id });
    await heard(to.id);
    await time.forward({ hours: 32 * 24 });
    expect(await system(() => sweepDue(sweeping))).toBe(0);
    await time.forward({ hours: 2 * 24 });
    // The table has not removed it yet, so it could still be had back.
    await system(() => sweepItems(1, sweeping));
    expect(await queue.work(handler)).toBe(0);
    expect(await left(to.id)).toHaveLength(1);
    await system(async () => {
      const lapsed = (await findLead(to.id))!;
      await commit(leadWrites(lapsed, undefined, { allowDuplicatePhones: false }));
    });
    await time.forward({ hours: 25 });
    await system(() => sweepItems(1, sweeping));
    expect(await queue.work(handler)).toBe(1);
    await eventually(async () => {
      expect(await left(to.id)).toEqual([]);
      expect(await inbox()).toEqual([]);
    });
    await time.forward({ hours: 2 });
    await system(() => expectNoneDue('threadDeletion'));
  });

  it('and was had back keeps its thread', async () => {
    const { text, heard, left, lead, admin, system, time, queue } = await desk();
    const to = await lead();
    await text(to.number, 'Hello');
    await admin.call(leads.remove, { id: to.id });
    await heard(to.id);
    await admin.call(leads.restore, { id: to.id });
    await time.forward({ hours: 40 * 24 });
    await system(() => sweepItems(1, sweeping));
    expect(await queue.work(handler)).toBe(0);
    await system(() => forgetThread(to.id));
    expect(await left(to.id)).toHaveLength(1);
    await system(() => expectNoneDue('threadDeletion'));
    expect(clock.now()).toBeGreaterThan(Date.parse('2026-04-18'));
  });
});
