import { expect, it } from 'vitest';
import { expectCall, expectNoCall, takeExpected } from './expected-call.ts';

it('takes up by itself the call that was asked for, once, and no other', () => {
  expect(takeExpected('cal_1')).toBe(false);
  expectCall('cal_1');
  expect(takeExpected('cal_2')).toBe(false);
  expect(takeExpected(null)).toBe(false);
  expect(takeExpected('cal_1')).toBe(true);
  expect(takeExpected('cal_1')).toBe(false);
});

it('lets a ring that comes too late, or is not wanted any more, wait for a hand', () => {
  expectCall('cal_1', 1_000);
  expect(takeExpected('cal_1', 31_001)).toBe(false);
  expectCall('cal_1');
  expectNoCall();
  expect(takeExpected('cal_1')).toBe(false);
});
