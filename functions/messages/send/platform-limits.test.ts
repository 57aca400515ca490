import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { find, updateWrite } from '#functions/tenants/store.ts';
import { changeUser } from '#functions/users/change.ts';
import { findUser } from '#functions/users/store.ts';
import { api } from '#shared/api/index.ts';
import { trialCaps } from '#shared/model/trial-caps.ts';
import { sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { as, type TestTenant } from '#tests/support/tenant.ts';
import { sendMessage } from './send.ts';
import { messageLineWork } from './waiting.ts';

let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

type Stored = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Sets what the platform knows of a tenant, as sign-up and the operator do. */
const set = (tenant: TestTenant, change: Partial<Stored>) =>
  asSystem(tenant.id, 'test', async () => {
    const before = (await find())!;
    await commit(updateWrite(before, { ...before, ...change, version: before.version + 1 }));
  });

const later = () => new Date(clock.now() + 7 * 86_400_000).toISOString();
const unverified = () => ({ plan: 'trial' as const, trialEndsAt: later(), awaitsVerification: true });
const over = { plan: 'trial' as const, trialEndsAt: '2020-01-01T00:00:00.000Z' };

async function trial(change: Partial<Stored> = {}) {
  await world.clock();
  const all = await texting();
  await all.admin.call(api.sms.syncNumbers, { provider: 'twilio' });
  await set(all.tenant, { plan: 'trial', trialEndsAt: later(), ...change });
  const text = (leadId: string, key?: string) =>
    all.admin.call(api.sms.send, { leadId, message: 'Hello', ...(key ? { key } : {}) });
  return { ...all, text };
}

describe('a tenant from which nothing may leave', () => {
  it.each([
    ['a trial whose address is not confirmed', unverified, 'email_unverified'],
    ['a trial that is over', () => over, 'trial_over'],
    ['a suspended tenant', () => ({ suspendedAt: '2026-01-01T00:00:00.000Z' }), 'suspended'],
  ])('sends no text and no mail of %s, and says why', async (_, change, code) => {
    const { tenant, admin, lead, text } = await trial();
    const person = await lead();
    await set(tenant, change());
    const blast = { name: 'All', message: 'Hello', leadIds: [person.id] };
    const answers = [
      await text(person.id),
      await admin.call(api.sms.sendBulk, { messages: [{ leadId: person.id }], message: 'Hello' }),
      await admin.call(api.sms.sendBlast, blast),
      await admin.call(api.email.send, { leadId: person.id, subject: 'Hello', body: 'Hello' }),
      await admin.call(api.email.test, { to: 'stranger@example.com' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([403, code]));
    expect(await world.phone(person.number)).toEqual([]);
  });

  it('keeps what a journey would send, and sends it once when it may', async () => {
    const { tenant, lead } = await trial();
    const person = await lead();
    await set(tenant, over);
    const source = { kind: 'journey', id: 'jrn_1' } as const;
    const send = () =>
      asSystem(tenant.id, 'journeys', () =>
        sendMessage({ channel: 'sms', leadId: person.id, body: 'Later', source, key: 'step 1' }),
      );
    expect(await send()).toMatchObject({ kind: 'later', why: expect.stringContaining('trial') });
    expect(await world.phone(person.number)).toEqual([]);
    await set(tenant, { plan: 'standard' });
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(await world.phone(person.number)).toHaveLength(1);
  });
});

describe('a user who has joined by themselves', () => {
  it('writes to nobody before their own address is confirmed', async () => {
    const { tenant, lead } = await trial();
    const person = await lead();
    const stranger = await tenant.user('agent', { username: 'stranger' });
    await asSystem(tenant.id, 'test', async () => {
      const before = (await findUser(stranger.userId))!;
      await changeUser(before, { awaitsVerification: true });
    });
    const refused = await as(stranger).call(api.email.send, {
      ...{ to: `x${person.email}`, subject: 'Hello', body: 'Hello' },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
  });
});

describe('the platform’s cap of messages', () => {
  it('is counted at the sending itself, exactly, however many are sent at once', async () => {
    const { tenant, lead, text } = await trial({ caps: { messagesPerDay: 3 } });
    const people = await Promise.all(Array.from({ length: 8 }, () => lead()));
    const answers = await Promise.all(people.map(({ id }) => text(id)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.error).toBe('This workspace may have 3 messages a day at most until it gets a plan.');
    const phones = await Promise.all(people.map(({ number }) => world.phone(number)));
    expect(phones.flat()).toHaveLength(3);
    // The operator gives it a plan: the cap is gone.
    await set(tenant, { plan: 'standard', caps: undefined });
    expect((await text((await lead()).id)).status).toBe(200);
  });

  it('counts mails and test mails with the texts, and the whole of the trial', async () => {
    const { admin, lead, text } = await trial({ caps: { messagesInAll: 3 } });
    const person = await lead();
    const mail = () =>
      admin.call(api.email.send, { leadId: person.id, subject: 'Hello', body: 'Hello there' });
    expect((await text(person.id)).status).toBe(200);
    expect((await mail()).status).toBe(200);
    expect((await admin.call(api.email.test, { to: 'me@example.com' })).status).toBe(200);
    expect((await mail()).body.error).toBe(
      'This workspace may have 3 messages in all at most. A plan lifts this.',
    );
    expect((await admin.call(api.email.test, { to: 'me@example.com' })).body.code).toBe('cap_reached');
  });

  it('holds what waits until the next day and sends it then', async () => {
    const { tenant, admin, lead } = await trial({ caps: { messagesPerDay: 1 } });
    const time = await world.clock();
    const [one, two] = [await lead(), await lead()];
    const bulk = await admin.call(api.sms.sendBulk, {
      messages: [{ leadId: one.id }, { leadId: two.id }],
      message: 'Hello',
    });
    expect(bulk.body.summary).toEqual({ sent: 1, refused: 0, later: 1, failed: 0 });
    await time.forward({ hours: 24 });
    // The index of what is due tells of a new line some milliseconds late.
    await eventually(async () => {
      await asSystem(tenant.id, 'sweeper', () => sweepDue({ messageLine: messageLineWork }));
      await world.work();
      const phones = await Promise.all([one, two].map(({ number }) => world.phone(number)));
      expect(phones.map((texts) => texts.length)).toEqual([1, 1]);
    });
  });

  it('bounds the tenant’s own limit, which resetting does not widen', async () => {
    const { admin } = await trial();
    const refused = await admin.call(api.email.saveConfig, { dailyLimit: 1_000_000 });
    expect(refused).toMatchObject({ status: 400, body: { details: { field: 'dailyLimit' } } });
    expect(refused.body.error).toBe(
      `This workspace may have ${trialCaps.messagesPerDay} messages a day at most until it gets a plan.`,
    );
    const shown = (await admin.call(api.email.config)).body;
    expect(shown).toMatchObject({ dailyLimit: trialCaps.messagesPerDay, dailyLimitMost: 100 });
  });
});
