import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import { listTenantIds } from '#functions/tenants/read.ts';
import { dueIn, dueShards, type EnrolmentRecord, lease } from '../store/enrolments.ts';
import { queueDue } from './message.ts';
import { inTurns } from './turns.ts';

/** Items of one look at the index. */
const pageItems = 500;
/** So long an enrolment's message may take before the finder sends another, ms. */
const leaseMs = 10 * 60_000;
/** Time that one run of the finder has, ms: it is called again each minute. */
const budgetMs = 45_000;

/** Puts what is due on the queue. A message sent whose lease was not written is sent again, and does nothing. */
async function hand(items: EnrolmentRecord[]): Promise<void> {
  const until = new Date(clock.now() + leaseMs).toISOString();
  const leased = (item: EnrolmentRecord) =>
    // Changed meanwhile: it is somewhere else, or the worker was quicker.
    lease(item, until).catch((error) =>
      log.debug('An enrolment moved on before its lease.', { error: error as Error }),
    );
  await queueDue(items, (some) => Promise.all(some.map(leased)));
}

/** Finds what is due in a tenant: the cost is that of what is due. `all` is false where the time was too short. */
async function look(until: string, deadline: number): Promise<{ found: number; all: boolean }> {
  let found = 0;
  for (let shard = 0; shard < dueShards; shard++) {
    // From where it was: the index may tell late that what was handed over is due no more.
    for (let cursor: string | null = null; ; ) {
      if (Date.now() >= deadline) return { found, all: false };
      const page = await dueIn(shard, until, pageItems, cursor);
      if (page.items.length > 0) await hand(page.items);
      found += page.items.length;
      cursor = page.cursor;
      if (!cursor) break;
    }
  }
  return { found, all: true };
}

/** Finds what is due in a tenant and puts it on the queue. @returns how many were found */
export const findDue = async (until = clock.iso(), deadline = Date.now() + budgetMs): Promise<number> =>
  (await look(until, deadline)).found;

/** The minute. One tenant's trouble, or its great many, keeps nobody else waiting. */
export async function handler(): Promise<void> {
  const deadline = Date.now() + budgetMs;
  const tenants: number[] = [];
  for await (const tenantId of listTenantIds()) tenants.push(tenantId);
  const turn = async (tenantId: number, until: number): Promise<boolean> => {
    try {
      return await asSystem(tenantId, 'journeys', async () => (await look(clock.iso(), until)).all);
    } catch (error) {
      log.error('Due steps could not be found.', { tenantId, error: error as Error });
      return true;
    }
  };
  await inTurns(tenants, turn, deadline);
}
