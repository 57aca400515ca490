import { afterAll, beforeAll, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { timeline } from '#functions/leads/timeline.ts';
import { api } from '#shared/api/index.ts';
import { sweepDue, sweepItems } from '#tests/support/due.ts';
import { officeOf } from '#tests/support/mailing.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { optOut } from '../opt-out/opt-out.ts';
import { findMessage } from '../record/message-store.ts';
import { findLine, firstInLine } from '../waiting/store.ts';
import { messageIdOf, type Outgoing, sendMessage } from './send.ts';
import { lineTurn, messageLineWork } from './waiting.ts';
import { workQueued } from './work.ts';

const { email, sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

/** A tenant that sends few mails a day, and more of them than that on the queue. */
async function crowded(limit: number, count: number) {
  const office = await officeOf(world);
  const { tenant, admin, lead, time } = office;
  await admin.call(email.saveConfig, { dailyLimit: limit });
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'messages', work);
  const subjects = Array.from({ length: count }, (_, n) => `Waiting ${tenant.id} ${n}`);
  const mails: Outgoing[] = [];
  const people: { leadId: string; address: string }[] = [];
  for (const subject of subjects) {
    const { id: leadId, email: address } = await lead();
    people.push({ leadId, address });
    mails.push({
      channel: 'email',
      leadId,
      subject,
      body: '<p>Hello</p>',
      source: { kind: 'manual', id: null },
      key: subject,
    });
  }
  const queueAll = async () => {
    for (const outgoing of mails) await system(() => workQueued({ outgoing }));
  };
  /** What has reached the mail server, the oldest first. */
  const arrived = async () => {
    const { body } = await world.sandbox.ask<{ sent: { subject: string }[] }>('GET', '/sandbox/mail.json');
    return body.sent
      .map(({ subject }) => subject)
      .filter((subject) => subjects.includes(subject))
      .reverse();
  };
  /** The minute's sweep, and what comes of it. */
  const sweep = async () => {
    await system(() => sweepItems(1, { messageLine: messageLineWork }));
    await world.work();
  };
  const waiting = () => system(async () => (await firstInLine('email', 100)).length);
  return { ...office, system, subjects, mails, people, queueAll, arrived, sweep, waiting, time };
}

it('mails over the daily limit wait in the table for days and go out by themselves, in order and once each', async () => {
  const { queueAll, arrived, sweep, subjects, system, time, waiting } = await crowded(2, 7);
  await queueAll();
  // The queue hands over the same messages once more, as it may.
  await queueAll();
  expect(await arrived()).toEqual(subjects.slice(0, 2));
  expect(await waiting()).toBe(5);
  // Nothing waits on the queue: it would be lost there.
  expect(await world.work()).toBe(0);
  await time.forward({ hours: 6 });
  expect(await system(() => sweepDue({ messageLine: messageLineWork }))).toBe(0);
  await time.forward({ hours: 7 });
  await sweep();
  expect(await arrived()).toEqual(subjects.slice(0, 4));
  await time.forward({ hours: 24 });
  await sweep();
  expect(await arrived()).toEqual(subjects.slice(0, 6));
  await time.forward({ hours: 24 });
  await sweep();
  expect(await arrived()).toEqual(subjects);
  expect([await waiting(), await system(() => findLine('email'))]).toEqual([0, undefined]);
});

it('a turn that is killed on the way loses nothing and sends nothing twice', async () => {
  const { queueAll, arrived, sweep, subjects, system, mails, time } = await crowded(1, 5);
  await queueAll();
  await time.forward({ hours: 13 });
  // It went out, and whoever sent it died before it could be taken out of the line.
  await system(() => sendMessage(mails[1]!));
  let begun = 0;
  const dies = async () => {
    if (++begun === 2) throw new Error('killed');
  };
  await expect(system(() => lineTurn('email', dies))).rejects.toThrow('killed');
  // Whoever died has the line until their time is over.
  expect(await system(() => sweepDue({ messageLine: messageLineWork }))).toBe(0);
  await system(() => lineTurn('email'));
  expect(await arrived()).toEqual(subjects.slice(0, 2));
  for (const day of [2, 3, 4]) {
    await time.forward({ hours: 24 });
    await sweep();
    expect(await arrived()).toEqual(subjects.slice(0, day + 1));
  }
});

it('two turns at one line at the same time send each mail once', async () => {
  const { queueAll, arrived, subjects, system, admin, time, waiting } = await crowded(1, 6);
  await queueAll();
  await admin.call(email.saveConfig, { dailyLimit: 100 });
  await time.forward({ hours: 13 });
  await Promise.all(Array.from({ length: 4 }, () => system(() => lineTurn('email'))));
  await world.work();
  expect((await arrived()).sort()).toEqual([...subjects].sort());
  expect(await waiting()).toBe(0);
});

it.each(['a reset', 'a higher limit'])('%s lets those that wait go at once', async (what) => {
  const { queueAll, arrived, subjects, admin } = await crowded(1, 2);
  await queueAll();
  expect(await arrived()).toEqual(subjects.slice(0, 1));
  if (what === 'a reset') await admin.call(email.resetDailyLimit, {});
  else await admin.call(email.saveConfig, { dailyLimit: 5 });
  await world.work();
  expect(await arrived()).toEqual(subjects);
});

it('one that may no longer go out says so on the timeline, and keeps nobody waiting', async () => {
  const { queueAll, arrived, subjects, system, people, sweep, time } = await crowded(2, 4);
  await queueAll();
  const { leadId, address } = people[2]!;
  await system(() => optOut({ leadId, address }, 'email', 'unsubscribed'));
  await time.forward({ hours: 13 });
  await sweep();
  expect(await arrived()).toEqual([0, 1, 3].map((n) => subjects[n]));
  const { entries } = await system(() => timeline(leadId, { limit: 5, kinds: ['email'] }));
  expect(entries.filter(({ text }) => text.startsWith('Mail not sent ('))).toHaveLength(1);
});

it('texts of many at once that a number’s limit holds back go out by themselves, in their sender’s name', async () => {
  const time = await world.clock();
  const { admin, tenant, lead } = await texting();
  await admin.call(sms.setConfig, { provider: 'twilio', numberPerMinute: 6 });
  const leads = [await lead(), await lead(), await lead()];
  const messages = leads.map(({ id }) => ({ leadId: id }));
  const { body } = await admin.call(sms.sendBulk, { messages, message: 'For all', key: 'bulk-all' });
  expect(body.summary).toMatchObject({ sent: 1, later: 2 });
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'messages', work);
  for (let minute = 0; minute < 3; minute++) {
    await time.forward({ minutes: 16 });
    await system(async () => {
      for (let turn = 0; turn < 2; turn++) await lineTurn('sms');
    });
  }
  for (const { number } of leads)
    expect((await world.phone(number)).map(({ body }) => body)).toEqual(['For all']);
  const sent = await Promise.all(
    [0, 1, 2].map((n) => system(() => findMessage(messageIdOf(`text ${tenant.admin.userId} bulk-all ${n}`)))),
  );
  expect(new Set(sent.map((message) => message?.sentBy))).toEqual(new Set([tenant.admin.userId]));
});
