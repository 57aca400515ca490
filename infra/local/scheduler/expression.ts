import { isTimeZone } from '#shared/model/zone-time.ts';
import { parseAwsCron } from './aws-cron.ts';
import { ScheduleExpressionError } from './expression-error.ts';
import { instantOfWall, instantOfWallOrAfterGap, wallMs } from './zones.ts';

export { ScheduleExpressionError } from './expression-error.ts';

export interface Schedule {
  kind: 'at' | 'rate' | 'cron';
  /**
   * The first run strictly after `afterMs`, in epoch milliseconds; undefined when there is none.
   * `anchorMs` is when a rate began to count (its first run, or one interval before it).
   */
  next(afterMs: number, anchorMs: number): number | undefined;
}

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
/** Wall times in a row that a zone may leave out or repeat before a cron counts as never running. */
const MAX_SKIPPED = 100_000;

function parseAt(text: string, zone: string): Schedule {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== text)
    throw new ScheduleExpressionError(`at(${text}) must be a real date and time: at(yyyy-mm-ddThh:mm:ss).`);
  const instant = instantOfWallOrAfterGap(wall, zone);
  return { kind: 'at', next: (afterMs) => (instant > afterMs ? instant : undefined) };
}

function parseRate(text: string): Schedule {
  const match = /^([1-9]\d{0,8}) (minute|hour|day)s?$/.exec(text.trim());
  if (!match) throw new ScheduleExpressionError(`rate(${text}) must be rate(<number> minutes|hours|days).`);
  const everyMs = Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
  return {
    kind: 'rate',
    // A day is 24 hours whatever the clocks do, as EventBridge Scheduler documents it.
    next: (afterMs, anchorMs) =>
      afterMs < anchorMs ? anchorMs : anchorMs + (Math.floor((afterMs - anchorMs) / everyMs) + 1) * everyMs,
  };
}

function parseCron(text: string, zone: string): Schedule {
  const nextWall = parseAwsCron(text);
  return {
    kind: 'cron',
    // The pattern is followed on the wall clock. A time that clocks going forward leave out is skipped, and
    // the hour that clocks going back repeat runs once: the second time its instants are behind us.
    next(afterMs) {
      let wall = wallMs(afterMs, zone);
      for (let i = 0; i < MAX_SKIPPED; i++) {
        const next = nextWall(wall);
        if (next === undefined) return undefined;
        const instant = instantOfWall(next, zone);
        if (instant !== undefined && instant > afterMs) return instant;
        wall = next;
      }
      return undefined;
    },
  };
}

/**
 * Reads `at(…)`, `rate(…)` or `cron(…)` in the syntax of AWS.
 *
 * @param timeZone IANA name; UTC when left out
 * @throws ScheduleExpressionError with a sentence that says what is wrong
 */
export function parseSchedule(expression: string, timeZone = 'UTC'): Schedule {
  if (!isTimeZone(timeZone)) throw new ScheduleExpressionError(`"${timeZone}" is not a time zone.`);
  const match = /^(at|rate|cron)\((.*)\)$/.exec(expression);
  if (!match) throw new ScheduleExpressionError(`"${expression}" is not at(…), rate(…) or cron(…).`);
  const [, kind, body = ''] = match;
  if (kind === 'at') return parseAt(body, timeZone);
  return kind === 'rate' ? parseRate(body) : parseCron(body, timeZone);
}
