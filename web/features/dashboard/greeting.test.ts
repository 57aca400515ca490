import { describe, expect, it } from 'vitest';
import { daysLeft, greetingAt } from './greeting.ts';

describe('the dashboard', () => {
  it.each([
    [3, 'Good evening'],
    [5, 'Good morning'],
    [11, 'Good morning'],
    [12, 'Good afternoon'],
    [18, 'Good evening'],
  ])('greets at %i with %s', (hour, greeting) => expect(greetingAt(hour)).toBe(greeting));

  it('counts the days of a trial that are left', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    expect(daysLeft('2026-12-04T12:00:00Z', now)).toBe(14);
    expect(daysLeft('2026-11-20T13:00:00Z', now)).toBe(1);
    expect(daysLeft('2026-11-20T11:00:00Z', now)).toBe(0);
  });
});
