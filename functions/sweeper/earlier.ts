import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { type DueKind, type DueWork, makeDue } from '#functions/kernel/due.ts';
import { log } from '#functions/kernel/log.ts';
import type { EarlierProgress } from './store.ts';

/*
 * Items that a version before the index of what is due has written carry no time in it. They are looked through once,
 * tenant by tenant, and given one; a day later once more, for what containers of the old version were writing while
 * the new one was deployed. After two rounds of which nothing failed it is over for good. It goes on where it was
 * killed, and an item that it meets twice keeps the time that it has.
 */

const roundsAtLeast = 2;
const dayMs = 86_400_000;
/** Tenants that are looked through at the same time. */
const atOnce = 16;

export interface EarlierRound {
  kinds: Record<DueKind, Pick<DueWork, 'earlier'>>;
  progress: EarlierProgress;
  /** Numbers of tenants above one, ascending. */
  tenantsAfter: (after: number, limit: number) => Promise<number[]>;
  note: (progress: EarlierProgress) => Promise<unknown>;
  /** No tenants are begun after this instant, by Date.now(). */
  deadline: number;
}

async function lookThrough(tenantId: number, kinds: EarlierRound['kinds']): Promise<boolean> {
  let isFine = true;
  for (const [kind, { earlier }] of Object.entries(kinds))
    try {
      await asSystem(tenantId, 'sweeper', async () => {
        for (const item of await earlier()) await makeDue(kind as DueKind, item);
      });
    } catch (error) {
      isFine = false;
      log.error('Work of an earlier version was not found.', { tenantId, kind, error: error as Error });
    }
  return isFine;
}

/** Looks through tenants until all are done or the time is over. */
export async function markEarlier({ kinds, progress, tenantsAfter, note, deadline }: EarlierRound) {
  let now = progress;
  while (!now.done && now.notBefore <= clock.now() && Date.now() < deadline) {
    const tenants = await tenantsAfter(now.after, atOnce);
    if (tenants.length > 0) {
      const fine = await Promise.all(tenants.map((tenantId) => lookThrough(tenantId, kinds)));
      now = { ...now, after: tenants.at(-1)!, failed: now.failed || fine.includes(false) };
    } else {
      const rounds = now.rounds + 1;
      const done = rounds >= roundsAtLeast && !now.failed;
      now = { rounds, after: 0, failed: false, notBefore: clock.now() + dayMs, done };
      log.info('Work of earlier versions was looked through.', { rounds, done });
    }
    await note(now);
  }
  return now;
}
