import { expect, it } from 'vitest';
import { carrierNamed, limitsOf } from './carrier-limits.ts';

it.each([
  [100, 200_000, 4_500],
  [75, 200_000, 4_500],
  [74, 40_000, 2_400],
  [50, 40_000, 2_400],
  [49, 10_000, 240],
  [25, 10_000, 240],
  [24, 2_000, 240],
  [0, 2_000, 240],
])('lets a brand of score %i send %i segments a day and %i texts a minute', (trustScore, day, minute) => {
  expect(limitsOf({ useCase: 'standard', trustScore })).toEqual({
    tmobileSegmentsADay: day,
    attTextsAMinute: minute,
  });
  expect(limitsOf({ useCase: 'lowVolume', trustScore }).attTextsAMinute).toBe(75);
});

it('knows carriers by the names that look-ups write', () => {
  expect(['T-Mobile USA, Inc.', 'METRO PCS', 'Sprint Spectrum'].map(carrierNamed)).toEqual(
    Array(3).fill('tmobile'),
  );
  expect(['AT&T Wireless', 'Cingular Wireless LLC', 'Cricket'].map(carrierNamed)).toEqual(
    Array(3).fill('att'),
  );
  expect(['Verizon Wireless', 'CELLCO PARTNERSHIP'].map(carrierNamed)).toEqual(Array(2).fill('verizon'));
  expect(['', 'US Cellular', 'Bandwidth'].map(carrierNamed)).toEqual(Array(3).fill('other'));
});
