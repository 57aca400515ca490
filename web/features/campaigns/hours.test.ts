import { describe, expect, it } from 'vitest';
import { barsOfHours } from './hours.ts';

const at = (day: number, hour: number, sent: number) => ({
  at: new Date(2026, 2, day, hour).toISOString(),
  sent,
});
const sentIn = ({ bars }: ReturnType<typeof barsOfHours>) => bars.map(({ values }) => values.sent);

describe('the hours of a campaign', () => {
  it('are bars from the first to the last, with those in which nothing left', () => {
    const made = barsOfHours([at(10, 9, 5), at(10, 12, 2)]);
    expect([made.by, sentIn(made)]).toEqual(['hour', [5, 0, 0, 2]]);
    expect(barsOfHours([]).bars).toEqual([]);
  });

  it('become days where they are more than two of them, with the same sum', () => {
    const made = barsOfHours([at(10, 9, 5), at(10, 20, 1), at(12, 9, 2), at(13, 0, 1)]);
    expect([made.by, sentIn(made)]).toEqual(['day', [6, 0, 2, 1]]);
  });

  it('have few names on their axis however many they are', () => {
    const { bars } = barsOfHours([at(10, 0, 1), at(11, 23, 1)]);
    expect(bars).toHaveLength(48);
    expect(bars.filter(({ tick }) => tick).length).toBeLessThanOrEqual(6);
  });
});
