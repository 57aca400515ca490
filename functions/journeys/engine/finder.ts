import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import { count } from '#functions/kernel/metrics.ts';
import { listTenantIds, ownStanding } from '#functions/tenants/api.ts';
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

interface Look {
  found: number;
  /** How long the longest due of them had been due, ms. */
  lateMs: number;
  /** Whether the time was long enough for all. */
  all: boolean;
}

/** Finds what is due in a tenant: the cost is that of what is due. */
async function look(until: string, deadline: number): Promise<Look> {
  // Of a tenant that may not send all stays due as it is, and is found when it may again.
  if ((await ownStanding()) !== 'active') return { found: 0, lateMs: 0, all: true };
  let found = 0;
  let lateMs = 0;
  for (let shard = 0; shard < dueShards; shard++) {
    // From where it was: the index may tell late that what was handed over is due no more.
    for (let cursor: string | null = null; ; ) {
      if (Date.now() >= deadline) return { found, lateMs, all: false };
      const page = await dueIn(shard, until, pageItems, cursor);
      if (page.items.length > 0) await hand(page.items);
      found += page.items.length;
      for (const { dueAt } of page.items) lateMs = Math.max(lateMs, clock.now() - Date.parse(dueAt));
      cursor = page.cursor;
      if (!cursor) break;
    }
  }
  return { found, lateMs, all: true };
}

/** Finds what is due in a tenant and puts it on the queue. @returns how many were found */
export const findDue = async (until = clock.iso(), deadline = Date.now() + budgetMs): Promise<number> =>
  (await look(until, deadline)).found;

/** The minute. One tenant's trouble, or its great many, keeps nobody else waiting. */
export async function handler(): Promise<void> {
  const deadline = Date.now() + budgetMs;
  const tenants: number[] = [];
  for await (const tenantId of listTenantIds()) tenants.push(tenantId);
  let lateMs: number | undefined;
  const turn = async (tenantId: number, until: number): Promise<boolean> => {
    try {
      const seen = await asSystem(tenantId, 'journeys', () => look(clock.iso(), until));
      if (seen.found > 0) lateMs = Math.max(lateMs ?? 0, seen.lateMs);
      return seen.all;
    } catch (error) {
      log.error('Due steps could not be found.', { tenantId, error: error as Error });
      return true;
    }
  };
  await inTurns(tenants, turn, deadline);
  // Nothing is counted while nothing is due: a metric is paid for by the hours that it has values.
  if (lateMs !== undefined) count('JourneyLateness', Math.round(lateMs / 1_000));
}
