import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { signageLimits } from '#shared/model/signage/entities.ts';
import { dateAfter, localTime } from '#shared/model/zone-time.ts';
import { knownDisplay } from '../displays.ts';
import type { Device } from '../optisigns.ts';
import { findPart } from '../plans/store.ts';
import { displayStates, findConfig } from '../store.ts';
import { batchesOf, totalsBetween } from './store.ts';

const tenantZone = async () => (await tenantById(tenantOf())).timeZone;

async function displayNames(): Promise<Record<string, string>> {
  const [states, { lastDevices }] = await Promise.all([displayStates(), findConfig()]);
  const devices = ((lastDevices ?? []) as Device[]).map(({ id, name }) => [id, name] as const);
  return Object.fromEntries([
    ...[...states.values()].map(({ displayId, name }) => [displayId, name] as const),
    ...devices,
  ]);
}

/** How long each sign was on each display, by day; a week until today when no days are named. @throws 400 */
export async function playReport(query: {
  from?: string | undefined;
  until?: string | undefined;
  displayId?: string | undefined;
}) {
  const until = query.until ?? localTime(await tenantZone(), clock.now()).date;
  const from = query.from ?? dateAfter(until, -6);
  if (from > until) throw badRequest('The first day lies after the last.');
  if (dateAfter(from, signageLimits.reportDays) <= until)
    throw badRequest(`A report covers at most ${signageLimits.reportDays} days.`);
  const [all, displays] = await Promise.all([totalsBetween(from, until), displayNames()]);
  const totals = all
    .filter(({ displayId }) => !query.displayId || displayId === query.displayId)
    .map(({ milliseconds, ...total }) => ({ ...total, seconds: milliseconds / 1000 }));
  return { from, until, totals, displays };
}

/** Every play of a display that began on a day of its calendar, in order. @throws 404 */
export async function dayOfPlays(displayId: string, wanted?: string) {
  await knownDisplay(displayId);
  const zone = (await findPart('display', displayId))?.body.timeZone ?? (await tenantZone());
  const day = wanted ?? localTime(zone, clock.now()).date;
  // A batch may begin on the day before.
  const plays = (await batchesOf(displayId, [dateAfter(day, -1), day]))
    .filter(({ from }) => localTime(zone, Date.parse(from)).date === day)
    .sort((a, b) => a.from.localeCompare(b.from));
  return { day, plays };
}
