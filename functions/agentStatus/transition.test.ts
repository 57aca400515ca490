import { describe, expect, it } from 'vitest';
import { builtInStatuses, standardConfig } from '#shared/model/agent-status.ts';
import type { Presence } from './store.ts';
import {
  afterHappening,
  type Happening,
  nextLookAt,
  type Transition,
  unknownPresence,
} from './transition.ts';

const start = Date.parse('2026-11-23T14:00:00.000Z');
const iso = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const [pause, lunch] = standardConfig.statuses;

/** What becomes of an agent by happenings, each at so many seconds after the start. */
function story(happenings: [number, Happening][]): { last: Presence; transitions: Transition[] } {
  let last = unknownPresence('usr_1', iso(0));
  const transitions: Transition[] = [];
  for (const [seconds, happening] of happenings) {
    const step = afterHappening(last, happening, start + seconds * 1000, 'call');
    last = step.after;
    transitions.push(...step.transitions);
  }
  return { last, transitions };
}
const statusesOf = (happenings: [number, Happening][]) =>
  story(happenings).transitions.map(({ at, to }) => [to.key, (Date.parse(at) - start) / 1000]);

const signIn: Happening = { type: 'signIn' };
const began = (callId = 'cal_1'): Happening => ({ type: 'callBegan', callId });
const ended = (callId = 'cal_1', wrapUpSeconds = 30): Happening => ({
  type: 'callEnded',
  callId,
  wrapUpSeconds,
});
const choose = (status = pause!): Happening => ({ type: 'choose', status });

describe("an agent's status", () => {
  it('is available after signing in, on a call, in wrap-up, and available again at the end of it', () => {
    const day: [number, Happening][] = [
      [0, signIn],
      [60, began()],
      [200, ended()],
      [500, { type: 'settle' }],
      [600, { type: 'signOut' }],
    ];
    expect(statusesOf(day)).toEqual([
      ['available', 0],
      ['on-call', 60],
      ['wrap-up', 200],
      ['available', 230],
      ['offline', 600],
    ]);
  });

  it('is on a call again when the call comes back, also where its first end is told late or twice', () => {
    const happenings: [number, Happening][] = [
      [0, signIn],
      [10, began()],
      [20, ended()],
      [35, began()],
      [20, ended()],
      [10, began()],
    ];
    expect(statusesOf(happenings)).toEqual([
      ['available', 0],
      ['on-call', 10],
      ['wrap-up', 20],
      ['on-call', 35],
    ]);
    expect(statusesOf([...happenings, [60, ended()]]).at(-1)).toEqual(['wrap-up', 60]);
  });

  it('that was chosen during a call follows its wrap-up', () => {
    const happenings: [number, Happening][] = [
      [0, signIn],
      [10, began()],
      [20, choose(lunch)],
      [40, ended('cal_1', 0)],
    ];
    expect(statusesOf(happenings).at(-1)).toEqual(['lunch', 40]);
  });

  it('that is chosen in wrap-up ends it', () => {
    const happenings: [number, Happening][] = [
      [0, signIn],
      [10, began()],
      [20, ended()],
      [25, choose(builtInStatuses.available)],
    ];
    expect(statusesOf(happenings).at(-1)).toEqual(['available', 25]);
  });

  it('stays on a call until the last of two calls has ended', () => {
    const happenings: [number, Happening][] = [
      [0, signIn],
      [10, began('cal_1')],
      [20, began('cal_2')],
      [30, ended('cal_1', 0)],
      [40, ended('cal_2', 0)],
    ];
    expect(statusesOf(happenings).slice(1)).toEqual([
      ['on-call', 10],
      ['available', 40],
    ]);
  });

  it('is not changed by news that come twice, or begin a call that has ended', () => {
    const once: [number, Happening][] = [
      [0, signIn],
      [10, began()],
      [20, ended()],
    ];
    const twice: [number, Happening][] = [
      [0, signIn],
      [5, signIn],
      ...once.slice(1),
      // What is told again is told of the same instant.
      [10, began()],
      [20, ended()],
    ];
    expect(statusesOf(twice)).toEqual(statusesOf(once));
    const late: [number, Happening][] = [
      [0, signIn],
      [20, ended()],
      [10, began()],
    ];
    expect(statusesOf(late)).toEqual([['available', 0]]);
  });

  it('never goes back in time when news come late', () => {
    const { transitions } = story([
      [0, signIn],
      [100, choose(lunch)],
      [50, began()],
    ]);
    expect(transitions.map(({ at }) => at)).toEqual([iso(0), iso(100), iso(100)]);
  });

  it('goes on in a second tab that signs in, and begins as available on a new day', () => {
    expect(
      statusesOf([
        [0, signIn],
        [10, choose(lunch)],
        [20, signIn],
      ]).at(-1),
    ).toEqual(['lunch', 10]);
    expect(
      statusesOf([
        [0, signIn],
        [10, choose(lunch)],
        [20, { type: 'signOut' }],
        [30, signIn],
      ]).at(-1),
    ).toEqual(['available', 30]);
  });

  it('is marked when it lasts longer than it allows, and is not changed by that', () => {
    const minute = 60;
    const happenings: [number, Happening][] = [
      [0, signIn],
      [0, choose(pause)],
    ];
    const { last } = story(happenings);
    expect(nextLookAt(last)).toBe(start + 15 * 60_000);
    const later = story([...happenings, [20 * minute, { type: 'settle' }]]);
    expect(later.last).toMatchObject({ status: { key: 'break' }, overdueAt: iso(15 * minute) });
    expect(later.transitions).toHaveLength(2);
    expect(nextLookAt(later.last)).toBeUndefined();
  });

  it.each([
    [
      'the end of a wrap-up',
      [
        [0, signIn],
        [10, began()],
        [20, ended()],
      ],
      50,
    ],
    ['nothing while available', [[0, signIn]], undefined],
  ] as [string, [number, Happening][], number | undefined][])(
    'is looked at next: %s',
    (_, happenings, seconds) => {
      expect(nextLookAt(story(happenings).last)).toBe(
        seconds === undefined ? undefined : start + seconds * 1000,
      );
    },
  );
});
