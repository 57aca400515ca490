import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outdated, versionLimits } from './content-version.ts';

const now = Date.parse('2026-11-20T12:30:00Z');
const minute = 60_000;
const version = (id: string, minutesAgo: number, name?: string) => ({
  id,
  name,
  until: new Date(now - minutesAgo * minute).toISOString(),
});

describe('which timed versions have had their time', () => {
  it('none of the last hour', () => {
    const list = [0, 5, 10, 20, 40, 59].map((ago) => version(`v${ago}`, ago));
    expect(outdated(list, now)).toEqual([]);
  });

  it('of an hour of the last day the last one stays, of a day of the last thirty likewise', () => {
    const list = [
      version('now', 0),
      version('10:50', 100),
      version('10:40', 110),
      version('09:05', 205),
      version('two days ago, evening', 2 * 1440),
      version('two days ago, noon', 2 * 1440 + 20),
      version('forty days ago', 40 * 1440),
    ];
    expect(outdated(list, now)).toEqual(['10:40', 'two days ago, noon', 'forty days ago']);
  });

  it('never a named one, nor the newest, however old', () => {
    const list = [version('newest', 90 * 1440), version('named', 100 * 1440, 'Launch')];
    expect(outdated(list, now)).toEqual([]);
  });

  it('what stays is bounded, and thinning it again removes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 * 1440 }), { maxLength: 400 }), (agos) => {
        const list = agos.sort((a, b) => a - b).map((ago, place) => version(`v${place}`, ago));
        const gone = new Set(outdated(list, now));
        const left = list.filter(({ id }) => !gone.has(id));
        expect(outdated(left, now)).toEqual([]);
        const old = left.filter(({ until }) => now - Date.parse(until) > versionLimits.all);
        expect(old.length).toBeLessThanOrEqual(25 + 31 + 1);
      }),
    );
  });
});
