import { describe, expect, it } from 'vitest';
import { easterSunday, holidaysOf } from './holidays.ts';

const dates = (state: string, year: number) => holidaysOf(state, year).map(({ date }) => date.slice(5));

describe('holidays', () => {
  // The state calendars of 2026, as the package date-holidays 3.37.0 prints its public ones.
  it.each([
    ['AL', '01-01 01-19 02-16 04-27 05-25 06-01 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25'],
    ['LA', '01-01 01-19 02-16 02-17 04-03 05-25 06-19 07-03 07-04 09-07 10-12 11-03 11-11 11-26 12-25'],
    ['MS', '01-01 01-19 02-16 04-27 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25'],
    ['PA', '01-01 01-19 02-16 05-25 06-14 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25'],
    ['RI', '01-01 01-19 02-16 05-25 06-19 07-03 07-04 08-10 09-07 10-12 11-11 11-26 12-25'],
    ['UT', '01-01 01-19 02-16 05-25 06-19 07-03 07-04 07-24 09-07 10-12 11-11 11-26 12-25'],
  ])('of %s in 2026 hold every public one', (state, expected) => {
    expect(dates(state, 2026)).toEqual(expect.arrayContaining(expected.split(' ')));
  });

  it('know Easter', () => {
    const easters = {
      2024: '03-31',
      2025: '04-20',
      2026: '04-05',
      2027: '03-28',
      2038: '04-25',
      2285: '03-22',
    };
    for (const [year, day] of Object.entries(easters))
      expect(easterSunday(Number(year)).toISOString().slice(5, 10)).toBe(day);
  });

  it('keep a weekend day on the weekday beside it too, over the turn of the year', () => {
    // 1 January 2028 is a Saturday.
    expect(holidaysOf('US', 2027).at(-1)).toEqual({
      date: '2027-12-31',
      name: "New Year's Day",
      observed: true,
    });
    expect(holidaysOf('US', 2021).filter(({ name }) => name === 'Independence Day')).toMatchObject([
      { date: '2021-07-04', observed: false },
      { date: '2021-07-05', observed: true },
    ]);
  });

  it('begin when they began', () => {
    expect(dates('US', 2020)).not.toContain('06-19');
    expect(dates('US', 2021)).toContain('06-19');
    expect(dates('LA', 2027)).not.toContain('11-02');
  });
});
