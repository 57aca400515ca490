import { describe, expect, it } from 'vitest';
import { advanced, holdMs, laterText, shownTime, travelMs } from './play.ts';

const day = 86_400_000;
const timing = { times: [0, 0, day, 3 * day], still: false };
const start = { stage: 0, elapsed: 0 };

describe('the clock of a dry run', () => {
  it('passes every stage in turn and stays at the last', () => {
    const seen = new Set<number>();
    let state = start;
    for (let at = 0; at < 2_000; at++) {
      state = advanced(timing, state, 16);
      seen.add(state.stage);
    }
    expect([...seen]).toEqual([0, 1, 2, 3]);
    expect(shownTime(timing, state)).toBe(3 * day);
    expect(advanced(timing, state, 10_000)).toEqual(state);
  });

  it('never goes back and never runs past the next stage', () => {
    let [state, before] = [start, -1];
    for (let at = 0; at < 1_000; at++) {
      state = advanced(timing, state, 17);
      const now = shownTime(timing, state);
      expect(now).toBeGreaterThanOrEqual(before);
      expect(now).toBeLessThanOrEqual(timing.times[state.stage + 1] ?? 3 * day);
      before = now;
    }
  });

  it('makes no more of a long time than a glance', () => {
    expect(travelMs({ times: [0, 400 * day], still: false }, 0)).toBe(1_800);
    expect(travelMs({ times: [0, 60_000], still: false }, 0)).toBeLessThan(600);
    expect(travelMs({ times: [0, 0], still: false }, 0)).toBe(0);
  });

  it('does not travel for people who ask for less motion', () => {
    const still = { ...timing, still: true };
    const later = advanced(still, start, holdMs(still) * 2);
    expect(later).toEqual({ stage: 2, elapsed: 0 });
    expect(shownTime(still, { stage: 1, elapsed: 500 })).toBe(0);
  });

  it('is at its end at once where there is nothing to play', () => {
    expect(advanced({ times: [], still: false }, start, 100)).toEqual(start);
    expect(shownTime({ times: [], still: false }, start)).toBe(0);
  });

  it.each([
    [0, 'at once'],
    [60_000, '1 min later'],
    [3_600_000, '1 hour later'],
    [5_400_000, '1.5 hours later'],
    [2 * day, '2 days later'],
  ])('says how long %d ms are', (ms, words) => {
    expect(laterText(ms)).toBe(words);
  });
});
