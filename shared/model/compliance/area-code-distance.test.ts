import { expect, it } from 'vitest';
import { milesBetween } from './area-code-distance.ts';
import { areaCodeOf } from './area-codes.ts';
import places from './data/area-code-places.json' with { type: 'json' };

it('is told between the middles of area codes, the same both ways', () => {
  // Manhattan and Los Angeles are 2,450 miles apart, Dallas and Fort Worth some 30.
  expect(milesBetween('212', '213')).toBeCloseTo(2_450, -2);
  expect(milesBetween('214', '817')).toBeLessThan(60);
  expect(milesBetween('213', '212')).toBe(milesBetween('212', '213'));
  expect(milesBetween('305', '305')).toBe(0);
});

it('is not told of codes elsewhere or of none', () => {
  for (const code of ['416', '800', '000']) expect(milesBetween('305', code)).toBeUndefined();
});

it('has the middle of every code in the bounds of the states and territories', () => {
  for (const [code, [latitude, longitude]] of Object.entries(places.codes)) {
    expect(areaCodeOf(`+1${code}5550100`)?.country, code).toBeUndefined();
    expect(latitude, code).toSatisfy((degrees: number) => degrees > -15 && degrees < 72);
    expect(longitude, code).toSatisfy((degrees: number) => degrees < -64 || degrees > 144);
  }
  expect(Object.keys(places.codes).length).toBeGreaterThan(300);
});
