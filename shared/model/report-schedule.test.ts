import { describe, expect, it } from 'vitest';
import { nextRun, nextRuns, planWords, scheduleFields } from './report-schedule.ts';
import { daysBefore, daysOfPeriod, relativePeriods } from './template-period.ts';

const plan = (given: object = {}) => ({
  cadence: 'daily' as const,
  weekday: 1,
  day: 1,
  time: '08:00',
  zone: 'America/New_York',
  ...given,
});
const iso = (instants: number[]) => instants.map((at) => new Date(at).toISOString());
const instant = (text: string) => Date.parse(text);

describe('the next runs of a schedule', () => {
  it('stay at the time of the wall clock when the clock is changed', () => {
    expect(iso(nextRuns(plan(), instant('2026-03-06T13:00:00Z')))).toEqual([
      '2026-03-07T13:00:00.000Z',
      '2026-03-08T12:00:00.000Z',
      '2026-03-09T12:00:00.000Z',
    ]);
    expect(iso(nextRuns(plan(), instant('2026-10-30T12:00:00Z')))).toEqual([
      '2026-10-31T12:00:00.000Z',
      '2026-11-01T13:00:00.000Z',
      '2026-11-02T13:00:00.000Z',
    ]);
  });

  it('come once on a day on which the time is skipped, and once where it comes twice', () => {
    expect(iso(nextRuns(plan({ time: '02:30' }), instant('2026-03-07T08:00:00Z'), 2))).toEqual([
      '2026-03-08T07:00:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ]);
    expect(iso(nextRuns(plan({ time: '01:30' }), instant('2026-10-31T06:00:00Z'), 2))).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ]);
    // Half an hour east of the whole hours, and half an hour of summer time.
    expect(iso(nextRuns(plan({ zone: 'Asia/Kolkata' }), instant('2026-06-01T00:00:00Z'), 1))).toEqual([
      '2026-06-01T02:30:00.000Z',
    ]);
    expect(
      iso(nextRuns(plan({ zone: 'Australia/Lord_Howe', time: '02:10' }), instant('2026-10-03T00:00:00Z'), 2)),
    ).toEqual(['2026-10-03T15:30:00.000Z', '2026-10-04T15:10:00.000Z']);
  });

  it('are of the chosen weekday, of working days, and of the last day of shorter months', () => {
    const friday = instant('2026-11-27T14:00:00Z');
    expect(iso(nextRuns(plan({ cadence: 'weekdays' }), friday, 2))).toEqual([
      '2026-11-30T13:00:00.000Z',
      '2026-12-01T13:00:00.000Z',
    ]);
    expect(iso(nextRuns(plan({ cadence: 'weekly', weekday: 0 }), friday, 1))).toEqual([
      '2026-11-29T13:00:00.000Z',
    ]);
    expect(
      iso(nextRuns(plan({ cadence: 'monthly', day: 31 }), friday, 4)).map((at) => at.slice(0, 10)),
    ).toEqual(['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']);
  });

  it('are after the instant, also when that is a planned one', () => {
    const at = instant('2026-11-27T13:00:00Z');
    expect(nextRun(plan(), at)).toBe(at + 86_400_000);
    expect(nextRun(plan(), at - 1)).toBe(at);
  });

  it('are told in words', () => {
    const words = (given: object) => planWords(plan({ zone: 'Europe/Berlin', ...given }));
    expect(words({})).toBe('Every day at 08:00, Europe/Berlin');
    expect(words({ zone: 'America/New_York' })).toBe('Every day at 08:00, America/New York');
    expect(words({ cadence: 'weekdays' })).toBe('Monday to Friday at 08:00, Europe/Berlin');
    expect(words({ cadence: 'weekly', weekday: 5 })).toBe('Every Friday at 08:00, Europe/Berlin');
    expect([1, 2, 3, 11, 22, 31].map((day) => words({ cadence: 'monthly', day }).split(' at ')[0])).toEqual([
      'On the 1st of each month',
      'On the 2nd of each month',
      'On the 3rd of each month',
      'On the 11th of each month',
      'On the 22nd of each month',
      'On the last day of each month',
    ]);
  });

  it('are of fields that are checked', () => {
    const given = {
      ...plan(),
      recipients: ['Ann@Example.com', 'ann@example.com'],
      format: 'csv',
      isActive: true,
    };
    expect(scheduleFields.parse(given).recipients).toEqual(['ann@example.com']);
    for (const wrong of [
      { zone: 'Mars/Base' },
      { time: '24:00' },
      { recipients: [] },
      { recipients: ['ann'] },
    ])
      expect(scheduleFields.safeParse({ ...given, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });
});

describe('periods of a report', () => {
  it('are days of the calendar, and those before them', () => {
    const today = '2026-11-27';
    const table = relativePeriods.map((period) => {
      const days = daysOfPeriod(period, today);
      const before = daysBefore(period, days);
      return `${period} ${days.from}..${days.to} after ${before.from}..${before.to}`;
    });
    expect(table).toEqual([
      'today 2026-11-27..2026-11-27 after 2026-11-26..2026-11-26',
      'yesterday 2026-11-26..2026-11-26 after 2026-11-25..2026-11-25',
      'thisWeek 2026-11-23..2026-11-27 after 2026-11-18..2026-11-22',
      'lastWeek 2026-11-16..2026-11-22 after 2026-11-09..2026-11-15',
      'last7Days 2026-11-20..2026-11-26 after 2026-11-13..2026-11-19',
      'last30Days 2026-10-28..2026-11-26 after 2026-09-28..2026-10-27',
      'last90Days 2026-08-29..2026-11-26 after 2026-05-31..2026-08-28',
      'monthToDate 2026-11-01..2026-11-27 after 2026-10-01..2026-10-27',
      'lastMonth 2026-10-01..2026-10-31 after 2026-09-01..2026-09-30',
      'yearToDate 2026-01-01..2026-11-27 after 2025-02-04..2025-12-31',
    ]);
    expect(daysBefore('monthToDate', { from: '2026-03-01', to: '2026-03-31' })).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
  });
});
