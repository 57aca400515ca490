import { describe, expect, it } from 'vitest';
import type { Schedule } from '#shared/model/signage/entities.ts';
import { blocksOf, mondayOf } from './week.ts';

const schedule = (id: string, from: number, to: number, days: number[]): Schedule => ({
  id,
  name: id,
  playlistId: 'pls_1',
  displayIds: ['d'],
  groupIds: [],
  priority: 0,
  version: 1,
  rule: { days, from: from * 60, to: to * 60, startDate: null, endDate: null, everyWeeks: 1 },
});

describe('the week calendar', () => {
  it('begins on Monday', () => {
    expect(mondayOf('2026-11-20')).toBe('2026-11-16');
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  });

  it('cuts a window at midnight, also the one that began on the Sunday before', () => {
    const blocks = blocksOf([schedule('night', 22, 6, [0, 5])], '2026-11-16');
    expect(blocks.map(({ column, from, to }) => [column, from / 60, to / 60])).toEqual(
      expect.arrayContaining([
        [0, 0, 6],
        [4, 22, 24],
        [5, 0, 6],
        [6, 22, 24],
      ]),
    );
    expect(blocks).toHaveLength(4);
  });

  it('puts side by side what overlaps, and gives the rest its whole width', () => {
    const blocks = blocksOf(
      [schedule('a', 8, 12, [1]), schedule('b', 11, 13, [1]), schedule('c', 14, 15, [1])],
      '2026-11-16',
    );
    const lanes = Object.fromEntries(blocks.map((block) => [block.schedule.id, [block.lane, block.lanes]]));
    expect(lanes).toEqual({ a: [0, 2], b: [1, 2], c: [0, 1] });
  });
});
