/** Wall-clock arithmetic in IANA time zones. "Wall ms" is a local date and time read as if it were UTC. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What a clock on the wall of `zone` shows at an instant. */
export function wallMs(instantMs: number, zone: string): number {
  if (zone === 'UTC') return instantMs;
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instantMs)) part[type] = Number(value);
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  return wall + (((instantMs % 1000) + 1000) % 1000);
}

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
