import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPlanAnswer } from '#shared/exchange/plan-answer.ts';
import type { PlanStep } from '#shared/model/dialplan/steps.ts';
import { AriError } from './ari.ts';
import { type Call, newCall } from './call.ts';
import { Calls, type Parts } from './calls.ts';
import { Journal } from './journal.ts';
import { legGone } from './legs.ts';
import { answered, askedTooLong, planStep, recordOver, recordOverMeanwhile } from './plan-steps.ts';
import { planWalk } from './plan-walk.ts';
import type { ServingPlan } from './plans.ts';
import { recordingFinished } from './recordings.ts';
import { unheardResult } from './voicemail.ts';

/* What the bridge does for a caller of a plan, with an Asterisk that is only asked. */

const [planId, otherId] = ['dlp_01JMAIN', 'dlp_01JOTHER'];
const now = Date.parse('2026-11-27T15:00:00Z');
const who: PlanStep = { id: 'who', type: 'lookup', ways: { found: null, notFound: null } };
const say: PlanStep = {
  id: 'say',
  type: 'record',
  prompt: { file: 'beep' },
  boxId: 'ext_01OWNER',
  seconds: 30,
  ways: { recorded: 'who', silent: null },
};
const over: PlanStep = { id: 'over', type: 'jump', planId: otherId, ways: { failed: null } };

let folder: string;
let calls: Calls;
let call: Call;
let asked: { request: string; values?: unknown }[];
/** Plans that serve, by the tenant and the id. */
let serving: Map<string, ServingPlan>;
/** Whether Asterisk says that it records what it is asked about. */
let recordsStill = false;

const plan = (id: string, steps: PlanStep[]): ServingPlan => ({
  context: `t1-p${id.replace('dlp_', '')}`,
  marker: '',
  text: '',
  sha256: '',
  steps,
});

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  folder = mkdtempSync(join(tmpdir(), 'dealbell-steps-'));
  asked = [];
  serving = new Map([[`1 ${planId}`, plan(planId, [who, over])]]);
  const ari = {
    request: async (method: string, path: string, { variable = '' }: { variable?: string } = {}) => {
      asked.push({ request: `${method} ${path}` });
      if (path.startsWith('recordings/live/') && recordsStill) return {};
      if (!variable.endsWith('_account')) throw new AriError(404, 'Provided variable was not found');
      return { value: '4711' };
    },
    attempt: async (method: string, path: string, values?: unknown) => {
      asked.push({ request: `${method} ${path}`, values });
      return true;
    },
  };
  calls = new Calls({
    ari,
    journal: new Journal(folder),
    delivery: { wake: () => undefined },
    settings: { folder, recordings: folder },
    plans: { find: (tenant: number, id: string) => serving.get(`${tenant} ${id}`) },
    log: () => undefined,
  } as unknown as Parts);
  call = newCall({
    tenant: 1,
    callId: 'cal_one',
    direction: 'inbound',
    to: '+13055550100',
    callbackUrl: 'http://127.0.0.1/events',
    secret: 'secret',
  });
  calls.addLeg(call, 'party', { channel: 'chan', state: 'ringing' });
  call.walk = planWalk(planId);
  calls.save(call);
});
afterEach(() => {
  calls.parts.journal.close();
  rmSync(folder, { recursive: true, force: true });
  vi.useRealTimers();
});

const hand = (node: string) => planStep(calls, call, call.legs.party!, ['plan', planId, node]);
/** What was said in DEALBELL_WAY, in order. */
const ways = () =>
  asked.flatMap(({ values }) => {
    const { variable, value } = (values ?? {}) as { variable?: string; value?: string };
    return variable === 'DEALBELL_WAY' ? [value] : [];
  });

/** What the product is told, in order. */
const events = () => {
  const heard: Record<string, unknown>[] = [];
  for (let next = calls.parts.journal.nextEvent(call.id); next; ) {
    heard.push(JSON.parse(next.body));
    calls.parts.journal.removeEvent(next.id);
    next = calls.parts.journal.nextEvent(call.id);
  }
  return heard;
};

