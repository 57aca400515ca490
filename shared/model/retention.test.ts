import { describe, expect, it } from 'vitest';
import { cutoffOf, dateBefore, isAsLongAs, nightAfter, refusalOfTerm, type Term } from './retention.ts';
import { localTime } from './zone-time.ts';

const months = (count: number): Term => ({ unit: 'months', count });
const days = (count: number): Term => ({ unit: 'days', count });
const newYork = 'America/New_York';

describe('a term', () => {
  it('is counted in days of the calendar, and ends a month that is too short', () => {
    expect(dateBefore('2026-08-31', months(6))).toBe('2026-02-28');
    expect(dateBefore('2028-08-31', months(6))).toBe('2028-02-29');
    expect(dateBefore('2026-01-15', months(12))).toBe('2025-01-15');
    expect(dateBefore('2026-03-01', days(30))).toBe('2026-01-30');
  });

  it('ends at midnight by the workspace’s own clock, in summer and winter', () => {
    // 20 March is summer time in New York, and 18 February is not.
    expect(cutoffOf(newYork, Date.parse('2026-03-20T07:00:00Z'), days(30))).toBe('2026-02-18T05:00:00.000Z');
    expect(cutoffOf(newYork, Date.parse('2026-07-20T07:00:00Z'), days(30))).toBe('2026-06-20T04:00:00.000Z');
    // Late in the evening of New York it is the next day in UTC.
    expect(cutoffOf(newYork, Date.parse('2026-03-21T03:59:00Z'), days(30))).toBe('2026-02-18T05:00:00.000Z');
  });

  it('is as long as another where it is never over before', () => {
    expect(isAsLongAs(months(60), days(1_826))).toBe(true);
    expect(isAsLongAs(days(1_826), months(60))).toBe(false);
    expect(isAsLongAs(days(1_827), months(60))).toBe(true);
    expect(isAsLongAs(months(12), months(13))).toBe(false);
    expect(isAsLongAs(days(365), months(12))).toBe(false);
  });

  it('is refused below what the law asks for and below what work goes on with', () => {
    const least = { term: months(60), why: '16 CFR 310.5.' };
    expect(refusalOfTerm(months(36), least)).toBe('This is kept for 60 months at least. 16 CFR 310.5.');
    expect(refusalOfTerm(months(60), least)).toBeUndefined();
    expect(refusalOfTerm(days(29), null)).toContain('30 days at least');
    expect(refusalOfTerm(days(30), null)).toBeUndefined();
    expect(refusalOfTerm(months(121), null)).toBe('A term is ten years at most.');
    expect(refusalOfTerm(months(120), null)).toBeUndefined();
  });
});

describe('the night of a tenant', () => {
  const zones = [
    newYork,
    'America/Los_Angeles',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'UTC',
  ];

  it.each(zones)('comes once on each day of a year in %s, also where clocks change', (zone) => {
    let at = Date.parse('2026-01-01T12:00:00Z');
    const dates: string[] = [];
    for (let n = 0; n < 365; n++) {
      at = nightAfter(zone, 7, at + 1);
      const local = localTime(zone, at);
      dates.push(local.date);
      expect(local.minute).toBeGreaterThanOrEqual(180);
      expect(local.minute).toBeLessThan(300);
    }
    expect(new Set(dates).size).toBe(365);
    expect(Date.parse(dates.at(-1)!) - Date.parse(dates[0]!)).toBe(364 * 86_400_000);
  });

  it('begins for tenants of a zone at different minutes', () => {
    const at = Date.parse('2026-01-01T12:00:00Z');
    expect(new Set(Array.from({ length: 100 }, (_, id) => nightAfter(newYork, id, at))).size).toBeGreaterThan(
      90,
    );
  });
});
