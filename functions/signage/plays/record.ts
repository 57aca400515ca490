import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { type Play, signageLimits } from '#shared/model/signage/entities.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { findPart } from '../plans/store.ts';
import { asPlayer } from '../player.ts';
import { countUp, insertBatch, type StoredTotal } from './store.ts';

const dayMs = 86_400_000;
/** Proof is kept 400 days, in seconds. */
const keepSeconds = 400 * 24 * 3600;
/** A player's clock may be ahead of ours by this, in ms. */
const skewMs = 10 * 60_000;

async function zoneOf(displayId: string): Promise<string> {
  const part = await findPart('display', displayId);
  return part?.body.timeZone ?? (await tenantById(tenantOf())).timeZone;
}

/** @throws 400 for a play that ends before it begins, in the future, or too long ago */
function check(plays: Play[]): void {
  const now = clock.now();
  for (const { from, to } of plays) {
    const [start, end] = [Date.parse(from), Date.parse(to)];
    if (end <= start || end - start > dayMs + 3_600_000)
      throw badRequest('A play lasts from an instant to a later one, a day at most.');
    if (end > now + skewMs) throw badRequest('A play lies in the future.');
    if (start < now - signageLimits.playDays * dayMs)
      throw badRequest(`A play is older than ${signageLimits.playDays} days.`);
  }
}

/** The counts that a batch adds, by day and sign. */
export function totalsOf(displayId: string, zone: string, plays: Play[]): StoredTotal[] {
  const found = new Map<string, StoredTotal>();
  for (const { refId, name, from, to } of plays) {
    const { date: day } = localTime(zone, Date.parse(from));
    const key = `${day} ${refId}`;
    const total = found.get(key) ?? { day, displayId, refId, name, plays: 0, milliseconds: 0 };
    total.plays += 1;
    total.milliseconds += Date.parse(to) - Date.parse(from);
    found.set(key, total);
  }
  return [...found.values()];
}

/** At most so many counts go with a batch in one transaction. */
const mostTotals = 98;

/**
 * Keeps what a player showed. The batch and its counts are one transaction, and a batch that is there already
 * changes nothing, so a player may send it until it is answered. @throws 400; 404
 */
export const recordPlays = (key: string, batchId: string, plays: Play[]) =>
  asPlayer(key, async (displayId) => {
    check(plays);
    const zone = await zoneOf(displayId);
    const totals = totalsOf(displayId, zone, plays);
    if (totals.length > mostTotals) throw badRequest('A batch tells of at most 98 signs and days.');
    const expiresAt = clock.seconds() + keepSeconds;
    const { date: day } = localTime(zone, Date.parse(plays[0]!.from));
    try {
      await commit(
        insertBatch({ displayId, day, batchId, plays, expiresAt }),
        ...totals.map((total) => countUp({ ...total, expiresAt })),
      );
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
    return { stored: plays.length };
  });
