import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/model/call.ts';
import { headingOf, parseWorked, phaseOf, withCall } from './worked-calls.ts';

const at = '2026-11-23T15:00:00.000Z';
const leg = (agentId: string, more: Partial<Call['legs'][number]> = {}) => ({
  agentId,
  startedAt: at,
  answeredAt: null,
  endedAt: null,
  talkSeconds: 0,
  ...more,
});
const call = (more: Partial<Call> = {}) => ({
  id: 'cal_1',
  leadId: 'led_1',
  leadName: 'Ann Lee',
  phone: '+13055550101',
  direction: 'outbound' as Call['direction'],
  status: 'queued' as Call['status'],
  legs: [leg('usr_me')],
  answeredAt: null as string | null,
  ...more,
});

describe('the phase of a call for an agent', () => {
  it.each([
    ['dialling', call()],
    ['ringing', call({ direction: 'inbound', status: 'ringing' })],
    ['talking', call({ status: 'in-progress', legs: [leg('usr_me', { answeredAt: at })] })],
    ['over', call({ status: 'completed', legs: [leg('usr_me', { answeredAt: at, endedAt: at })] })],
    ['over', call({ status: 'in-progress', legs: [leg('usr_other')] })],
  ] as const)('is %s', (phase, one) => {
    expect(phaseOf(one, 'usr_me')).toBe(phase);
  });

  it('is over once it was handed to somebody else, though the call goes on', () => {
    const handed = call({ status: 'in-progress', legs: [leg('usr_me', { endedAt: at }), leg('usr_other')] });
    expect(phaseOf(handed, 'usr_me')).toBe('over');
    expect(phaseOf(handed, 'usr_other')).toBe('talking');
  });

  it('goes on where the agent got the call back', () => {
    const back = call({
      status: 'in-progress',
      legs: [leg('usr_me', { endedAt: at }), leg('usr_other', { endedAt: at }), leg('usr_me')],
    });
    expect(phaseOf(back, 'usr_me')).toBe('talking');
  });
});

describe('a call that rings phones at the exchange', () => {
  const live = (state: 'ringing' | 'talking') => ({
    live: {
      held: false,
      recording: 'off' as const,
      recordingRefused: null,
      agentState: state,
      phones: [{ phone: 't1-101', agentId: 'usr_me', state }],
      transfer: null,
      queueId: null,
      position: null,
      supervisors: [],
      seq: 1,
    },
  });

  it.each([
    [
      'ringing',
      'it comes in',
      call({ direction: 'inbound', status: 'ringing', legs: [], ...live('ringing') }),
    ],
    ['ringing', 'a colleague puts it through', call({ status: 'in-progress', legs: [], ...live('ringing') })],
    ['dialling', 'the agent has made it', call({ ...live('ringing') })],
    ['talking', 'a colleague asks first', call({ status: 'in-progress', legs: [], ...live('talking') })],
  ] as const)('is %s when %s', (phase, _, one) => {
    expect(phaseOf(one, 'usr_me')).toBe(phase);
    expect(phaseOf({ ...one, status: 'completed' }, 'usr_me')).toBe('over');
  });
});

describe('the heading of a call', () => {
  const held = (transfer: 'ringing' | 'joined' | null, legs = [leg('usr_me')]) =>
    call({
      status: 'in-progress',
      legs,
      live: {
        held: transfer === null,
        recording: 'off',
        recordingRefused: null,
        agentState: 'talking',
        phones: [],
        transfer: transfer && { target: '102', state: transfer },
        queueId: null,
        position: null,
        supervisors: [],
        seq: 1,
      },
    });

  it('says that the other party waits while they do', () => {
    expect(headingOf(call({ status: 'in-progress' }), 'talking', 'usr_me')).toBe('Talking with');
    expect(headingOf(held(null), 'talking', 'usr_me')).toBe('On hold');
    expect(headingOf(held('ringing'), 'talking', 'usr_me')).toBe('On hold');
    expect(headingOf(held('joined'), 'talking', 'usr_me')).toBe('Talking with');
    expect(headingOf(held('ringing', [leg('usr_other')]), 'talking', 'usr_me')).toBe('You are asked to take');
  });
});

describe('the calls that an agent has to close', () => {
  const ended = (more: Partial<Call> = {}) =>
    call({ status: 'completed', legs: [leg('usr_me', { answeredAt: at, endedAt: at })], ...more });

  it('keep a call from its beginning until after its end', () => {
    const begun = withCall([], call(), 'usr_me');
    expect(begun).toMatchObject([{ id: 'cal_1', isOver: false }]);
    expect(withCall(begun, ended(), 'usr_me')).toMatchObject([{ id: 'cal_1', isOver: true }]);
  });

  it('keep an outbound call that nobody answered', () => {
    const begun = withCall([], call(), 'usr_me');
    const busy = call({ status: 'busy', legs: [leg('usr_me', { endedAt: at })] });
    expect(withCall(begun, busy, 'usr_me')).toHaveLength(1);
  });

  it('lose an inbound call that was never taken up', () => {
    const rings = withCall([], call({ direction: 'inbound', status: 'ringing' }), 'usr_me');
    const missed = call({
      direction: 'inbound',
      status: 'no-answer',
      legs: [leg('usr_me', { endedAt: at })],
    });
    expect(withCall(rings, missed, 'usr_me')).toEqual([]);
  });

  it('keep the one before when the next call comes first', () => {
    const first = withCall(withCall([], call(), 'usr_me'), ended(), 'usr_me');
    const both = withCall(first, call({ id: 'cal_2' }), 'usr_me');
    expect(both.map(({ id, isOver }) => [id, isOver])).toEqual([
      ['cal_1', true],
      ['cal_2', false],
    ]);
  });

  it('do not take up again a call that was closed and is read late', () => {
    expect(withCall([], ended(), 'usr_me')).toEqual([]);
  });

  it('are the same list when nothing changed, so that nothing is drawn or stored again', () => {
    const begun = withCall([], call(), 'usr_me');
    expect(withCall(begun, call(), 'usr_me')).toBe(begun);
  });

  it('are none where the browser kept something else', () => {
    expect(parseWorked('{"id":1}')).toEqual([]);
    expect(parseWorked('no JSON')).toEqual([]);
    expect(parseWorked('[null,{"id":"cal_1","phone":"","isOver":true}]')).toHaveLength(1);
  });
});
