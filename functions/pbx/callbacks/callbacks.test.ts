import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { phoneNameOf, placedCall, putPhone } from '#functions/telephony/api.ts';
import type { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { callbackLimits } from '#shared/model/queue-callback.ts';
import { eventually } from '#tests/support/eventually.ts';
import { withSandboxExchange } from '#tests/support/sandbox-exchange.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { push } from '../exchange/pushes.ts';
import { hearQueueEvent } from '../queues/stats.ts';
import { queueCallbackWork } from './call-back.ts';

/* Callers who keep their place and hang up, through the sandbox's exchange and back. */

const { pbx } = api;
const caller = '+13055550123';
const password = 'password-of-a-phone';
let ours = 0;
let waited = 0;

const exchange = withSandboxExchange();
let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = exchange();
  await sandbox.ask('DELETE', '/sandbox/script');
});

/** A tenant at noon in New York, with a queue that calls back, and one agent, who is away at first. */
async function floor(queueFields: object = {}) {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  let queueId: string | undefined;
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  async function moveTo(at: string) {
    // A lease would be over at once by the new time, and an older state of the line could arrive after a newer one.
    if (queueId) await inTenant(() => push({ kind: 'queue', name: queueId! }));
    timeTravel(at);
    await sandbox.ask('POST', '/sandbox/clock', { now: clock.iso() });
  }
  waited = 0;
  await moveTo('2026-06-10T16:00:00.000Z');
  onTestFinished(async () => {
    await sandbox.ask('POST', '/sandbox/clock', { now: null });
  });
  const number = `+1561555${String(++ours).padStart(4, '0')}`;
  const desk = { number: '101', name: 'Ann', userId: tenant.agent.userId };
  const extension = await admin.call(pbx.createExtension, desk);
  const authorization = { authorization: `Bearer ${password}` };
  const phone = await inTenant(async () => {
    await putPhone(phoneNameOf('101'), { name: '101', password, callerId: null, expiresAt: null });
    return phoneNameOf('101');
  });
  const members = [{ extensionId: extension.body.id }];
  const fields = { callback: true, callbackAfter: 5, callbackAttempts: 2, ...queueFields };
  const queue = await admin.call(pbx.createQueue, { number: '600', name: 'Support', members, ...fields });
  queueId = queue.body.id;
  const route = { kind: 'queue', queueId } as const;
  const did = await admin.call(api.dids.create, { phoneNumber: number, label: 'Main', route });
  expect(did.status).toBe(201);
  const callbacks = async () => (await admin.call(pbx.queueCallbacks, { id: queueId })).body.callbacks;
  const callIn = async (from = caller) =>
    (await sandbox.ask<{ callId: string }>('POST', '/sandbox/phone/call', { from, to: number })).body.callId;
  const pressOne = (callId: string) => sandbox.ask('POST', '/sandbox/phone/keys', { callId, digits: '1' });
  return {
    tenant,
    admin,
    queueId,
    moveTo,
    callIn,
    pressOne,
    callbacks,
    first: async () => (await callbacks())[0]!,
    inTenant,
    async comesToPhone() {
      await admin.call(pbx.setExtensionStatus, { id: extension.body.id, status: 'available' });
      await sandbox.ask('POST', `/sandbox/line/${phone}`, undefined, authorization);
    },
    press: (callId: string, action: string) =>
      sandbox.ask('POST', `/sandbox/line/${phone}/calls`, { callId, action }, authorization),
    onPhone: async () =>
      (
        await sandbox.ask<{ calls: { callId: string; state: string; to: string }[] }>(
          'GET',
          `/sandbox/line/${phone}`,
          undefined,
          authorization,
        )
      ).body.calls,
    /** Somebody who has waited for a while, pressed the key and was let go. */
    asked: async (from = caller) => {
      const callId = await callIn(from);
      waited += 20_000;
      await sandbox.ask('POST', '/sandbox/clock', { now: new Date(clock.now() + waited).toISOString() });
      await eventually(async () => expect((await pressOne(callId)).status).toBe(200));
      await eventually(async () => expect(await callbacks()).not.toHaveLength(0));
      return callId;
    },
  };
}
type Floor = Awaited<ReturnType<typeof floor>>;

