import { expect, it } from 'vitest';
import { whatCallersHear } from './hears.ts';

it('the sentence of what callers hear follows what is set of the queue', () => {
  expect(
    whatCallersHear({ musicOnHold: 'default', announcePosition: true, maxWaitTime: 330, maxCallers: 100 }),
  ).toBe(
    'The caller hears the standard music while they wait, and is told how many are before them. After 5 min 30 s ' +
      'the wait ends. Whoever comes while 100 are waiting is turned away at once.',
  );
  expect(
    whatCallersHear({ musicOnHold: 'none', announcePosition: false, maxWaitTime: 45, maxCallers: 1 }),
  ).toBe(
    'The caller hears silence while they wait. After 45 s the wait ends. Whoever comes while one is waiting is ' +
      'turned away at once.',
  );
});
