import { describe, expect, it } from 'vitest';
import type { FloorAgent } from '#shared/model/agent-status.ts';
import { countsOf, floorRows } from './floor.ts';

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
