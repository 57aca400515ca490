import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordInbound } from '#functions/calls/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { toneOf, wavOf } from '#infra/wav.ts';
import { api } from '#shared/api/index.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { withAccountMails } from '#tests/support/account-mails.ts';
import { sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { followClock, withSandboxExchange } from '#tests/support/sandbox-exchange.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { hearOfVoicemail, voicemailWork } from '../api.ts';

/* Messages of callers whom nobody answered: from the sandbox's exchange into a box, and who may hear them. */

const { pbx } = api;
const caller = '+13055550123';
const exchange = withSandboxExchange();
const mails = withAccountMails();
beforeAll(() => {
  vi.stubEnv('ACCOUNT_MAILS', 'on');
});
let numbers = 0;

beforeEach(() => exchange().ask('DELETE', '/sandbox/script'));

/** A tenant whose agents have the extensions 101 and 102, and whose queue has the first of them. */
async function office() {
  const tenant = await freshTenant();
  const time = timeTravel('2026-06-10T16:00:00.000Z');
  const follow = await followClock(exchange());
  const admin = as(tenant.admin);
  const email = `maya-${tenant.id}@example.com`;
  const maya = await tenant.user('agent', { username: 'maya', email });
  const other = await tenant.user('agent', { username: 'colleague' });
  const extension = await admin.call(pbx.createExtension, {
    number: '101',
    name: 'Maya',
    userId: maya.userId,
    voicemail: true,
  });
  const queue = await admin.call(pbx.createQueue, {
    number: '600',
    name: 'Sales',
    voicemail: true,
    voicemailMail: false,
    members: [{ extensionId: extension.body.id }],
  });
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  let calls = 0;
  /** A message as the exchange tells of it. */
  const leave = async (boxId: string, from = caller) => {
    const callId = `cal_voicemail_${tenant.id}_${++calls}`;
    const told = { callId, boxId, recordingId: `rec_${calls}`, seconds: 23, at: clock.iso(), talkSeconds: 0 };
    await inTenant(async () => {
      const call = await recordInbound({ callId, from, to: '+15615550100', at: clock.iso() });
      const tell = (event: ExchangeEvent['event']) => hearOfVoicemail(call, { ...told, event });
      const url = await tell('voicemail-ready');
      if (url) await fetch(url, { method: 'PUT', body: 'hello', headers: { 'content-type': 'audio/wav' } });
      await tell('voicemail-stored');
      await tell('voicemail-stored');
    });
    return { callId };
  };
  return {
    tenant,
    admin,
    maya: as(maya),
    email,
    colleague: as(other),
    colleagueId: other.userId,
    extensionId: extension.body.id,
    queueId: queue.body.id,
    inTenant,
    leave,
    forward: async (seconds: number) => {
      time.forward({ seconds });
      await follow();
    },
    time,
  };
}
type Office = Awaited<ReturnType<typeof office>>;
const listOf = async (who: Office['maya'], input: object = {}) =>
  (await who.call(pbx.listVoicemail, input)).body.messages;

describe('a caller whom an extension does not answer', () => {
  it('leaves a message that is listed, told by mail, and stands on the timeline of their lead', async () => {
    const { admin, maya, email, extensionId, forward } = await office();
    const phoneNumber = `+1561555${String(++numbers).padStart(4, '0')}`;
    const route = { kind: 'extension', extensionId } as const;
    await admin.call(api.dids.create, { phoneNumber, label: 'Maya', carrier: 'other', route });
    await exchange().script({ match: caller, call: { result: 'answered', messageSeconds: 12 } });
    // Nobody is signed in to the phone.
    const { body } = await exchange().ask<{ callId: string }>('POST', '/sandbox/phone/call', {
      from: caller,
      to: phoneNumber,
    });
    // The greeting is over; then they have said what they had to.
    await forward(6);
    await eventually(async () => {
      await forward(13);
      expect(await listOf(maya)).toHaveLength(1);
    });
    const [message] = await listOf(maya);
    expect(message).toMatchObject({
      callId: body.callId,
      phone: caller,
      isHeard: false,
      boxName: 'Maya (101)',
    });
    const call = (await admin.call(api.calls.get, { id: body.callId })).body;
    expect(call).toMatchObject({ status: 'voicemail', talkSeconds: 0, legs: [], recorded: false });
    const heard = await maya.call(pbx.hearVoicemail, { id: message!.id });
    expect(heard.body).toMatchObject({ message: { isHeard: true }, seconds: message!.seconds });
    expect(Buffer.from(await (await fetch(heard.body.url)).arrayBuffer()).toString('latin1', 0, 4)).toBe(
      'RIFF',
    );
    const { entries } = (await admin.call(api.leads.timeline, { id: call.leadId! })).body;
    expect(JSON.stringify(entries)).toContain(`Voicemail from ${caller} for Maya (101)`);
    const [mail] = await mails.to(email);
    expect(mail).toMatchObject({ subject: `Voicemail from ${caller}` });
  });
});

describe('the messages of a voicemail box', () => {
  it('are those of one’s own box and one’s queues: a colleague has none of them, an admin all', async () => {
    const { maya, colleague, colleagueId, admin, extensionId, queueId, leave } = await office();
    const theirs = { firstName: 'Alma', phones: ['+13055550124'], ownerId: colleagueId };
    const lead = (await admin.call(api.leads.create, theirs)).body;
    await leave(extensionId);
    await leave(queueId, '+13055550124');
    const messages = await eventually(async () => {
      const all = await listOf(maya);
      expect(all).toHaveLength(2);
      return all;
    });
    expect(await listOf(admin)).toHaveLength(2);
    // The lead is a colleague's, and so the number is all that she sees of it.
    expect(await listOf(maya, { boxId: queueId })).toMatchObject([
      { phone: '+13055550124', boxName: 'Sales (600)', leadId: null, leadName: '' },
    ]);
    expect(await listOf(admin, { boxId: queueId })).toMatchObject([{ leadId: lead.id, leadName: 'Alma' }]);
    expect(await listOf(colleague)).toEqual([]);
    for (const { id } of messages) {
      expect((await colleague.call(pbx.hearVoicemail, { id })).status).toBe(404);
      expect((await colleague.call(pbx.markVoicemail, { id, isHeard: true })).status).toBe(404);
      expect((await colleague.call(pbx.removeVoicemail, { id })).status).toBe(404);
    }
    expect((await colleague.call(pbx.listVoicemail, { boxId: extensionId })).status).toBe(404);
    expect((await colleague.call(pbx.voicemailBoxes, {})).body.boxes).toEqual([]);
    expect(await listOf(as((await freshTenant()).admin))).toEqual([]);
    expect((await listOf(maya)).every(({ isHeard }) => !isHeard)).toBe(true);
  });

  it('are counted until they are heard or marked, and once however often they are told', async () => {
    const { maya, admin, extensionId, leave } = await office();
    await leave(extensionId);
    await leave(extensionId);
    const unheard = async () =>
      (await maya.call(pbx.voicemailBoxes, {})).body.boxes.find(({ id }) => id === extensionId)?.unheard;
    await eventually(async () => expect(await unheard()).toBe(2));
    const [newest, older] = await listOf(maya);
    await maya.call(pbx.hearVoicemail, { id: newest!.id });
    await maya.call(pbx.markVoicemail, { id: older!.id, isHeard: true });
    await eventually(async () => expect(await unheard()).toBe(0));
    expect(await listOf(maya, { unheard: 'true' })).toEqual([]);
    const again = await maya.call(pbx.markVoicemail, { id: older!.id, isHeard: false });
    expect(again.body).toMatchObject({ isHeard: false, heardAt: null, heardBy: null });
    await eventually(async () => expect(await unheard()).toBe(1));
    const { entries } = (await admin.call(api.audit.list, { action: 'voicemail.heard' })).body;
    expect(entries).toMatchObject([{ actor: { name: 'maya' }, target: { kind: 'voicemail', name: caller } }]);
  });

  it('come page by page, the newest first', async () => {
    const { maya, extensionId, queueId, leave, time } = await office();
    for (const box of [extensionId, queueId, extensionId]) {
      await leave(box);
      time.forward({ minutes: 1 });
    }
    await eventually(async () => expect(await listOf(maya)).toHaveLength(3));
    const all = (await listOf(maya)).map(({ id }) => id);
    const first = (await maya.call(pbx.listVoicemail, { limit: 2 })).body;
    const next = (await maya.call(pbx.listVoicemail, { limit: 2, cursor: first.nextCursor! })).body;
    expect([...first.messages, ...next.messages].map(({ id }) => id)).toEqual(all);
    expect(next.nextCursor).toBeNull();
    expect((await maya.call(pbx.listVoicemail, { cursor: 'x' })).status).toBe(400);
  });

  it('are removed with what was said, by hand or when the term of recordings is over', async () => {
    const { maya, admin, extensionId, leave, inTenant, time } = await office();
    await leave(extensionId);
    await leave(extensionId);
    const files = () => inTenant(() => bucket('recordings').list('voicemail/'));
    expect(await files()).toHaveLength(2);
    const [one] = await eventually(async () => {
      const all = await listOf(maya);
      expect(all).toHaveLength(2);
      return all;
    });
    expect((await maya.call(pbx.removeVoicemail, { id: one!.id })).status).toBe(200);
    expect(await files()).toHaveLength(1);
    expect((await maya.call(pbx.hearVoicemail, { id: one!.id })).status).toBe(404);
    await admin.call(api.calls.updateRecordingSettings, { retentionDays: 30 });
    time.forward({ days: 31 });
    await inTenant(() => sweepItems(1, { voicemail: voicemailWork }));
    expect(await files()).toEqual([]);
  });

  it('are not taken for a box that there is not', async () => {
    const { admin, leave } = await office();
    await leave('ext_nobody');
    expect(await listOf(admin)).toEqual([]);
  });
});

describe('the greeting of a voicemail box', () => {
  const sound = (seconds: number) => new Blob([new Uint8Array(wavOf(toneOf(440, seconds)))]);

  it('is its owner’s or an admin’s, is what the exchange plays, and goes when another comes', async () => {
    const { maya, colleague, admin, extensionId, queueId, inTenant } = await office();
    const phoneNumber = `+1561555${String(++numbers).padStart(4, '0')}`;
    const route = { kind: 'extension', extensionId } as const;
    await admin.call(api.dids.create, { phoneNumber, label: 'Maya', carrier: 'other', route });
    const set = async (who: typeof maya, audio: Blob, path = `/pbx/extensions/${extensionId}/greeting`) => {
      const form = new FormData();
      form.append('audio', audio, 'greeting.wav');
      const multipart = new Response(form);
      const { status, body } = await who.send('pbx', {
        method: 'POST',
        path,
        headers: { 'content-type': multipart.headers.get('content-type')! },
        body: Buffer.from(await multipart.arrayBuffer()),
      });
      return { status, body: body as { error: string; greeting: { url: string; seconds: number } | null } };
    };
    const ofQueue = `/pbx/queues/${queueId}/greeting`;
    expect((await set(colleague, sound(2))).status).toBe(403);
    expect((await set(maya, new Blob(['no sound']))).body.error).toContain('WAV, 8 kHz');
    expect((await set(maya, sound(61))).body.error).toContain('at most 60 seconds');
    const first = await set(maya, sound(2));
    expect(first.body.greeting).toMatchObject({ seconds: 2 });
    const second = (await set(maya, sound(3))).body.greeting!;
    expect(second.url).not.toBe(first.body.greeting!.url);
    const boxes = (await maya.call(pbx.voicemailBoxes, {})).body.boxes;
    expect(boxes).toMatchObject([
      { id: extensionId, greeting: second, mayEdit: true },
      { id: queueId, greeting: null, mayEdit: false },
    ]);
    const kept = await inTenant(() => bucket('media').list('greetings/'));
    expect(kept.map((key) => second.url.endsWith(key))).toEqual([true]);
    expect((await set(maya, sound(2), ofQueue)).status).toBe(403);
    expect((await set(admin, sound(2), ofQueue)).status).toBe(200);
    expect((await maya.call(pbx.setExtensionGreeting, { id: extensionId })).body.greeting).toBeNull();
  });
});
