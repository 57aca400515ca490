import { expect, it } from 'vitest';
import { theirTime } from './format.ts';

const now = Date.parse('2026-11-25T17:00:00Z');

it.each([
  ['the same day by their clock', 'America/New_York', '2026-11-26T01:00:00.000Z', '8:00 PM their time'],
  ['the same moment farther west', 'America/Los_Angeles', '2026-11-26T01:00:00.000Z', '5:00 PM their time'],
  [
    'another day by their clock',
    'America/New_York',
    '2026-11-26T14:00:00.000Z',
    'Thu, Nov 26, 9:00 AM their time',
  ],
])('a time is told by the clock of who is called, and says so: %s', (_, zone, at, text) =>
  expect(theirTime(zone, at, now).replace(/\s/g, ' ')).toBe(text),
);
