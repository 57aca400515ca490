import { describe, expect, it } from 'vitest';
import { parseSchedule } from './expression.ts';

function runs(expression: string, after: string, count: number, zone?: string): string[] {
  const schedule = parseSchedule(expression, zone);
  const times: string[] = [];
  let at: number | undefined = Date.parse(after);
  for (let i = 0; i < count; i++) {
    at = schedule.next(at, Date.parse(after));
    if (at === undefined) break;
    times.push(new Date(at).toISOString().replace(':00.000Z', 'Z'));
  }
  return times;
}

describe('cron()', () => {
  it.each([
    ['cron(0/15 10 ? * * *)', ['2026-11-20T10:00Z', '2026-11-20T10:15Z', '2026-11-20T10:30Z']],
    ['cron(0 18 ? * MON-FRI *)', ['2026-11-20T18:00Z', '2026-11-23T18:00Z', '2026-11-24T18:00Z']],
    ['cron(15 10 ? * 6L 2026-2027)', ['2026-11-27T10:15Z', '2026-12-25T10:15Z', '2027-01-29T10:15Z']],
    ['cron(0 8 1 * ? *)', ['2026-12-01T08:00Z', '2027-01-01T08:00Z', '2027-02-01T08:00Z']],
    ['cron(0 8 L * ? *)', ['2026-11-30T08:00Z', '2026-12-31T08:00Z', '2027-01-31T08:00Z']],
    ['cron(0 8 3W * ? *)', ['2026-12-03T08:00Z', '2027-01-04T08:00Z', '2027-02-03T08:00Z']],
    ['cron(0 8 ? * 3#2 *)', ['2026-12-08T08:00Z', '2027-01-12T08:00Z', '2027-02-09T08:00Z']],
    ['cron(0 8 ? * L *)', ['2026-11-21T08:00Z', '2026-11-28T08:00Z', '2026-12-05T08:00Z']],
    ['cron(30 23 ? * SAT-SUN *)', ['2026-11-21T23:30Z', '2026-11-22T23:30Z', '2026-11-28T23:30Z']],
    ['cron(0 0 29 2 ? *)', ['2028-02-29T00:00Z', '2032-02-29T00:00Z', '2036-02-29T00:00Z']],
    ['cron(5,50 1/11 1 JAN,JUL ? 2027)', ['2027-01-01T01:05Z', '2027-01-01T01:50Z', '2027-01-01T12:05Z']],
    ['cron(0 0 31 2 ? *)', []],
  ])('%s', (expression, expected) => {
    expect(runs(expression, '2026-11-20T00:00:00Z', 3)).toEqual(expected);
  });

  it('skips a time that the clocks leave out, in both hemispheres', () => {
    const after = '2027-03-13T00:00:00Z';
    expect(runs('cron(30 2 * * ? *)', after, 3, 'America/New_York')).toEqual([
      '2027-03-13T07:30Z',
      '2027-03-15T06:30Z',
      '2027-03-16T06:30Z',
    ]);
    expect(runs('cron(30 2 * * ? *)', '2026-10-02T20:00:00Z', 2, 'Australia/Sydney')).toEqual([
      '2026-10-04T15:30Z',
      '2026-10-05T15:30Z',
    ]);
  });

  it('runs once in the hour that the clocks repeat', () => {
    expect(runs('cron(30 1 * * ? *)', '2026-10-31T00:00:00Z', 3, 'America/New_York')).toEqual([
      '2026-10-31T05:30Z',
      '2026-11-01T05:30Z',
      '2026-11-02T06:30Z',
    ]);
    expect(runs('cron(0/30 * * * ? *)', '2026-11-01T04:59:00Z', 4, 'America/New_York')).toEqual([
      '2026-11-01T05:00Z',
      '2026-11-01T05:30Z',
      '2026-11-01T07:00Z',
      '2026-11-01T07:30Z',
    ]);
  });

  it('keeps the hour on the wall when the offset changes', () => {
    expect(runs('cron(0 9 ? * MON *)', '2026-10-20T00:00:00Z', 3, 'Europe/Berlin')).toEqual([
      '2026-10-26T08:00Z',
      '2026-11-02T08:00Z',
      '2026-11-09T08:00Z',
    ]);
    expect(runs('cron(0 9 ? * MON *)', '2026-10-13T00:00:00Z', 1, 'Europe/Berlin')).toEqual([
      '2026-10-19T07:00Z',
    ]);
    expect(runs('cron(15 0 * * ? *)', '2026-04-04T12:00:00Z', 2, 'Australia/Lord_Howe')).toEqual([
      '2026-04-04T13:15Z',
      '2026-04-05T13:45Z',
    ]);
  });
});

describe('rate()', () => {
  it('counts from its anchor and takes a day for 24 hours', () => {
    expect(runs('rate(5 minutes)', '2026-11-20T00:02:00Z', 2)).toEqual([
      '2026-11-20T00:07Z',
      '2026-11-20T00:12Z',
    ]);
    expect(runs('rate(1 day)', '2026-10-31T16:00:00Z', 2, 'America/New_York')).toEqual([
      '2026-11-01T16:00Z',
      '2026-11-02T16:00Z',
    ]);
  });
});

describe('at()', () => {
  it('is a time in its zone, once', () => {
    expect(runs('at(2026-12-24T18:00:00)', '2026-11-20T00:00:00Z', 2, 'Europe/Berlin')).toEqual([
      '2026-12-24T17:00Z',
    ]);
    expect(runs('at(2027-03-14T02:30:00)', '2026-11-20T00:00:00Z', 2, 'America/New_York')).toEqual([
      '2027-03-14T07:30Z',
    ]);
    expect(runs('at(2026-11-19T00:00:00)', '2026-11-20T00:00:00Z', 1)).toEqual([]);
  });
});

describe('what AWS refuses', () => {
  it.each([
    ['cron(0 12 * * * *)', /must be "\?"/],
    ['cron(0 12 ? * ? *)', /must be "\?"/],
    ['cron(0 12 * * ?)', /six fields/],
    ['cron(60 12 * * ? *)', /minutes/],
    ['cron(0 12 ? * 8 *)', /day of week/],
    ['cron(0 12 32 * ? *)', /day of month/],
    ['cron(0 12 * FOO ? *)', /month/],
    ['cron(0 12 * * ? 1969)', /year/],
    ['cron(0/0 12 * * ? *)', /step/],
    ['rate(0 minutes)', /rate/],
    ['rate(5 seconds)', /rate/],
    ['at(2026-02-30T00:00:00)', /real date/],
    ['every day', /not at/],
  ])('%s', (expression, message) => {
    expect(() => parseSchedule(expression)).toThrow(message);
  });
  it('an unknown time zone', () => {
    expect(() => parseSchedule('rate(1 day)', 'Mars/Olympus')).toThrow(/time zone/);
  });
});
