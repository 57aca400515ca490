import { describe, expect, it } from 'vitest';
import { changeOf } from '#shared/model/market-revenue.ts';
import { changeText, hasRevenue, nameOf, periods, samplePoints, tickOf, wholeDollars } from './series.ts';

const points = (...dollars: number[]) =>
  dollars.map((amount) => ({ date: '2026-11-02', revenue: amount * 100, orders: amount ? 1 : 0, leads: 0 }));
const changeIn = (...dollars: number[]) => changeOf(points(...dollars));

describe('the change of revenue', () => {
  it('compares the later half with the earlier one', () => {
    expect(changeIn(100, 100, 150, 100)).toBe(25);
    expect(changeIn(200, 50)).toBe(-75);
  });

  it('leaves the middle of an odd number out', () => {
    expect(changeIn(100, 100, 9_999, 150, 150)).toBe(50);
  });

  it('is new where the earlier half has no revenue, and nothing where neither has', () => {
    expect(changeIn(0, 0, 80, 20)).toBe('new');
    expect([changeIn(0, 0), changeIn(7), changeIn()]).toEqual([null, null, null]);
    expect(changeIn(50, 0)).toBe(-100);
  });

  it('is written with its sign', () => {
    expect([25.4, -8, 0, 1250, 'new' as const].map(changeText)).toEqual([
      '+25%',
      '-8%',
      '0%',
      '+1,250%',
      'new',
    ]);
  });
});

describe('a series of revenue', () => {
  it('is in dollars without decimals', () => {
    expect([125_049, 99, 0, -150_000].map(wholeDollars)).toEqual(['$1,250', '$1', '$0', '-$1,500']);
  });

  it('has no revenue without an order', () => {
    expect([hasRevenue(points(0, 0)), hasRevenue([]), hasRevenue(points(0, 3))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('names its points by their period', () => {
    expect(periods.map((period) => tickOf[period]('2026-11-02'))).toEqual(['Nov 2', 'Nov 2', 'Nov', '2026']);
    expect(periods.map((period) => nameOf[period]('2026-11-02'))).toEqual([
      'Nov 2, 2026',
      'Week of Nov 2, 2026',
      'November 2026',
      '2026',
    ]);
  });
});

describe('the sample', () => {
  const now = new Date('2026-11-04T23:00:00Z');

  it('has 30 days, 12 weeks, 12 months or 5 years, up to now', () => {
    expect(periods.map((period) => samplePoints(period, now).length)).toEqual([30, 12, 12, 5]);
    const ends = periods.map((period) => {
      const dates = samplePoints(period, now).map(({ date }) => date);
      return [dates[0], dates.at(-1)];
    });
    expect(ends).toEqual([
      ['2026-10-06', '2026-11-04'],
      ['2026-08-17', '2026-11-02'],
      ['2025-12-01', '2026-11-01'],
      ['2022-01-01', '2026-01-01'],
    ]);
  });

  it('is the same each time, and never below zero', () => {
    for (const period of periods) {
      expect(samplePoints(period, now)).toEqual(samplePoints(period, now));
      expect(Math.min(...samplePoints(period, now).map(({ revenue }) => revenue))).toBeGreaterThan(0);
    }
  });
});
