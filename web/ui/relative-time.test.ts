import { describe, expect, it } from 'vitest';
import { relativeTo } from './relative-time.ts';

describe('a time in words', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T11:59:30Z', 'just now'],
    ['2026-11-20T11:55:00Z', '5 min. ago'],
    ['2026-11-20T09:10:00Z', '2 hr. ago'],
    ['2026-11-19T11:00:00Z', 'yesterday'],
    ['2026-11-20T12:14:59Z', 'in 14 min.'],
  ])('%s reads %s', (at, reads) => {
    expect(relativeTo(Date.parse(at), now)).toBe(reads);
  });
});
