import { expect, it } from 'vitest';
import { whatCallersHear } from './hears.ts';

it('the sentence of what callers hear follows what is set of the queue', () => {
  const without = { voicemail: false, callback: false, callbackAfter: 60 };
  expect(
    whatCallersHear({
      ...without,
      musicOnHold: 'default',
      announcePosition: true,
      maxWaitTime: 330,
      maxCallers: 100,
    }),
  ).toBe(
    'The caller hears the standard music while they wait, and is told how many are before them. After 5 min 30 s ' +
      'the wait ends. Whoever comes while 100 are waiting is turned away at once.',
  );
  const silent = {
    ...without,
    musicOnHold: 'none',
    announcePosition: false,
    maxWaitTime: 45,
    maxCallers: 1,
  } as const;
  expect(whatCallersHear({ ...silent, voicemail: true })).toBe(
    'The caller hears silence while they wait. After 45 s they may leave a message. Whoever comes while one is ' +
      'waiting may at once.',
  );
  expect(whatCallersHear(silent)).toBe(
    'The caller hears silence while they wait. After 45 s the wait ends. Whoever comes while one is waiting is ' +
      'turned away at once.',
  );
  expect(whatCallersHear({ ...silent, callback: true, callbackAfter: 90 })).toBe(
    'The caller hears silence while they wait. After 1 min 30 s they may press 1 to keep their place and be called ' +
      'back. After 45 s the wait ends. Whoever comes while one is waiting is turned away at once.',
  );
});
