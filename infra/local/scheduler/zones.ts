import { offsetAt } from '#shared/model/zone-time.ts';

/* Wall-clock arithmetic of schedules. "Wall ms" is a local date and time read as if it were UTC. */

/** What a clock on the wall of `zone` shows at an instant. */
export const wallMs = (instantMs: number, zone: string): number =>
  instantMs + offsetAt(zone, instantMs) * 60_000;

const DAY_MS = 86_400_000;

/**
 * The instant at which the wall shows `wall`: the first of two when clocks go back, and undefined for
 * a time that clocks going forward leave out.
 */
export function instantOfWall(wall: number, zone: string): number | undefined {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((near) => wallMs(near, zone) - near);
  return offsets
    .map((offset) => wall - offset)
    .filter((instant) => wallMs(instant, zone) === wall)
    .sort((a, b) => a - b)[0];
}

/** As `instantOfWall`, but a left-out time counts as the same time before the clocks were moved. */
export function instantOfWallOrAfterGap(wall: number, zone: string): number {
  const before = wall - DAY_MS;
  return instantOfWall(wall, zone) ?? wall - (wallMs(before, zone) - before);
}
