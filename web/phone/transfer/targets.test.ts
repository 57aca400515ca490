import { describe, expect, it } from 'vitest';
import type { FloorAgent } from '#shared/model/agent-status.ts';
import type { Extension } from '#shared/model/extension.ts';
import type { Queue } from '#shared/model/queue.ts';
import type { TransferGroup } from '#shared/model/transfer-group.ts';
import { type Directory, targetsOf } from './targets.ts';

const agent = (name: string, extension: string | null, more: Partial<FloorAgent> = {}) =>
  ({
    agentId: `usr_${name}`,
    name,
    extension,
    signedIn: true,
    status: 'available',
    label: 'Available',
    color: '#40c057',
    call: null,
    ...more,
  }) as FloorAgent;

const directory: Directory = {
  agents: [
    agent('Ann', '101'),
    agent('Bea', '102', { status: 'on-call', label: 'On a call' }),
    agent('Cid', '103', { status: 'lunch', label: 'Lunch' }),
    agent('Dan', '104', { signedIn: false }),
    agent('Eve', null),
  ],
  extensions: [
    { id: 'ext_1', number: '101', name: 'Ann', userId: 'usr_Ann' },
    { id: 'ext_2', number: '190', name: 'Front desk', userId: null },
  ] as Extension[],
  queues: [{ id: 'que_1', number: '500', name: 'Sales', members: [{}] }] as unknown as Queue[],
  groups: [{ id: 'tgr_1', name: 'Closers', numbers: [{ isActive: true }] }] as TransferGroup[],
  userId: 'usr_Ann',
};
const names = (search: string) => targetsOf(directory, search).map(({ name }) => name);

describe('whom a call can be put through to', () => {
  it('are colleagues at their phones but oneself, the free first, then phones, queues and groups', () => {
    expect(names('')).toEqual(['Cid', 'Bea', 'Front desk', 'Sales', 'Closers']);
  });

  it('are found by name and by the first digits of the extension', () => {
    expect(names('be')).toEqual(['Bea']);
    expect(names('19')).toEqual(['19', 'Front desk']);
    expect(names('190')).toEqual(['Front desk']);
  });

  it('refuse in a sentence who talks already, and not who is on a break', () => {
    const refusals = targetsOf(directory, '').map(({ name, refusal }) => [name, refusal]);
    expect(refusals).toContainEqual(['Bea', 'Bea is on a call.']);
    expect(refusals).toContainEqual(['Cid', null]);
  });

  it('offer a queue and a group as they can be had', () => {
    const [queue] = targetsOf(directory, 'sales');
    expect(queue).toMatchObject({ number: '500', mayTalkFirst: false, detail: '500, 1 agent' });
    expect(targetsOf(directory, 'closers')[0]).toMatchObject({ kind: 'group', number: 'tgr_1' });
  });

  it.each([
    ['(305) 555-0166', '+13055550166'],
    ['+44 20 7946 0018', '+442079460018'],
    ['7302', '7302'],
  ])('take a number typed as %s', (text, number) => {
    expect(targetsOf(directory, text)[0]).toMatchObject({ kind: 'number', number });
  });

  it.each(['305 555 012', 'call me', '1', '+1'.repeat(30)])('take no number from %s', (text) => {
    expect(targetsOf(directory, text).filter(({ kind }) => kind === 'number')).toEqual([]);
  });
});
