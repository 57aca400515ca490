import { describe, expect, it } from 'vitest';
import { isOwnCall } from './own-call.ts';
import { soundOf } from './sandbox-sound.ts';

describe('a call that rings the phone', () => {
  const own = {
    id: 'cal_1',
    direction: 'outbound',
    status: 'queued',
    createdBy: 'usr_maya',
    origin: { kind: 'agent', id: 'usr_maya' },
    live: null,
    legs: [],
  } as const;
  const ofList = {
    ...own,
    status: 'in-progress',
    createdBy: 'dialler',
    origin: { kind: 'list', id: 'cll_1' },
  } as const;
  const leg = { agentId: 'usr_bo', startedAt: '', answeredAt: '', endedAt: '', talkSeconds: 9 };

  it('is taken up by itself when its agent has made it', () => {
    expect(isOwnCall(own, 'usr_maya')).toBe(true);
  });

  it('is taken up by itself when a list puts somebody through who has just answered', () => {
    expect(isOwnCall(ofList, 'usr_maya')).toBe(true);
  });

  it.each([
    ['was made by somebody else for this phone', { ...own, createdBy: 'usr_admin' }],
    ['came in', { ...own, direction: 'inbound', origin: { kind: 'inbound', id: '' } }],
    ['is put through by a colleague', { ...own, status: 'in-progress' }],
    ['is put through by a colleague who was put through to them', { ...ofList, legs: [leg] }],
    ['was made by a journey', { ...own, origin: { kind: 'journey', id: 'usr_maya' } }],
  ] as const)('rings when it %s', (_, call) => {
    expect(isOwnCall(call, 'usr_maya')).toBe(false);
  });
});

describe('what the phone of the sandbox plays', () => {
  const call = { state: 'talking', otherParty: 'answered', held: false } as const;

  it.each([
    ['the other party', call, 'voice'],
    ['the ring of the other phone', { ...call, otherParty: 'ringing' }, 'ring'],
    ['nothing while they are on hold', { ...call, held: true }, null],
    ['nothing before it is taken up', { ...call, state: 'ringing' }, null],
  ] as const)('is %s', (_, standing, sound) => {
    expect(soundOf(standing)).toBe(sound);
  });
});
