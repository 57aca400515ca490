import { describe, expect, it } from 'vitest';
import { daysOf } from './days.ts';

const day = (date: string, entered: number) => ({ date, entered, completed: 0, exited: 0 });
const today = new Date('2026-03-10T15:00');

describe('the days of the chart', () => {
  it('has no gaps, also across a change of the clocks, and ends today', () => {
    const shown = daysOf([day('2026-02-20', 3), day('2026-03-08', 1)], today);
    expect(shown[0]).toEqual(day('2026-02-20', 3));
    expect(shown.at(-1)).toEqual(day('2026-03-10', 0));
    expect(shown).toHaveLength(19);
    expect(new Set(shown.map(({ date }) => date)).size).toBe(19);
  });

  it('shows two weeks at least and sixty days at most', () => {
    expect(daysOf([], today)).toHaveLength(14);
    expect(daysOf([day('2020-01-01', 1)], today)).toHaveLength(60);
  });

  it('does not leave out a day that is tomorrow elsewhere', () => {
    expect(daysOf([day('2026-03-11', 2)], today).at(-1)).toEqual(day('2026-03-11', 2));
  });
});
