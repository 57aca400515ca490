import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateAfter, instantOf, localTime } from './zone-time.ts';

const at = (iso: string) => Date.parse(iso);
const zones = [
  'UTC',
  'America/New_York',
  'America/Phoenix',
  'America/St_Johns',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'America/Sao_Paulo',
];
const instants = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z') });

describe('the wall clock of a zone', () => {
  it('shows date, minute and weekday', () => {
    expect(localTime('America/New_York', at('2026-11-20T04:59:30Z'))).toEqual({
      date: '2026-11-19',
      minute: 23 * 60 + 59,
      weekday: 4,
    });
    expect(localTime('Asia/Kathmandu', at('2026-11-20T00:00:00Z'))).toMatchObject({ minute: 5 * 60 + 45 });
  });

  it('is 23 and 25 hours long on the days on which clocks change', () => {
    const hours = (zone: string, date: string) =>
      (instantOf(zone, dateAfter(date, 1), 0) - instantOf(zone, date, 0)) / 3_600_000;
    expect(hours('America/New_York', '2026-03-08')).toBe(23);
    expect(hours('America/New_York', '2026-11-01')).toBe(25);
    expect(hours('Australia/Lord_Howe', '2026-10-04')).toBe(23.5);
    expect(hours('Europe/Berlin', '2026-06-01')).toBe(24);
  });

  it('reads a time that is left out as the moment of the jump, and one that comes twice as the first', () => {
    const skipped = instantOf('America/New_York', '2026-03-08', 2 * 60 + 30);
    expect(new Date(skipped).toISOString()).toBe('2026-03-08T07:00:00.000Z');
    const twice = instantOf('America/New_York', '2026-11-01', 60 + 30);
    expect(new Date(twice).toISOString()).toBe('2026-11-01T05:30:00.000Z');
  });

  it('says the same forth and back, but for the hour that comes twice', () =>
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
        const whole = Math.floor(instant / 60_000) * 60_000;
        const { date, minute } = localTime(zone, whole);
        const back = instantOf(zone, date, minute);
        expect(localTime(zone, back)).toMatchObject({ date, minute });
        expect([0, 1_800_000, 3_600_000]).toContain(whole - back);
      }),
    ));

  it('never runs backwards: a later time of a date is no earlier instant', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        instants,
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1440 }),
        (zone, instant, a, b) => {
          const { date } = localTime(zone, instant);
          const [first, second] = a < b ? [a, b] : [b, a];
          expect(instantOf(zone, date, first)).toBeLessThanOrEqual(instantOf(zone, date, second));
        },
      ),
    ));
});