describe('a question to the product', () => {
  it('is waited for as long as it has, and not a moment longer', async () => {
    await hand('who');
    expect(call.walk!.doing).toEqual({ type: 'ask', until: now + 5_000 });
    for (const after of [0, 4_999, 5_000]) {
      vi.setSystemTime(now + after);
      await askedTooLong(calls, call);
    }
    expect(ways()).toEqual([]);
    vi.setSystemTime(now + 5_001);
    await askedTooLong(calls, call);
    expect(ways()).toEqual(['notFound']);
    // An answer that comes then finds nobody who waits for it, and the next round neither.
    await answered(calls, call, 'who', { way: 'found' });
    await askedTooLong(calls, call);
    expect(ways()).toEqual(['notFound']);
  });

  it('tells what the caller has typed, and nothing of digits that were not enough', async () => {
    call.askedFor = ['account', 'pin'];
    await hand('who');
    expect(JSON.parse(calls.parts.journal.nextEvent(call.id)!.body)).toMatchObject({
      event: 'plan-asks',
      question: { type: 'lookup' },
      collected: { account: '4711' },
    });
  });

  it('is over for a caller whose node the plan does not have any more', async () => {
    await hand('who');
    serving.set(`1 ${planId}`, plan(planId, [over]));
    vi.setSystemTime(now + 60_000);
    await askedTooLong(calls, call);
    expect(ways()).toEqual(['']);
  });

  it('concerns nobody who is in no plan', async () => {
    call.walk = null;
    await askedTooLong(calls, call);
    expect(asked).toEqual([]);
  });
});

describe('a mailbox', () => {
  const box: PlanStep = { id: 'box', type: 'voicemail', boxId: 'ext_01OWNER', ways: {} };
  beforeEach(async () => {
    serving.set(`1 ${planId}`, plan(planId, [box]));
    await hand('box');
  });

  it('is asked for as it stands now, and takes the caller out of the plan', async () => {
    await answered(calls, call, 'box', { box: { boxId: 'ext_01OWNER', greeting: null, maxSeconds: 60 } });
    expect(call.walk).toBeNull();
    expect(call.message).toMatchObject({ box: { boxId: 'ext_01OWNER', maxSeconds: 60 }, state: 'greeting' });
    expect(ways()).toEqual([]);
    expect(events().map(({ event }) => event)).toEqual(['plan-asks', 'plan-node', 'voicemail-started']);
  });

  it.each([
    ['nobody says in time', undefined],
    ['what is said is no box', readPlanAnswer('{"box":{"boxId":"../../etc"}}')],
  ])('greets with the exchange’s own words where %s', async (_, answer) => {
    vi.setSystemTime(now + 60_000);
    await (answer ? answered(calls, call, 'box', answer) : askedTooLong(calls, call));
    expect(call.message?.box).toEqual({ boxId: 'ext_01OWNER', greeting: null, maxSeconds: 300 });
    expect(asked.at(-1)).toMatchObject({ values: { media: 'sound:vm-intro' } });
  });

  it('ends the call where it takes no messages any more', async () => {
    await answered(calls, call, 'box', { box: null });
    expect(call.message).toBeUndefined();
    expect(call.state).toBe('ended');
  });
});