/** The call by which the one who asked is called back, once it rings the agent. */
async function calledBack({ onPhone }: Floor): Promise<string> {
  await eventually(async () => expect(await onPhone()).toMatchObject([{ to: caller, state: 'ringing' }]));
  return (await onPhone())[0]!.callId;
}

describe('a caller who waits in a queue', () => {
  it('keeps their place by a key, and is called back by the first agent who is free', async () => {
    await sandbox.script({ match: caller, call: { result: 'answered', afterMs: 0 } });
    const one = await floor();
    const askedIn = await one.asked();
    expect(await one.callbacks()).toMatchObject([{ phone: caller, status: 'waiting', attempts: 0 }]);
    await eventually(async () =>
      expect((await one.admin.call(api.calls.get, { id: askedIn })).body.status).toBe('no-answer'),
    );
    expect((await one.admin.call(pbx.queueStats, { id: one.queueId })).body).toMatchObject({
      calledBack: 1,
      toCallBack: 1,
      waiting: [],
    });
    await one.comesToPhone();
    const callId = await calledBack(one);
    await eventually(async () =>
      expect(await one.callbacks()).toMatchObject([{ status: 'calling', callId }]),
    );
    await one.press(callId, 'answer');
    await eventually(async () =>
      expect((await one.admin.call(api.calls.get, { id: callId })).body.status).toBe('in-progress'),
    );
    await one.press(callId, 'hangup');
    await eventually(async () =>
      expect(await one.callbacks()).toMatchObject([{ status: 'done', attempts: 0 }]),
    );
  });

  it('has one place, however often they ask, and no key before they have heard of it', async () => {
    const one = await floor();
    const early = await one.callIn();
    expect((await one.pressOne(early)).status).toBe(409);
    await sandbox.ask('POST', '/sandbox/phone/calls', { callId: early, action: 'hangup' });
    await one.asked();
    await one.asked();
    const told = (await one.callbacks())[0]!;
    // The exchange tells the same again.
    const event = { event: 'queue-left', callId: early, seq: 3, queueId: one.queueId } as const;
    await one.inTenant(() =>
      hearQueueEvent({ ...event, at: told.askedAt, queueExit: 'callback', waitSeconds: 9, talkSeconds: 0 }),
    );
    expect(await one.callbacks()).toEqual([told]);
  });

  it('comes before those who called later, and after those who called earlier', async () => {
    const one = await floor();
    const [earlier, later] = ['+13055550188', '+13055550199'];
    const first = await one.callIn(earlier);
    await one.asked();
    await sandbox.ask('POST', '/sandbox/clock', { now: new Date(clock.now() + 60_000).toISOString() });
    await one.callIn(later);
    await one.comesToPhone();
    await eventually(async () =>
      expect(await one.onPhone()).toMatchObject([{ callId: first, state: 'ringing' }]),
    );
    await sandbox.ask('POST', '/sandbox/phone/calls', { callId: first, action: 'hangup' });
    expect(await calledBack(one)).toBeTruthy();
  });
});

