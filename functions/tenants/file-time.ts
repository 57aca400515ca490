import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { tenantById } from './read.ts';

const two = (value: number) => String(value).padStart(2, '0');

/**
 * A moment as the names of files tell it, by the workspace's clock: '2026-11-23 14.05', or the day alone.
 * @param at milliseconds since 1970
 */
export async function fileTime(at = clock.now()): Promise<{ day: string; moment: string }> {
  const { timeZone } = await tenantById(tenantOf());
  const { date, minute } = localTime(timeZone, at);
  return { day: date, moment: `${date} ${two(Math.floor(minute / 60))}.${two(minute % 60)}` };
}
