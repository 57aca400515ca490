import { describe, expect, it, vi } from 'vitest';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { api } from '#shared/api/index.ts';
import { sweepItems } from '#tests/support/due.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { timeTravel } from '#tests/support/time.ts';
import { withWebhook } from '#tests/support/webhooks.ts';
import { attemptCall, callEnded, webhookCallWork } from './call.ts';
import { findRun } from './call-store.ts';

const florida = '+13055550123';
/** A Wednesday, noon in New York, and late in its evening. */
const noon = '2026-06-10T16:00:00.000Z';
const evening = '2026-06-11T01:30:00.000Z';

const sandbox = withSandbox();

/** A webhook that calls, at an instant. */
async function caller(at: string, callConfig: object = {}) {
  const time = timeTravel(at);
  const hook = await withWebhook({ webhookType: 'call', callConfig: { enabled: true, ...callConfig } });
  const done = await hook.deliver({ phone: florida, name: 'Ada Lovelace' });
  const runId = deterministicId('wcr', done.id, '0');
  const calls = async () => (await hook.admin.call(api.calls.list, {})).body.calls;
  const run = () => hook.system(() => findRun(runId)).then((found) => found!);
  const ended = (result: string, callId?: string) =>
    hook.system(async () => callEnded(runId, callId ?? (await findRun(runId))!.callId!, result));
  const attempt = () => hook.system(() => attemptCall(runId));
  return { ...hook, time, done, runId, calls, run, ended, attempt };
}

describe('a webhook of the type call', () => {
  it('makes the lead and calls it', async () => {
    const { done, calls, run, leads } = await caller(noon);
    expect(done.results).toMatchObject([{ outcome: 'called', notes: ['Called.'] }]);
    expect(await calls()).toMatchObject([{ phone: florida, leadId: done.results[0]!.leadId }]);
    expect(await run()).toMatchObject({ state: 'calling', ended: 0, due: 'idle' });
    expect(await leads()).toHaveLength(1);
  });

  it('shows a number of a pool, and a test of it tells which, without counting it', async () => {
    const time = timeTravel(noon);
    const hook = await withWebhook({ webhookType: 'call', callConfig: { enabled: true } });
    const { admin } = hook;
    const far = await admin.call(api.dids.create, { phoneNumber: '+12125550177' });
    const near = await admin.call(api.dids.create, { phoneNumber: '+13055550177' });
    const pool = await admin.call(api.didPools.create, {
      name: 'Florida',
      dids: [{ didId: far.body.id }, { didId: near.body.id }],
    });
    const payload = { phone: florida, name: 'Ada Lovelace' };
    const uses = async () => {
      const { pools } = (await admin.call(api.didPools.stats, {})).body;
      return pools.find(({ poolId }) => poolId === pool.body.id)!.callsToday;
    };
    const dry = await admin.call(api.webhooks.test, { id: hook.webhook.id, payload });
    expect(dry.body.callActions!.didsUsed).toEqual(['+13055550177']);
    expect(await uses()).toBe(0);
    await hook.deliver(payload);
    const { calls } = (await admin.call(api.calls.list, {})).body;
    expect(calls).toMatchObject([
      { from: '+13055550177', numberReason: 'It has the lead’s area code 305. It is next by weight.' },
    ]);
    expect(await uses()).toBe(1);
    await admin.call(api.didPools.update, { id: pool.body.id, isActive: false });
    time.forward({ minutes: 1 });
    const none = await admin.call(api.webhooks.test, { id: hook.webhook.id, payload });
    expect(none.body.callActions!.didsUsed).toEqual([]);
  });

  it('tries again after its delay, as often as it says, and once for each end', async () => {
    const { calls, run, ended, attempt, time } = await caller(noon, {
      maxAttempts: 2,
      delayBetweenCalls: 600,
    });
    const first = (await run()).callId!;
    await ended('no-answer');
    await ended('no-answer', first);
    expect(await run()).toMatchObject({ state: 'waiting', ended: 1 });
    expect(Date.parse((await run()).dueAt) - clock.now()).toBeGreaterThan(590_000);
    await attempt();
    expect(await calls()).toHaveLength(1);
    time.forward({ seconds: 601 });
    await Promise.all([attempt(), attempt()]);
    await attempt();
    expect(await calls()).toHaveLength(2);
    await ended('busy');
    expect(await run()).toMatchObject({ state: 'done', ended: 2, note: 'busy' });
    time.forward({ seconds: 4_000 });
    await attempt();
    expect(await calls()).toHaveLength(2);
  });

  it('calls nobody again who answered', async () => {
    const { run, ended } = await caller(noon);
    await ended('answered');
    expect(await run()).toMatchObject({ state: 'done', ended: 1, note: 'answered' });
  });

  it('waits for calling hours', async () => {
    const { done, calls, run, attempt, time, system } = await caller(evening);
    const [row] = done.results;
    expect(row).toMatchObject({ outcome: 'called', error: null });
    expect(row!.notes[0]).toMatch(
      /^To be called at 2026-06-11T12:00:00.000Z: It is 9:30 pm in America\/New_York/,
    );
    expect(await calls()).toEqual([]);
    expect(await run()).toMatchObject({ state: 'waiting', due: 'due', dueAt: '2026-06-11T12:00:00.000Z' });
    time.forward({ minutes: 11 * 60 });
    await system(() => sweepItems(1, { webhookCall: webhookCallWork }));
    await attempt();
    expect(await calls()).toHaveLength(1);
    expect(await run()).toMatchObject({ state: 'calling' });
  });

  it('tries again where the exchange is down', async () => {
    vi.stubEnv('SANDBOX_URL', 'http://127.0.0.1:9');
    const { done, run, attempt, time, calls } = await caller(noon);
    expect(done.results[0]!.notes[0]).toMatch(/The exchange cannot be reached\./);
    vi.stubEnv('SANDBOX_URL', sandbox().origin);
    time.forward({ seconds: 61 });
    await attempt();
    expect(await run()).toMatchObject({ state: 'calling' });
    expect(await calls()).toHaveLength(1);
  });

  it('does not call who was stopped meanwhile, and calls again for what comes in later', async () => {
    const { run, ended, attempt, calls, time, tenant, deliver } = await caller(noon, { maxAttempts: 2 });
    await ended('no-answer');
    const stop = await withWebhook({ webhookType: 'stop' }, tenant);
    time.forward({ seconds: 1 });
    expect((await stop.deliver({ phone: florida })).results).toMatchObject([{ outcome: 'stopped' }]);
    time.forward({ seconds: 4_000 });
    await attempt();
    expect(await run()).toMatchObject({ state: 'given_up', due: 'idle', note: 'A webhook stopped it.' });
    expect(await calls()).toHaveLength(1);
    await deliver({ phone: florida, name: 'Ada Lovelace' });
    expect(await calls()).toHaveLength(2);
  });

  it('tells of somebody who may never be called, and gives up', async () => {
    timeTravel(noon);
    const hook = await withWebhook({ webhookType: 'call' });
    await hook.admin.call(api.tcpa.addDoNotContact, { addresses: [florida] });
    const done = await hook.deliver({ phone: florida });
    expect(done.results).toMatchObject([
      { outcome: 'called', notes: ['Not called: The number is on the do-not-contact list.'] },
    ]);
  });
});
