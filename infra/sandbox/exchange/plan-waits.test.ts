import { beforeEach, describe, expect, it } from 'vitest';
import type { PlanStep } from '#shared/model/dialplan/steps.ts';
import { callDefaults, type PlanWalk, type SandboxCall } from './call.ts';
import { Core } from './core.ts';
import { waitOver } from './plans.ts';

/* What becomes of a caller when what they wait for in a plan is over. */

const planId = 'dlp_01JWAITS';
const beep = { file: 'beep' };
const steps: PlanStep[] = [
  { id: 'sound', type: 'playback', sound: beep, allowSkip: false, ways: { next: null } },
  {
    id: 'menu',
    type: 'ivr',
    prompt: beep,
    invalidPrompt: null,
    maxRetries: 2,
    timeout: 5,
    keys: [],
    ways: { timeout: null, invalid: null },
  },
  { id: 'who', type: 'lookup', ways: { found: null, notFound: null } },
  {
    id: 'say',
    type: 'record',
    prompt: beep,
    boxId: 'ext_101',
    seconds: 30,
    ways: { recorded: null, silent: null },
  },
  {
    id: 'account',
    type: 'collect',
    prompt: beep,
    variable: 'account',
    least: 2,
    most: 4,
    timeout: 5,
    tries: 2,
    ways: { collected: null, invalid: null, timeout: null },
  },
];

let happened: { event: string; nodeId?: string; way?: string }[];
let due: number[];
let core: Core;
beforeEach(() => {
  happened = [];
  due = [];
  core = new Core({
    clock: { now: () => 0, iso: () => '2026-11-27T15:00:00.000Z' },
    store: { plan: () => ({ steps }), save: () => undefined, sound: () => undefined, live: () => [] },
    callbacks: {
      send: ({ signing }: { signing: { payload: (typeof happened)[number] } }) =>
        happened.push(signing.payload),
    },
    changed: () => undefined,
    scripts: { for: () => undefined },
    work: { add: ({ delay }: { delay: number }) => due.push(delay) },
  } as never);
});

const caller = (node: string, walk: Partial<PlanWalk> = {}): SandboxCall =>
  ({
    ...callDefaults,
    callId: 'cal_1',
    account: 'sandbox-1',
    direction: 'inbound',
    to: '+15615550100',
    callerId: '+13055550141',
    state: 'ringing',
    walk: {
      planId,
      node,
      visit: 1,
      since: '2026-11-27T15:00:00.000Z',
      wait: 3,
      heard: 1,
      doing: null,
      left: [],
      reasons: [],
      ...walk,
    },
  }) as unknown as SandboxCall;
const left = () =>
  happened.flatMap(({ event, nodeId, way }) => (event === 'plan-node' ? [`${nodeId} ${way}`] : []));

describe('a wait that is over', () => {
  it.each([
    ['a sound', 'sound', {}, 'sound next'],
    ['a question that nobody answered', 'who', { doing: 'ask' }, 'who notFound'],
    ['a menu, the last time that it is heard', 'menu', { heard: 2 }, 'menu timeout'],
    ['digits, nothing was typed', 'account', { heard: 2, typed: '' }, 'account timeout'],
    ['digits, too few', 'account', { heard: 2, typed: '1' }, 'account invalid'],
    ['digits, enough', 'account', { heard: 1, typed: '12' }, 'account collected'],
  ] as const)('has the caller go on: %s', (_, node, walk, way) => {
    waitOver(core, caller(node, walk), 3);
    expect(left()).toEqual([way]);
  });

  it.each([
    ['menu', 7_000],
    ['account', 7_000],
  ])('has %s heard again while it may be', (node, ms) => {
    const call = caller(node);
    waitOver(core, call, 3);
    expect(left()).toEqual([]);
    expect(call.walk).toMatchObject({ heard: 2, wait: 4 });
    expect(due).toEqual([ms]);
  });

  it('means nothing once another has begun, or the caller is in no plan', () => {
    waitOver(core, caller('sound'), 2);
    waitOver(core, caller('sound'), undefined);
    waitOver(core, { ...caller('sound'), walk: null }, 3);
    expect(happened).toEqual([]);
  });

  it('keeps what was typed with the call', () => {
    const call = caller('account', { typed: '1*23' });
    waitOver(core, call, 3);
    expect(call.collected).toEqual({ account: '123' });
  });

  it.each([
    [3, '1969-12-31T23:59:50.000Z', 'say recorded', ['ext_101', 10]],
    [3, '1970-01-01T00:00:00.000Z', 'say silent', undefined],
  ] as const)('has a caller go on who was recorded (%#)', (which, since, way, kept) => {
    const call = caller('say', { doing: 'record' });
    const box = { boxId: 'ext_101', greeting: null, maxSeconds: 30 };
    call.message = { box, recordingId: 'rec_1', state: 'recording', since };
    waitOver(core, call, which);
    expect(left()).toEqual([way]);
    const ready = happened.find(({ event }) => event === 'voicemail-ready') as
      | { boxId: string; seconds: number }
      | undefined;
    expect(ready && [ready.boxId, ready.seconds]).toEqual(kept);
    // Nobody took the call up, and it ends after that node.
    expect(call.result).toBe(kept ? 'voicemail' : 'no-answer');
  });

  it('has a caller speak once they have heard what to say, and no longer than the node lets them', () => {
    const call = caller('say');
    waitOver(core, call, 3);
    expect(left()).toEqual([]);
    expect(call.walk?.doing).toBe('record');
    expect(due).toEqual([30_000]);
  });
});
