import { z } from 'zod';
import { asSystem, platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import { count } from '#functions/kernel/metrics.ts';
import { send } from '#functions/kernel/queue.ts';
import { listTenantIds, ownStanding } from '#functions/tenants/api.ts';
import { dueIn, dueShards, type EnrolmentRecord, lease } from '../store/enrolments.ts';
import { queueDue } from './message.ts';

/*
 * What is due is found in shares, each by a worker of its own where that is worth it:
 *
 *   the minute ── the first 250 tenants itself, each 250 more by a message
 *      └─ a tenant ── the first 100 due of each of its eight shards
 *           └─ a shard that has more, by a message of the tenant's own
 *
 * A message is worth something within its minute only: the next one sends others.
 */

/** Items of one look at the index. */
const pageItems = 500;
/** So many of a shard are found by whoever looks at its tenant; where there are more, a worker finds the rest. */
const firstItems = 100;
/** So long an enrolment's message may take before the finder sends another, ms. */
const leaseMs = 10 * 60_000;
/** Time that a minute's shares have, ms: it is called again each minute. */
const budgetMs = 45_000;
/** Tenants of one share. */
const sliceTenants = 250;
/** Tenants that are looked at at the same time, which is mostly waiting for the table. */
const atOnce = 8;

/** A share of one minute's look, which ends at an instant by Date.now(): many tenants, or one shard of a tenant. */
export const findMessage = z.strictObject({
  findUntil: z.number(),
  of: z.union([
    z.strictObject({ tenants: z.array(z.number()) }),
    z.strictObject({ shard: z.number().int() }),
  ]),
});
type FindMessage = z.infer<typeof findMessage>;

/** Puts what is due on the queue. A message sent whose lease was not written is sent again, and does nothing. */
async function queueFound(items: EnrolmentRecord[]): Promise<void> {
  const until = new Date(clock.now() + leaseMs).toISOString();
  const leased = (item: EnrolmentRecord) =>
    // Changed meanwhile: it is somewhere else, or the worker was quicker.
    lease(item, until).catch((error) =>
      log.debug('An enrolment moved on before its lease.', { error: error as Error }),
    );
  await queueDue(items, (some) => Promise.all(some.map(leased)));
}

interface Found {
  found: number;
  /** How long the longest due of them had been due, ms. */
  lateMs: number;
  /** Whether that was all. */
  all: boolean;
}

/** Finds what is due in a shard of the actor's tenant, at most `most` or until the time is over. */
async function findInShard(
  shard: number,
  { until, deadline, most }: { until: string; deadline: number; most: number },
): Promise<Found> {
  let found = 0;
  let lateMs = 0;
  // From where it was: the index may tell late that what was handed over is due no more.
  for (let cursor: string | null = null; ; ) {
    if (found >= most || Date.now() >= deadline) return { found, lateMs, all: false };
    const page = await dueIn(shard, until, Math.min(most, pageItems), cursor);
    if (page.items.length > 0) await queueFound(page.items);
    found += page.items.length;
    for (const { dueAt } of page.items) lateMs = Math.max(lateMs, clock.now() - Date.parse(dueAt));
    cursor = page.cursor;
    if (!cursor) return { found, lateMs, all: true };
  }
}

const everyShard = <T>(work: (shard: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: dueShards }, (_, shard) => work(shard)));

/** Finds all that is due in a tenant and puts it on the queue. @returns how many were found */
export async function findDue(until = clock.iso(), deadline = Date.now() + budgetMs): Promise<number> {
  // Of a tenant that may not send all stays due as it is, and is found when it may again.
  if ((await ownStanding()) !== 'active') return 0;
  const shards = await everyShard((shard) => findInShard(shard, { until, deadline, most: Infinity }));
  return shards.reduce((sum, { found }) => sum + found, 0);
}

const handOver = (tenantId: number, message: FindMessage): Promise<void> =>
  send('JOURNEYS', tenantId, message).catch((error) =>
    log.warn('A share of the finder’s minute is left to the next.', { tenantId, error: error as Error }),
  );

/** Nothing is counted while nothing is due: a metric is paid for by the hours that it has values. */
function countLateness(looks: readonly Found[]): void {
  const late = looks.filter(({ found }) => found > 0).map(({ lateMs }) => lateMs);
  if (late.length > 0) count('JourneyLateness', Math.round(Math.max(...late) / 1_000));
}

/** Finds what is due in a tenant; one that has much of it goes on in workers of its own. */
async function findInTenant(deadline: number): Promise<Found[]> {
  if ((await ownStanding()) !== 'active') return [];
  return everyShard(async (shard) => {
    const seen = await findInShard(shard, { until: clock.iso(), deadline, most: firstItems });
    if (!seen.all && Date.now() < deadline)
      await handOver(tenantOf(), { findUntil: deadline, of: { shard } });
    return seen;
  });
}

/** One tenant's trouble keeps nobody else waiting. */
async function findInTenants(tenants: readonly number[], deadline: number): Promise<void> {
  // Begun elsewhere each time, or the last would have no turn while the time is too short for all.
  const from = Math.floor(Math.random() * tenants.length);
  const waiting = [...tenants.slice(from), ...tenants.slice(0, from)];
  const looks: Found[] = [];
  const lane = async () => {
    for (let id = waiting.pop(); id !== undefined && Date.now() < deadline; id = waiting.pop())
      try {
        looks.push(...(await asSystem(id, 'journeys', () => findInTenant(deadline))));
      } catch (error) {
        log.error('Due steps could not be found.', { tenantId: id, error: error as Error });
      }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  countLateness(looks);
}

/** A worker's share; one that is of an earlier minute is left to those of the present one. */
export async function findShare({ findUntil, of }: FindMessage): Promise<void> {
  if (Date.now() >= findUntil) return;
  if ('tenants' in of) return findInTenants(of.tenants, findUntil);
  countLateness([await findInShard(of.shard, { until: clock.iso(), deadline: findUntil, most: Infinity })]);
}

/** The minute. */
export async function handler(): Promise<void> {
  const deadline = Date.now() + budgetMs;
  const tenants: number[] = [];
  for await (const tenantId of listTenantIds()) tenants.push(tenantId);
  const slices = Array.from({ length: Math.ceil(tenants.length / sliceTenants) }, (_, at) =>
    tenants.slice(at * sliceTenants, (at + 1) * sliceTenants),
  );
  const [own = [], ...others] = slices;
  for (const slice of others) await handOver(platformTenant, { findUntil: deadline, of: { tenants: slice } });
  await findInTenants(own, deadline);
}
