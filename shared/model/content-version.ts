import * as z from 'zod';
import { contentName, entityId, timestamp } from './content.ts';

/** How many versions of a project are kept, and for how long. */
export const versionLimits = {
  /** Saves of one person within this many ms of the first make one version. */
  window: 5 * 60_000,
  /** Timed versions: all of the last hour, then one an hour for a day, then one a day for 30 days. */
  all: 3_600_000,
  hourly: 24 * 3_600_000,
  daily: 30 * 24 * 3_600_000,
  /** Named versions of one project; they stay until somebody removes them. */
  named: 100,
} as const;

/** How a version differs from the one before it. */
export const versionChanges = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  /** The canvas's size or background, or the variables that the project offers. */
  canvas: z.boolean(),
});
export type VersionChanges = z.output<typeof versionChanges>;

export const contentVersion = z.object({
  id: entityId,
  projectId: entityId,
  /** Null of a timed version, which goes when its time is over. */
  name: contentName.nullable(),
  /** When the work that it holds began and ended. */
  at: timestamp,
  until: timestamp,
  by: z.string().describe('who saved it: a user id'),
  byName: z.string(),
  restoredFrom: entityId.nullable(),
  changes: versionChanges,
  elementCount: z.number().int(),
  /** Bytes it takes. */
  size: z.number().int(),
});
export type ContentVersion = z.output<typeof contentVersion>;

interface Dated {
  id: string;
  name?: string | null | undefined;
  /** ISO 8601 */
  until: string;
}

/**
 * Which timed versions have had their time, of a list with the newest first. Of each hour of the last day, and
 * of each day of the last 30, the last one stays; named ones and the newest always do.
 * @param now ms since 1970
 */
export function outdated(versions: readonly Dated[], now: number): string[] {
  const kept = new Set<string>();
  return versions.flatMap(({ id, name, until }, place) => {
    const at = Date.parse(until);
    const age = now - at;
    if (name || place === 0 || age <= versionLimits.all) return [];
    if (age > versionLimits.daily) return [id];
    const slot =
      age <= versionLimits.hourly ? `h${Math.floor(at / 3_600_000)}` : `d${Math.floor(at / 86_400_000)}`;
    if (kept.has(slot)) return [id];
    kept.add(slot);
    return [];
  });
}
