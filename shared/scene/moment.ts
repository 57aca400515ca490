import { isTimeZone, offsetAt } from '../model/zone-time.ts';
import type { SceneEnv } from './env.ts';
import { variableValue } from './variables.ts';

const zoned = /(Z|[+-]\d{2}:?\d{2})$/i;

/** The zone that the data names. */
export function zoneOf(env: Pick<SceneEnv, 'data'>): string {
  const zone = variableValue('system.timeZone', env.data);
  return typeof zone === 'string' && zone !== '' ? zone : 'UTC';
}

/**
 * What the clock says at env.t, in ms since 1970: t counts from `system.startedAt`, which a live page gives, or
 * from `system.time`, the one moment a picture or a video is made for. Undefined where neither is known.
 */
export function nowOf(env: SceneEnv): number | undefined {
  for (const name of ['system.startedAt', 'system.time']) {
    const value = variableValue(name, env.data);
    const start =
      typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isFinite(start)) return start + env.t * 1000;
  }
  return undefined;
}

/** How far a zone is ahead of UTC at a moment, in ms; 0 for a zone that does not exist. */
const offsetOf = (moment: number, timeZone: string): number =>
  isTimeZone(timeZone) ? offsetAt(timeZone, moment) * 60_000 : 0;

/**
 * A moment as people write it: `2026-12-31T18:00`, `2026-12-31 18:00`, `2026-12-31`, or with an offset. Without
 * one it is taken in the zone. @returns ms since 1970; undefined when it is no moment
 */
export function parseMoment(text: string, timeZone: string): number | undefined {
  const trimmed = text.trim().replace(' ', 'T');
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.test(trimmed))
    return undefined;
  if (zoned.test(trimmed) && trimmed.includes('T')) {
    const moment = Date.parse(trimmed);
    return Number.isFinite(moment) ? moment : undefined;
  }
  const wall = Date.parse(`${trimmed.includes('T') ? trimmed : `${trimmed}T00:00`}Z`);
  if (!Number.isFinite(wall)) return undefined;
  // Twice, as the offset is that of the moment looked for and not of the first guess.
  const guess = wall - offsetOf(wall, timeZone);
  return wall - offsetOf(guess, timeZone);
}
