import { describe, expect, it } from 'vitest';
import { addressText, dayText, durationText, shortTime, sizeText } from './words.ts';

const now = new Date(2026, 10, 20, 15, 0).getTime();
const at = (days: number, hour = 9) => new Date(2026, 10, 20 - days, hour, 5).toISOString();

describe('when something was said', () => {
  it('is a day in words between the messages', () => {
    expect(dayText(at(0), now)).toBe('Today');
    expect(dayText(at(1, 23), now)).toBe('Yesterday');
    expect(dayText(at(2), now)).toMatch(/Wednesday/);
    expect(dayText(at(2), now)).not.toMatch(/2026/);
    expect(dayText(at(400), now)).toMatch(/2025/);
  });

  it('is short in the list: time, weekday, date', () => {
    expect(shortTime(at(0), now)).toMatch(/9:05/);
    expect(shortTime(at(2), now)).toBe('Wed');
    expect(shortTime(at(30), now)).toMatch(/Oct/);
  });
});

it('says how large an attachment is', () =>
  expect([12, 4_200, 1_234_567].map(sizeText)).toEqual(['12 bytes', '4 kB', '1.2 MB']));

it('says how long a blast takes', () => {
  expect(durationText(0.2)).toBe('less than a minute');
  expect(durationText(1)).toBe('1 minute');
  expect(durationText(42.1)).toBe('43 minutes');
  expect(durationText(180)).toBe('3 hours');
  expect(durationText(60 * 24 * 3)).toBe('3 days');
});

it('writes phones as people read them and leaves mail addresses', () => {
  expect(addressText('+12125550123')).toBe('(212) 555-0123');
  expect(addressText('ada@example.com')).toBe('ada@example.com');
});
