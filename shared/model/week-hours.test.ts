import { describe, expect, it } from 'vitest';
import { isOpenAt, nextOpening, type WeekHours } from './week-hours.ts';

const office: [number, number] = [9 * 60, 17 * 60];
const hours: WeekHours = {
  timeZone: 'America/New_York',
  week: [null, office, office, office, office, office, null],
};
const at = (iso: string) => Date.parse(iso);

describe('hours of a week', () => {
  it('open and close by the clock of their zone, to the minute', () => {
    expect(isOpenAt(hours, at('2026-11-23T13:59:59Z'))).toBe(false);
    expect(isOpenAt(hours, at('2026-11-23T14:00:00Z'))).toBe(true);
    expect(isOpenAt(hours, at('2026-11-23T21:59:59Z'))).toBe(true);
    expect(isOpenAt(hours, at('2026-11-23T22:00:00Z'))).toBe(false);
  });

  it('open next after closed days, and an hour earlier by UTC once summer time has begun', () => {
    expect(nextOpening(hours, at('2026-11-20T23:00:00Z'))).toBe(at('2026-11-23T14:00:00Z'));
    expect(nextOpening(hours, at('2026-03-07T12:00:00Z'))).toBe(at('2026-03-09T13:00:00Z'));
  });

  it('of one short day a week open on the same weekday of the next week', () => {
    const monday: WeekHours = { ...hours, week: [null, [540, 600], null, null, null, null, null] };
    expect(nextOpening(monday, at('2026-11-23T16:00:00Z'))).toBe(at('2026-11-30T14:00:00Z'));
  });

  it('never open where every day is closed', () => {
    expect(nextOpening({ ...hours, week: Array(7).fill(null) }, at('2026-11-23T16:00:00Z'))).toBeNull();
  });
});
