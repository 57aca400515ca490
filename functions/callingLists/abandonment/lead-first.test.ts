import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commandCall, placeCall } from '#functions/telephony/api.ts';
import { api } from '#shared/api/index.ts';
import type { Command } from '#shared/exchange/commands.ts';
import { eventually } from '#tests/support/eventually.ts';
import { followClock, withSandboxExchange } from '#tests/support/sandbox-exchange.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

/* A call whose lead is rung first: whoever answers gets an agent in time, or hears the message and is counted. */

const noon = '2026-11-23T16:00:00.000Z';
const lead = '+13055551000';

const exchange = withSandboxExchange();
beforeEach(async () => {
  await exchange().ask('DELETE', '/sandbox/script');
});

/** A list's call to a lead who does what `script` says, and an agent at their phone. */
async function called(script: object, { withinMs = 2_000, amd = false } = {}) {
  const sandbox = exchange();
  await sandbox.script({ match: lead, call: { afterMs: 0, ...script } });
  const tenant = await freshTenant();
  const time = timeTravel(noon);
  const follow = await followClock(sandbox);
  const admin = as(tenant.admin);
  const list = (await admin.call(api.callingLists.create, { name: 'Spring', filter: { all: [] } })).body;
  const { userId } = tenant.agent;
  await admin.call(api.pbx.createExtension, { number: '101', name: 'Ann', userId });
  const session = (await as(tenant.agent).call(api.pbx.startPhoneSession, { device: 'browser' })).body;
  const { phone } = session;
  const authorization = { authorization: `Bearer ${session.password}` };
  await sandbox.ask('POST', `/sandbox/line/${phone}`, undefined, authorization);
  const { callId } = await asSystem(tenant.id, 'test', () =>
    placeCall({
      key: randomUUID(),
      leadId: null,
      to: lead,
      callerId: null,
      maxRingSeconds: 20,
      amd,
      context: null,
      transferNumber: null,
      recordCall: false,
      connect: { withinMs, audioUrl: `${sandbox.origin}/no-such-sound.wav` },
      source: { kind: 'agent', id: userId, listId: list.id },
    }),
  );
  const call = async () => (await admin.call(api.calls.get, { id: callId })).body;
  return {
    phone,
    call,
    userId,
    is: (status: string) => eventually(async () => expect((await call()).status).toBe(status)),
    command: (command: Command, key?: string) =>
      asSystem(tenant.id, 'test', () => commandCall(callId, command, key)),
    press: (action: string) =>
      sandbox.ask('POST', `/sandbox/line/${phone}/calls`, { callId, action }, authorization),
    forward: async (seconds: number) => {
      time.forward({ seconds });
      await follow();
    },
    figures: async () => (await admin.call(api.callingLists.progress, { id: list.id })).body.abandonment,
  };
}

describe('who answers a call that rings the lead first', () => {
  it('is put through to an agent, once', async () => {
    const { phone, is, command, press, figures, call, forward } = await called({ result: 'answered' });
    await is('in-progress');
    await command({ type: 'connect', phone }, 'first');
    await command({ type: 'connect', phone }, 'first');
    await expect(command({ type: 'connect', phone }, 'second')).rejects.toMatchObject({
      code: 'wrong_state',
    });
    await press('answer');
    await eventually(async () => expect(await figures()).toMatchObject({ live: 1, abandoned: 0 }));
    await forward(10);
    expect((await call()).status).toBe('in-progress');
    await press('hangup');
    await is('completed');
    expect(await figures()).toMatchObject({ live: 1, abandoned: 0, share: 0 });
  });

  it('hears the message where no agent comes, and is counted as abandoned', async () => {
    const { is, command, phone, figures, forward } = await called({ result: 'answered' }, { withinMs: 500 });
    await is('in-progress');
    await forward(1);
    await eventually(() =>
      expect(command({ type: 'connect', phone })).rejects.toMatchObject({
        message: 'Nobody waits for an agent on this call.',
      }),
    );
    await forward(4);
    await is('completed');
    await eventually(async () => expect(await figures()).toMatchObject({ live: 1, abandoned: 1, share: 1 }));
  });

  it('waits on where the first agent declines, and not longer than they may', async () => {
    const { is, command, phone, press, figures, call, forward } = await called({ result: 'answered' });
    await is('in-progress');
    await command({ type: 'connect', phone });
    await press('decline');
    expect((await call()).status).toBe('in-progress');
    await command({ type: 'connect', phone });
    await forward(3);
    await eventually(() => expect(command({ type: 'connect', phone })).rejects.toThrow('Nobody waits'));
    await forward(4);
    await is('completed');
    await eventually(async () => expect(await figures()).toMatchObject({ live: 1, abandoned: 1 }));
  });

  it('is let go where it is a machine, which counts for nothing', async () => {
    const { is, figures } = await called({ result: 'voicemail' }, { amd: true });
    await is('voicemail');
    expect(await figures()).toMatchObject({ live: 0, abandoned: 0 });
  });
});
