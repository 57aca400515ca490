import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { client, commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging, person, texting } from '#tests/support/messaging.ts';
import { anybody } from '#tests/support/tenant.ts';
import { kindOf } from '../opt-out/keywords.ts';
import { twilioSignature } from '../providers/twilio/index.ts';
import { advance } from '../record/advance.ts';
import { findMessage, replaceMessage } from '../record/message-store.ts';
import { messageIdOf, sendMessage } from '../send/send.ts';
import type { MessageSettings } from '../settings/store.ts';

const { sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

async function conversation(provider: 'twilio' | 'telnyx' = 'twilio') {
  const time = await world.clock();
  const all = await texting();
  if (provider === 'telnyx') await all.admin.call(sms.setDefaultProvider, { provider });
  const to = await all.lead();
  const system = <T>(work: () => Promise<T>) => asSystem(all.tenant.id, 'journeys', work);
  const send = (key: string, body = `Hello ${key}`) =>
    system(() =>
      sendMessage({
        channel: 'sms',
        leadId: to.id,
        body,
        source: { kind: 'journey', id: 'jrn_1' },
        key,
      }),
    );
  const thread = async () => {
    const { body } = await all.admin.call(sms.messages, { leadId: to.id });
    return body.messages;
  };
  expect(await send('first')).toMatchObject({ kind: 'sent' });
  await world.told(async () => expect((await thread())[0]).toMatchObject({ status: 'delivered' }));
  const [{ ours } = { ours: '' }] = await world.phone(to.number);
  const reply = async (body: string, from = to.number) => {
    const heard = () => world.sandbox.told.filter(({ path }) => path.endsWith('/inbound')).length;
    const before = heard();
    await world.write(from, ours, body);
    await world.told(async () => expect(heard()).toBe(before + 1));
  };
  const consent = async () => (await all.admin.call(api.leads.get, { id: to.id })).body.consent.sms;
  return { ...all, time, to, ours, system, send, reply, consent, thread };
}

describe('words', () => {
  it.each([
    ['STOP', false, 'stop'],
    ['  "Stop."  ', false, 'stop'],
    ['opt out!', false, 'stop'],
    ['STOPALL', false, 'stop'],
    ['Revoke', false, 'stop'],
    ['please stop texting me', false, 'stop'],
    ['Unsubscribe me', false, 'stop'],
    ['Please don’t text me again', false, 'stop'],
    ['remove me from your list', false, 'stop'],
    ['Stop by at five?', false, 'text'],
    ['When does it end', false, 'text'],
    ['Yes', false, 'text'],
    ['YES!', true, 'start'],
    ['unstop', true, 'start'],
    ['Help', false, 'help'],
    ['info?', false, 'help'],
    ['I need help with my roof', false, 'text'],
    ['', false, 'text'],
  ])('%j, opted out: %s, is %s', (text, out, kind) => expect(kindOf(text, out)).toBe(kind));
});

describe.each(['twilio', 'telnyx'] as const)('a text that comes in by %s', (provider) => {
  it('stands in the thread, unread, and is told of once however often the provider tells', async () => {
    const { reply, admin, thread, to, system, tenant } = await conversation(provider);
    await reply('Yes, call me at five');
    const told = world.sandbox.told.filter(({ path }) => path.includes(`/${provider}/inbound`)).at(-1)!;
    expect(await world.hand(told)).toBe(204);
    await eventually(async () =>
      expect(await thread()).toMatchObject([
        { direction: 'inbound', body: 'Yes, call me at five', kind: 'text', leadId: to.id, provider },
        { direction: 'outbound', status: 'delivered' },
      ]),
    );
    const { body: unread } = await admin.call(sms.unreadCount, {});
    expect(unread).toEqual({ count: 1, conversations: 1 });
    const [{ id } = { id: '' }] = await thread();
    const events = await system(() =>
      Events.query.byEntity({ tenantId: tenant.id, entityId: id }).go({ consistent: true }),
    );
    expect(events.data).toMatchObject([
      { type: 'message.received', data: { kind: 'text', source: { kind: 'journey', id: 'jrn_1' } } },
    ]);
  });

  it('that says STOP ends the texts at once, with one confirmation, and START begins them again', async () => {
    const { reply, send, consent, to, admin } = await conversation(provider);
    await reply(' Stop. ');
    expect(await consent()).toMatchObject({ state: 'withdrawn', how: 'STOP by text' });
    expect(await send('second')).toMatchObject({ kind: 'refused', optedOut: true });
    await world.work();
    const confirmation = /You have been unsubscribed/;
    const answers = async () =>
      (await world.phone(to.number)).filter(({ direction }) => direction === 'out').slice(1);
    expect(await answers()).toMatchObject([{ body: expect.stringMatching(confirmation) }]);
    await reply('STOP');
    await world.work();
    expect(await answers()).toHaveLength(1);
    expect((await admin.call(sms.stats, {})).body.total).toMatchObject({ optedOut: 1, received: 2 });

    await reply('yes');
    await world.work();
    expect(await consent()).toMatchObject({ state: 'given', how: 'START by text' });
    expect(await answers()).toHaveLength(2);
    expect(await send('third')).toMatchObject({ kind: 'sent' });
  });

  it('that says HELP is answered, and changes nothing else', async () => {
    const { reply, consent, to } = await conversation(provider);
    await reply('HELP');
    await world.work();
    expect((await world.phone(to.number)).at(-1)?.body).toMatch(/Reply STOP to get no more texts/);
    expect((await consent()).state).toBe('unknown');
  });

  it('is turned away when its signature is not right', async () => {
    const { thread } = await conversation(provider);
    const told = world.sandbox.told.at(-1)!;
    const forged = { ...told, body: told.body.replace(/delivered|sent/, 'undelivered') };
    expect(forged.body).not.toBe(told.body);
    expect(await world.hand(forged)).toBe(403);
    const unsigned = { ...told, headers: { 'content-type': told.headers['content-type'] } };
    expect(await world.hand(unsigned)).toBe(403);
    const nobody = { ...told, path: told.path.replace(/smk_(\d+)_[\w-]+/, 'smk_$1_guess') };
    expect(await world.hand(nobody)).toBe(404);
    expect((await thread())[0]).toMatchObject({ status: 'delivered' });
  });
});

/** As another process changes them: nothing that this one remembers is told so. */
async function changeElsewhere(tenantId: number, change: Partial<MessageSettings>): Promise<void> {
  const path = '../settings/store.ts?another-process';
  const other: typeof import('../settings/store.ts') = await import(/* @vite-ignore */ path);
  await asSystem(tenantId, 'test', async () => {
    await other.saveSettings({ ...(await other.readSettings()), ...change });
  });
}

it('callbacks one after another read the settings once', async () => {
  await conversation();
  const told = world.sandbox.told.filter(({ body }) => body.includes('MessageStatus=sent')).at(-1)!;
  expect(await world.hand(told)).toBe(204);
  const sent = vi.spyOn(client, 'send');
  for (let n = 0; n < 3; n++) expect(await world.hand(told)).toBe(204);
  const asked = JSON.stringify(sent.mock.calls.map(([command]) => command.input));
  sent.mockRestore();
  expect(asked).toContain('$message_1');
  expect(asked).not.toContain('$messagesettings_1');
});

it('a callback to an address that was made a moment ago elsewhere is taken', async () => {
  const { tenant } = await conversation();
  const told = world.sandbox.told.filter(({ body }) => body.includes('MessageStatus=sent')).at(-1)!;
  expect(await world.hand(told)).toBe(204);
  const callbackKey = `smk_${tenant.id}_${'n'.repeat(24)}`;
  await changeElsewhere(tenant.id, { callbackKey });
  const path = told.path.replace(/smk_\d+_[\w-]+/, callbackKey);
  const url = `${world.sandbox.receiver}${path}`;
  const signature = twilioSignature(`sandbox-${tenant.id}`, url, new URLSearchParams(told.body));
  const headers = { ...told.headers, 'x-twilio-signature': signature };
  expect(await world.hand({ ...told, path, headers })).toBe(204);
});

it('a callback of Telnyx that is older than five minutes is turned away', async () => {
  const { time } = await conversation('telnyx');
  const told = world.sandbox.told.at(-1)!;
  expect(await world.hand(told)).toBe(204);
  await time.forward({ minutes: 6 });
  expect(await world.hand(told)).toBe(403);
});

it('a late ‘sent’ after ‘delivered’ does not go back', async () => {
  const { thread } = await conversation();
  const told = world.sandbox.told.filter(({ body }) => body.includes('MessageStatus=sent')).at(-1)!;
  expect(await world.hand(told)).toBe(204);
  expect((await thread())[0]).toMatchObject({ status: 'delivered' });
});

it('a text whose failure is told before the provider’s own answer is noted counts as sent and as failed', async () => {
  const { send, thread, system, admin, to } = await conversation();
  await world.sandbox.script({ match: to.number, sms: { outcome: 'undelivered' } });
  await send('bad');
  await world.told(async () => expect((await thread())[0]).toMatchObject({ status: 'failed' }));
  const told = world.sandbox.told.filter(({ body }) => body.includes('MessageStatus=undelivered')).at(-1)!;
  const total = async () => (await admin.call(sms.stats, {})).body.total;
  const { sent, failed } = await total();
  await system(async () => {
    const known = (await findMessage(messageIdOf('bad')))!;
    const asked = { ...known, status: 'sending' as const, sentAt: null, failedAt: null, providerId: null };
    await commit(replaceMessage(known, { ...asked, version: known.version + 1 }));
  });
  expect(await world.hand(told)).toBe(204);
  await system(() => advance(messageIdOf('bad'), { status: 'sent', providerId: 'SM of the answer' }));
  await eventually(async () =>
    expect((await thread())[0]).toMatchObject({ status: 'failed', sentAt: expect.any(String) }),
  );
  expect(await total()).toMatchObject({ sent: sent + 1, failed: failed + 1 });
});

it('the signature of Twilio is over the fields by their names', () => {
  // Twilio's own example, which its libraries are tested with.
  const form = new URLSearchParams({
    From: '+14158675309',
    To: '+18005551212',
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
  });
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  expect(twilioSignature('12345', url, form)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
  const media = (names: string[]) =>
    twilioSignature('12345', url, new URLSearchParams(names.map((name) => [name, 'https://x'])));
  expect(media(['MediaUrl10', 'MediaUrl1'])).toBe(media(['MediaUrl1', 'MediaUrl10']));
});

it('a callback of one text that is played to another’s address changes nothing there', async () => {
  const { send, thread, to } = await conversation('telnyx');
  await world.sandbox.script({ match: to.number, sms: { delayMs: 3_600_000 } });
  await send('slow');
  await world.sandbox.script({ match: to.number, sms: { outcome: 'undelivered' } });
  await send('bad');
  const statuses = async () => (await thread()).map(({ body, status }) => [body, status]).slice(0, 2);
  const both = [
    ['Hello bad', 'failed'],
    ['Hello slow', 'sent'],
  ];
  await world.told(async () => expect(await statuses()).toEqual(both));
  const [bad, slow] = await thread();
  const told = world.sandbox.told.filter(({ path }) => path.includes(bad!.id)).at(-1)!;
  expect(told.body).toContain('delivery_failed');
  expect(await world.hand({ ...told, path: told.path.replace(bad!.id, slow!.id) })).toBe(204);
  expect(await statuses()).toEqual(both);
});

it('an opt-out that Twilio has answered itself is not answered again', async () => {
  const { tenant, admin, to, ours, consent } = await conversation();
  const { body: config } = await admin.call(sms.config, { provider: 'twilio' });
  const form = new URLSearchParams({
    MessageSid: 'SM00000000000000000000000000000001',
    From: to.number,
    To: ours,
    Body: 'arrêt',
    OptOutType: 'STOP',
  });
  const signature = twilioSignature(`sandbox-${tenant.id}`, config.inboundUrl, form);
  const path = new URL(config.inboundUrl).pathname.replace('/api', '');
  const answer = await anybody().send('sms', {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: form.toString(),
  });
  expect(answer.status).toBe(204);
  expect((await consent()).state).toBe('withdrawn');
  await world.work();
  expect((await world.phone(to.number)).filter(({ direction }) => direction === 'out')).toHaveLength(1);
});

it('a text from somebody unknown has a thread of its own, which can be answered', async () => {
  const { reply, admin, ours } = await conversation();
  const stranger = person();
  await reply('Who is this?', stranger);
  const body = await eventually(async () => {
    const answer = await admin.call(sms.conversations, { search: stranger.slice(-7) });
    expect(answer.body.conversations).toHaveLength(1);
    return answer.body;
  });
  expect(body.conversations).toMatchObject([
    {
      leadId: null,
      name: stranger,
      address: stranger,
      unread: 1,
      ownAddress: ours,
      waitingSince: expect.any(String),
    },
  ]);
  const answered = await admin.call(sms.send, { to: stranger, message: 'It is us' });
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  const again = await admin.call(sms.conversation, { id: body.conversations[0]!.id });
  expect(again.body.conversation).toMatchObject({ unread: 0, waitingSince: null, messages: 2 });
});
