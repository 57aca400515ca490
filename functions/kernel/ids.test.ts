import { expect, it } from 'vitest';
import { deterministicId, newId, timedId, timeOfId } from './ids.ts';

const at = Date.parse('2026-11-27T10:00:00.000Z');

it('an id of a time is the same for the same parts, sorts by its time, and tells it', () => {
  const id = timedId('led', at, 'cal_1');
  expect(id).toMatch(/^led_[0-9A-Z]{26}$/);
  expect(timedId('led', at, 'cal_1')).toBe(id);
  expect(timedId('led', at, 'cal_2')).not.toBe(id);
  expect(timedId('led', at + 1, 'cal_1') > id).toBe(true);
  expect(timeOfId(id)).toBe(at);
  const now = Date.now();
  expect(timeOfId(newId('led'))).toBeGreaterThanOrEqual(now);
  for (const other of [deterministicId('led', 'a'), 'led_1', 'led_', ''])
    expect(timeOfId(other)).toBeUndefined();
});