describe('a message that a plan records', () => {
  let name: string;
  /** Asterisk has written a file of so many seconds, in which somebody talked for some. */
  function finished(seconds: number, talked?: number): Promise<void> {
    writeFileSync(join(folder, `${name}.wav`), Buffer.alloc(44 + 16_000 * seconds));
    const recording = { name, ...(talked === undefined ? {} : { talking_duration: talked }) };
    recordingFinished(calls, { type: 'RecordingFinished', recording });
    return recordOver(calls, call, name.split('.')[2]!);
  }
  beforeEach(async () => {
    serving.set(`1 ${planId}`, plan(planId, [say, who]));
    await hand('say');
    ({ name } = asked.at(-1)!.values as { name: string });
  });

  it('is recorded from the caller’s channel, and ends by #, silence or its length', () => {
    expect(asked.at(-1)).toEqual({
      request: 'POST channels/chan/record',
      values: {
        name,
        format: 'wav',
        maxDurationSeconds: 30,
        maxSilenceSeconds: 5,
        beep: 'true',
        terminateOn: '#',
        ifExists: 'overwrite',
      },
    });
    expect(ways()).toEqual([]);
  });

  it('is told of with its box, and the caller goes on', async () => {
    await finished(8, 3);
    expect(events()).toMatchObject([{ event: 'voicemail-ready', boxId: 'ext_01OWNER', seconds: 8 }]);
    expect(ways()).toEqual(['recorded']);
    expect(unheardResult(call)).toBe('voicemail');
    // Told again, the caller is not sent on again.
    await finished(8, 3);
    expect(ways()).toEqual(['recorded']);
  });

  it.each([
    ['nothing was said', 5, 0],
    ['it was a hang-up', 0, undefined],
  ])('is not kept where %s', async (_, seconds, talked) => {
    await finished(seconds, talked);
    expect(events()).toEqual([]);
    expect(ways()).toEqual(['silent']);
    expect(readdirSync(folder).filter((file) => file.endsWith('.wav'))).toEqual([]);
    expect(unheardResult(call)).toBe('no-answer');
  });

  it('is kept of a caller who hangs up while they speak', async () => {
    vi.setSystemTime(now + 4_000);
    await legGone(calls, call, call.legs.party!, 16);
    expect(call.result).toBe('voicemail');
    await finished(4);
    expect(events().map(({ event }) => event)).toEqual(['plan-node', 'ended', 'voicemail-ready']);
    expect(ways()).toEqual([]);
  });
});

describe('a message whose end the bridge was away for', () => {
  let name: string;
  beforeEach(async () => {
    serving.set(`1 ${planId}`, plan(planId, [say, who]));
    await hand('say');
    ({ name } = asked.at(-1)!.values as { name: string });
    writeFileSync(join(folder, `${name}.wav`), Buffer.alloc(44 + 16_000 * 6));
  });

  it('is kept, and its caller goes on, once Asterisk is asked', async () => {
    recordsStill = false;
    await recordOverMeanwhile(calls, call);
    expect(events()).toMatchObject([{ event: 'voicemail-ready', boxId: 'ext_01OWNER', seconds: 6 }]);
    expect(ways()).toEqual(['recorded']);
  });

  it('is waited for while Asterisk records it', async () => {
    recordsStill = true;
    await recordOverMeanwhile(calls, call);
    expect(asked.at(-1)!.request).toBe(`GET recordings/live/${name}`);
    expect(events()).toEqual([]);
    expect(ways()).toEqual([]);
  });
});

describe('a jump into another plan', () => {
  it('has the call begin there, and the walk go on under its name', async () => {
    serving.set(`1 ${otherId}`, plan(otherId, [who]));
    await hand('over');
    expect(ways()).toEqual([]);
    expect(asked.at(-1)).toEqual({
      request: 'POST channels/chan/continue',
      values: { context: 'dealbell-plan', extension: 's', priority: 1 },
    });
    expect(asked).toContainEqual({
      request: 'POST channels/chan/variable',
      values: { variable: 'DEALBELL_PLAN', value: 't1-p01JOTHER' },
    });
    expect(call.walk).toMatchObject({ planId: otherId, node: null, jumps: 1 });
  });

  it('goes by “failed” where that plan takes no calls, or is another tenant’s', async () => {
    serving.set(`2 ${otherId}`, plan(otherId, [who]));
    await hand('over');
    expect(ways()).toEqual(['failed']);
    expect(call.walk!.planId).toBe(planId);
  });

  it('ends where two plans lead to one another for ever', async () => {
    serving.set(`1 ${otherId}`, plan(otherId, [who]));
    call.walk = { ...planWalk(planId), jumps: 199 };
    await hand('over');
    expect(call.walk).toMatchObject({ planId: otherId, jumps: 200 });
    call.walk = { ...planWalk(planId), jumps: 200 };
    await hand('over');
    expect(ways()).toEqual(['failed']);
  });
});