describe('a callback', () => {
  it('is tried as often as is set, and given up then', async () => {
    await sandbox.script({ match: caller, call: { result: 'no-answer', afterMs: 0 } });
    const one = await floor();
    await one.asked();
    await one.comesToPhone();
    await one.press(await calledBack(one), 'answer');
    await eventually(async () =>
      expect(await one.callbacks()).toMatchObject([
        { status: 'waiting', attempts: 1, reason: 'Nobody answered.' },
      ]),
    );
    const { id, nextAt } = await one.first();
    await one.moveTo(new Date(Date.parse(nextAt!) + 1_000).toISOString());
    await one.inTenant(() => queueCallbackWork.look(id));
    await one.press(await calledBack(one), 'answer');
    await eventually(async () =>
      expect(await one.callbacks()).toMatchObject([{ status: 'failed', attempts: 2 }]),
    );
  });

  it('counts no attempt where the agent does not take it up, and is offered again', async () => {
    const one = await floor();
    await one.asked();
    await one.comesToPhone();
    await one.press(await calledBack(one), 'decline');
    await eventually(async () =>
      expect(await one.callbacks()).toMatchObject([{ status: 'waiting', attempts: 0 }]),
    );
  });

  it('is in line again where its call was never placed, and given up after a day', async () => {
    const one = await floor();
    await one.asked();
    const { id } = await one.first();
    const due = { event: 'place-due', placeId: id, queueId: one.queueId, talkSeconds: 0 } as const;
    // An agent's extension that is gone: it was claimed, and nothing was placed.
    await one.inTenant(() => hearQueueEvent({ ...due, at: clock.iso(), phone: `t${one.tenant.id}-999` }));
    expect(await one.callbacks()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    expect(await one.inTenant(() => placedCall(`callback ${id} 1`))).toBeUndefined();
    await one.moveTo(new Date(clock.now() + callbackLimits.longestMs).toISOString());
    await one.inTenant(() => queueCallbackWork.look(id));
    await eventually(async () =>
      expect(await one.callbacks()).toMatchObject([{ status: 'failed', nextAt: null }]),
    );
    // Told late, the turn changes nothing.
    await one.inTenant(() => hearQueueEvent({ ...due, at: clock.iso(), phone: `t${one.tenant.id}-101` }));
    expect(await one.callbacks()).toMatchObject([{ status: 'failed' }]);
  });

  it('waits for the hours in which they may be called, without a consent being needed', async () => {
    await sandbox.script({ match: caller, call: { result: 'answered', afterMs: 0 } });
    const one = await floor();
    await one.admin.call(api.tcpa.updateSettings, { consentNeeded: { call: true, sms: true, email: false } });
    await one.moveTo('2026-06-11T01:30:00.000Z');
    await one.asked();
    await one.comesToPhone();
    await eventually(async () =>
      expect(await one.callbacks()).toMatchObject([
        { status: 'waiting', nextAt: '2026-06-11T12:00:00.000Z', reason: expect.stringContaining('9 pm') },
      ]),
    );
    await one.moveTo('2026-06-11T12:00:01.000Z');
    await one.inTenant(async () => queueCallbackWork.look((await one.callbacks())[0]!.id));
    expect(await calledBack(one)).toBeTruthy();
  });

  it('is cancelled by an admin alone, and by the caller who calls again and is answered', async () => {
    const one = await floor();
    await one.asked();
    const { id } = await one.first();
    expect((await as(one.tenant.agent).call(pbx.cancelCallback, { id })).status).toBe(403);
    expect((await one.admin.call(pbx.cancelCallback, { id })).body).toMatchObject({ status: 'cancelled' });
    await one.asked();
    await eventually(async () =>
      expect(await one.callbacks()).toMatchObject([{ status: 'waiting' }, { status: 'cancelled' }]),
    );
    const again = await one.callIn();
    await eventually(async () =>
      expect((await one.admin.call(api.calls.get, { id: again })).body.live?.queueId).toBe(one.queueId),
    );
    const answered = { event: 'queue-left', queueExit: 'answered', callId: again, seq: 9 } as const;
    await one.inTenant(() =>
      hearQueueEvent({ ...answered, queueId: one.queueId, at: clock.iso(), talkSeconds: 0 }),
    );
    await eventually(async () => {
      const statuses = (await one.callbacks()).map(({ status }) => status);
      expect(statuses).toEqual(['cancelled', 'cancelled']);
    });
  });
});
