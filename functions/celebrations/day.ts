import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { findTenant } from '#functions/tenants/api.ts';
import { defaultTimeZone } from '#shared/model/tenant.ts';
import { instantOf, localTime } from '#shared/model/zone-time.ts';
import { type CelebrationRecord, celebrationsBetween } from './store.ts';

export interface Day {
  /** YYYY-MM-DD by the workspace's calendar. */
  date: string;
  /** Of the instant that was asked about, since midnight by its clock. */
  minute: number;
  from: string;
  to: string;
}

/** The workspace's day that an instant lies in. @param at ms since 1970 */
export async function dayOf(at: number = clock.now()): Promise<Day> {
  const zone = (await findTenant(tenantOf()))?.timeZone ?? defaultTimeZone;
  const { date, minute } = localTime(zone, at);
  const iso = (minuteOfDay: number) => new Date(instantOf(zone, date, minuteOfDay)).toISOString();
  return { date, minute, from: iso(0), to: iso(1440) };
}

/** Whether it counts as won: a second bell of a sale and what was called off do not. */
export const stands = ({ state }: CelebrationRecord): boolean => state !== 'undone' && state !== 'repeated';

/** What stands of a day, the earliest first. */
export const standingOn = async ({ from, to }: Day): Promise<CelebrationRecord[]> =>
  (await celebrationsBetween(from, to)).filter((record) => stands(record) && record.at < to);
