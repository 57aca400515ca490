import { afterAll, beforeAll, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { timeline } from '#functions/leads/timeline.ts';
import { sweepDue, sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { optOut } from '../opt-out/opt-out.ts';
import { findMessage, replaceMessage } from '../record/message-store.ts';
import { messageWork } from './revive.ts';
import { messageIdOf, type Outgoing, sendMessage } from './send.ts';
import { workForgotten, workQueued } from './work.ts';

let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

async function desk() {
  const time = await world.clock();
  const all = await texting();
  const to = await all.lead();
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'messages', work);
  const text = (key: string, kind: Outgoing['source']['kind'] = 'manual'): Outgoing => ({
    channel: 'sms',
    leadId: to.id,
    body: `Hello ${key}`,
    source: { kind, id: kind === 'journey' ? 'jrn_1' : null },
    key,
  });
  const message = (key: string) => system(() => findMessage(messageIdOf(key)));
  const bodies = async () => (await world.phone(to.number)).map(({ body }) => body);
  await system(() => sendMessage(text('warm')));
  const down = (times: number, lost = false) =>
    world.sandbox.script({ match: 'twilio', provider: { down: true, status: 503, times, lost } });
  return { ...all, time, to, system, text, message, bodies, down };
}

it('a queued text is tried again while the provider is down, and then given up for all to see', async () => {
  const { system, text, message, down, bodies } = await desk();
  await down(1);
  await system(() => workQueued({ outgoing: text('soon') }));
  expect((await message('soon'))?.status).toBe('sending');
  await system(() => workQueued({ outgoing: text('soon'), tries: 1 }));
  expect((await message('soon'))?.status).toBe('sent');
  await down(2);
  await system(() => workQueued({ outgoing: text('never'), tries: 8 }));
  expect(await message('never')).toMatchObject({
    status: 'failed',
    error: 'The provider could not be reached in time.',
  });
  await world.sandbox.ask('DELETE', '/sandbox/script?match=twilio');
  expect(await bodies()).toEqual(['Hello warm', 'Hello soon']);
});

it('a queued text that may no longer go out says so on the timeline', async () => {
  const { system, text, to, bodies } = await desk();
  await system(() => optOut({ leadId: to.id, address: to.number }, 'sms', 'STOP by text'));
  await system(() => workQueued({ outgoing: text('late') }));
  const { entries } = await system(() => timeline(to.id, { limit: 5, kinds: ['sms'] }));
  expect(entries[0]?.text).toMatch(/^Text not sent \(.+\): Hello late$/);
  expect(await bodies()).toEqual(['Hello warm']);
});

it('a journey’s text that was left behind is only found out about: its journey says whether it goes', async () => {
  const { system, text, message, down, time, bodies } = await desk();
  await down(1);
  await expect(system(() => sendMessage(text('unsent', 'journey')))).rejects.toThrow(/Twilio/);
  await down(1, true);
  await expect(system(() => sendMessage(text('taken', 'journey')))).rejects.toThrow(/Twilio/);
  await time.forward({ minutes: 2 });
  await system(() => sweepItems(2, { message: messageWork }));
  await world.work();
  expect((await message('taken'))?.status).toBe('sent');
  // It was not there, so nobody looks for it again until its journey comes.
  expect(await message('unsent')).toMatchObject({ status: 'sending', asked: 'no' });
  await eventually(async () => expect(await system(() => sweepDue({ message: messageWork }))).toBe(0));
  expect(await bodies()).toEqual(['Hello warm', 'Hello taken']);
  expect(await system(() => sendMessage(text('unsent', 'journey')))).toMatchObject({ kind: 'sent' });
});

it('a text that was left behind is not sent to somebody who has opted out meanwhile', async () => {
  const { system, text, message, down, time, to, bodies } = await desk();
  await down(1);
  await expect(system(() => sendMessage(text('left')))).rejects.toThrow(/Twilio/);
  await system(() => optOut({ leadId: to.id, address: to.number }, 'sms', 'STOP by text'));
  await time.forward({ minutes: 2 });
  await system(() => workForgotten(messageIdOf('left')));
  expect(await message('left')).toMatchObject({ status: 'failed', error: 'The person has opted out.' });
  expect(await bodies()).toEqual(['Hello warm']);
});

it('what nobody could send for an hour is given up, as unconfirmed where it may have gone', async () => {
  const { system, text, message, time } = await desk();
  for (const [key, asked] of [
    ['no', 'no'],
    ['maybe', 'maybe'],
  ] as const) {
    await system(() => sendMessage(text(key)));
    await system(async () => {
      const sent = (await findMessage(messageIdOf(key)))!;
      const left = { ...sent, status: 'sending' as const, sentAt: null, asked, leaseUntil: 0 };
      await commit(replaceMessage(sent, { ...left, version: sent.version + 1 }));
    });
  }
  await time.forward({ hours: 2 });
  for (const key of ['no', 'maybe']) await system(() => workForgotten(messageIdOf(key)));
  expect((await message('no'))?.status).toBe('failed');
  expect((await message('maybe'))?.status).toBe('unconfirmed');
});
