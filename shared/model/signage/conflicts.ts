import { occurrencesBetween } from './rules.ts';
import type { PlanSchedule } from './what-is-on.ts';

export interface Conflict {
  /** The two schedules, the one that shows first. */
  winner: string;
  loser: string;
  /** The first stretch of time that both claim; ms. */
  from: number;
  to: number;
}

/** Pairs of schedules on one display that are open at once within a stretch of time, and which of them shows. */
export function conflicts(
  schedules: readonly PlanSchedule[],
  zone: string,
  from: number,
  to: number,
): Conflict[] {
  const windows = schedules.map((schedule) => ({
    schedule,
    open: occurrencesBetween(schedule.rule, zone, from, to),
  }));
  const found: Conflict[] = [];
  for (const [at, a] of windows.entries())
    for (const b of windows.slice(at + 1)) {
      const clash = a.open
        .flatMap((mine) => b.open.map((theirs) => ({ mine, theirs })))
        .find(({ mine, theirs }) => mine.start < theirs.end && theirs.start < mine.end);
      if (!clash) continue;
      const { mine, theirs } = clash;
      const wins =
        a.schedule.priority - b.schedule.priority ||
        mine.start - theirs.start ||
        (a.schedule.id < b.schedule.id ? 1 : -1);
      found.push({
        winner: (wins > 0 ? a : b).schedule.id,
        loser: (wins > 0 ? b : a).schedule.id,
        from: Math.max(mine.start, theirs.start),
        to: Math.min(mine.end, theirs.end),
      });
    }
  return found;
}
