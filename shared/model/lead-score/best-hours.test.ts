import { describe, expect, it } from 'vitest';
import { bestTime, hourShares, noCalls, shrunkShare, totalsOf } from './best-hours.ts';
import { bestTimeText } from './words.ts';

/** Calls in each hour of a working day, of which so many are answered by the hour. */
function weekOf(each: number, answeredAt: (weekday: number, hour: number) => number) {
  const counts = noCalls();
  for (let weekday = 0; weekday < 7; weekday++)
    for (let hour = 8; hour < 20; hour++) {
      counts.calls[weekday * 24 + hour] = each;
      counts.answered[weekday * 24 + hour] = answeredAt(weekday, hour);
    }
  return counts;
}
const always = () => true;
const evenings = weekOf(10, (weekday, hour) =>
  weekday >= 1 && weekday <= 5 && (hour === 16 || hour === 17) ? 6 : 2,
);

describe('best hours', () => {
  it('are drawn towards the overall rate as far as their calls are few', () => {
    expect(shrunkShare(0, 0, 0.3)).toBeCloseTo(0.3);
    expect(shrunkShare(2, 2, 0.3)).toBeCloseTo((2 + 6) / 22);
    expect(shrunkShare(900, 1_000, 0.3)).toBeCloseTo(0.888, 2);
    const shares = hourShares(evenings);
    const { calls, answered } = totalsOf(evenings);
    expect(shares[0]).toBeCloseTo(answered / calls);
    expect(shares[1 * 24 + 16]).toBeCloseTo((6 + (20 * answered) / calls) / 30);
  });

  it('find the stretch in which most calls are answered', () => {
    const best = bestTime(evenings, always);
    expect(best).toMatchObject({ days: 'weekdays', from: 16, to: 18, calls: 100, answered: 60 });
    expect(bestTimeText(best!)).toBe('weekdays 4–6 PM their time');
  });

  it('leave out what the law does not allow on each of the days', () => {
    const notFridays = (weekday: number, from: number) => !(weekday === 5 && from >= 16);
    expect(bestTime(evenings, notFridays)).toMatchObject({ days: 'weekdays', from: 15, to: 17 });
    expect(bestTime(evenings, () => false)).toBeNull();
  });

  it('say nothing below 200 calls, nor where no hour is better than another', () => {
    const few = noCalls();
    few.calls[40] = 199;
    few.answered[40] = 100;
    expect(bestTime(few, always)).toBeNull();
    expect(
      bestTime(
        weekOf(10, () => 3),
        always,
      ),
    ).toBeNull();
  });
});
