import { describe, expect, it } from 'vitest';
import type { FloorAgent } from '#shared/model/agent-status.ts';
import type { CallLive } from '#shared/model/call.ts';
import { countsOf, floorRows, waitingIn } from './floor.ts';

const agent = (name: string, more: Partial<FloorAgent> = {}): FloorAgent => ({
  agentId: `usr_${name}`,
  name,
  status: 'available',
  label: 'Available',
  color: '#40c057',
  isAvailable: true,
  since: '2026-11-23T14:00:00.000Z',
  until: null,
  isOverdue: false,
  signedIn: true,
  next: null,
  extension: null,
  extensionState: 'available',
  queues: [],
  call: null,
  ...more,
});
const nothingYet: CallLive = {
  held: false,
  recording: 'off',
  recordingRefused: null,
  agentState: 'none',
  phones: [],
  transfer: null,
  queueId: null,
  position: null,
  supervisors: [],
  seq: 0,
};
const offline = { signedIn: false, isAvailable: false, status: 'offline' };
const lunch = { isAvailable: false, status: 'lunch' };
const agents = [
  agent('Ann', offline),
  agent('Bea'),
  agent('Cid', { ...lunch, isOverdue: true }),
  agent('Dan', { isAvailable: false, status: 'on-call', extension: '104' }),
  agent('Eve', { since: '2026-11-23T13:00:00.000Z', queues: [{ id: 'que_1', name: 'Sales' }] }),
  agent('Fay', lunch),
];
const names = (filter: object) => floorRows(agents, { search: '', ...filter }).map(({ name }) => name);

describe('the rows of the live floor', () => {
  it('begin with who is overdue, and have the longest of each state first', () => {
    expect(names({})).toEqual(['Cid', 'Dan', 'Eve', 'Bea', 'Fay', 'Ann']);
  });

  it.each([
    [{ search: 'da' }, ['Dan']],
    [{ search: '104' }, ['Dan']],
    [{ state: 'available' }, ['Eve', 'Bea']],
    [{ queue: 'que_1' }, ['Eve']],
    [{ queue: 'que_1', state: 'away' }, []],
  ])('are narrowed by %j', (filter, expected) => {
    expect(names(filter)).toEqual(expected);
  });

  it('are counted by state, each agent once', () => {
    expect(countsOf(agents)).toEqual({ overdue: 1, onCall: 1, wrapUp: 0, available: 2, away: 1, offline: 1 });
  });
});

it('counts who waits in each queue, and nobody who waits in none', () => {
  const waits = (queueId: string | null) => ({ live: { ...nothingYet, queueId } });
  const calls = [waits('que_1'), waits('que_2'), waits('que_1'), waits(null), { live: null }];
  expect(waitingIn(calls)).toEqual({ que_1: 2, que_2: 1 });
});
