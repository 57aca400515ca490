import type { Schedule } from '#shared/model/signage/entities.ts';
import { occurrencesBetween } from '#shared/model/signage/rules.ts';
import { dateAfter, weekdayOf } from '#shared/model/zone-time.ts';

export interface Block {
  schedule: Schedule;
  /** Column: 0 is Monday. */
  column: number;
  /** Minutes of that day. */
  from: number;
  to: number;
  /** Side by side with those that are open at the same time. */
  lane: number;
  lanes: number;
}

const minuteMs = 60_000;
const dayMinutes = 1440;

/** The Monday of the week of a date. */
export const mondayOf = (date: string): string => dateAfter(date, -((weekdayOf(date) + 6) % 7));

/** The windows of a week, cut at midnight. A calendar shows wall clocks, so no zone has a part in it. */
export function blocksOf(schedules: readonly Schedule[], monday: string): Block[] {
  const start = Date.parse(`${monday}T00:00:00Z`);
  const end = start + 7 * dayMinutes * minuteMs;
  const pieces = schedules.flatMap((schedule) =>
    occurrencesBetween(schedule.rule, 'UTC', start, end).flatMap((occurrence) => {
      const from = Math.max(0, (occurrence.start - start) / minuteMs);
      const to = Math.min(7 * dayMinutes, (occurrence.end - start) / minuteMs);
      const found: Block[] = [];
      for (let column = Math.floor(from / dayMinutes); column * dayMinutes < to; column++)
        found.push({
          schedule,
          column,
          from: Math.max(0, from - column * dayMinutes),
          to: Math.min(dayMinutes, to - column * dayMinutes),
          lane: 0,
          lanes: 1,
        });
      return found;
    }),
  );
  for (let column = 0; column < 7; column++) inLanes(pieces.filter((piece) => piece.column === column));
  return pieces;
}

/** Puts the blocks of one day side by side where they overlap. */
function inLanes(day: Block[]): void {
  let cluster: Block[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const block of cluster) block.lanes = ends.length;
    cluster = [];
    ends = [];
  };
  for (const block of day.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (cluster.length > 0 && ends.every((end) => end <= block.from)) close();
    const free = ends.findIndex((end) => end <= block.from);
    block.lane = free < 0 ? ends.length : free;
    ends[block.lane] = block.to;
    cluster.push(block);
  }
  close();
}
