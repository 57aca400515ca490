import { describe, expect, it } from 'vitest';
import { defaultComplianceSettings } from '#shared/model/compliance/settings.ts';
import { states } from './states.ts';
import { reasonsOf, standingAt, statesOfDay } from './windows.ts';

/** Midnight in New York, the beginning of a Wednesday. */
const midnight = Date.parse('2026-06-10T04:00:00.000Z');
const hour = 3_600_000;
const days = statesOfDay(defaultComplianceSettings, 'call', midnight);
const of = (code: string) => days.find((day) => day.code === code)!;

describe('the map of the day', () => {
  it('has every state and the district once, each on a place of its own', () => {
    expect(new Set(states.map(({ code }) => code)).size).toBe(51);
    expect(new Set(states.map(({ column, row }) => `${column} ${row}`)).size).toBe(51);
    for (const day of days) expect(day.zones.length, day.code).toBeGreaterThan(0);
  });

  it('follows the law of each state and all of its zones', () => {
    // Florida lies in two zones: from 8 am Central to 8 pm Eastern.
    expect(of('FL').windows).toEqual([{ from: midnight + 9 * hour, to: midnight + 20 * hour }]);
    expect(of('NY').windows).toEqual([{ from: midnight + 8 * hour, to: midnight + 21 * hour }]);
    expect(standingAt(of('NY'), midnight + 7 * hour)).toBe('closed');
    expect(standingAt(of('NY'), midnight + 12 * hour)).toBe('open');
    expect(standingAt(of('NY'), midnight + 20.5 * hour)).toBe('closing');
    expect(standingAt(of('NY'), midnight + 21 * hour)).toBe('closed');
  });

  it('says why a state is closed', () => {
    expect(reasonsOf('FL', defaultComplianceSettings, 'call', midnight + 20 * hour)).toMatchObject([
      { code: 'too_late', citation: expect.stringContaining('501.616') },
    ]);
  });
});
