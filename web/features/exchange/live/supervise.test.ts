import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/model/call.ts';
import { supervisionOf } from '#web/phone/supervision.ts';
import { whyNot } from './supervise.ts';

const live = (more: object) => ({ phones: [], supervisors: [], ...more });
const call = (more: object = {}) =>
  ({
    id: 'cal_1',
    status: 'in-progress',
    origin: { kind: 'inbound', id: '' },
    legs: [{ agentId: 'usr_maya', endedAt: null }],
    live: live({}),
    ...more,
  }) as unknown as Call;
const alex = {
  userId: 'usr_alex',
  phone: 't7-101',
  isConnecting: false,
  calls: [] as Call[],
  supervisedId: null,
};

describe('whether a call can be supervised', () => {
  it('is so while somebody talks on it, and says nothing then', () => {
    expect(whyNot(call(), { ...alex, calls: [call()] })).toBe(null);
    expect(whyNot(call(), { ...alex, calls: [call()], supervisedId: 'cal_1' })).toBe(null);
  });

  const own = [{ agentId: 'usr_alex', endedAt: null }];
  const mine = call({ id: 'cal_2', legs: own });
  const ringsMe = call({ id: 'cal_3', live: live({ phones: [{ agentId: 'usr_alex' }] }) });
  const left = call({ id: 'cal_4', legs: [{ agentId: 'usr_alex', endedAt: '2026-11-24T10:00:00.000Z' }] });
  it.each([
    ['it is over', call({ status: 'completed' }), {}, 'This call has ended.'],
    ['no exchange has it', call({ origin: null }), {}, 'This call was logged by hand; no exchange has it.'],
    ['it rings', call({ status: 'ringing' }), {}, 'Nobody talks on this call yet.'],
    ['it is their own', mine, { calls: [mine] }, 'You are on a call yourself.'],
    ['a call rings them', call(), { calls: [call(), ringsMe] }, 'You are on a call yourself.'],
    ['they hear another', call(), { supervisedId: 'cal_9' }, 'Leave the call that you hear now first.'],
    [
      'they have no phone',
      call(),
      { phone: null },
      'Sign in to the phone first: it rings, and you hear the call by it.',
    ],
    [
      'their phone is not connected yet',
      call(),
      { isConnecting: true },
      'Your phone is being connected. This takes a moment.',
    ],
    ['they had a part in another', call(), { calls: [left] }, null],
  ])('answers why not where %s', (_, one, more, why) => {
    expect(whyNot(one, { ...alex, ...more })).toBe(why);
  });
});

describe('what a phone supervises', () => {
  const heard = call({ live: live({ supervisors: [{ phone: 't7-101', mode: 'whisper' }] }) });
  it('is the call that has it among its supervisors, in its mode', () => {
    expect(supervisionOf([call(), heard], 't7-101')).toEqual({ call: heard, mode: 'whisper' });
  });
  it('is nothing for another phone, without one, and on a call without a live view', () => {
    expect(supervisionOf([heard], 't7-102')).toBe(null);
    expect(supervisionOf([heard], null)).toBe(null);
    expect(supervisionOf([call({ live: null })], 't7-101')).toBe(null);
  });
});
