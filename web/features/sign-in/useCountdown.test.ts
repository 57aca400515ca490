import { describe, expect, it } from 'vitest';
import { clockOf } from './useCountdown.ts';

describe('a countdown', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1:00'],
    [65, '1:05'],
    [900, '15:00'],
  ])('%i seconds read %s', (seconds, reads) => {
    expect(clockOf(seconds)).toBe(reads);
  });
});
