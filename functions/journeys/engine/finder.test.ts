import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { worker } from '#functions/kernel/queue.ts';
import { commit } from '#functions/kernel/table.ts';
import { find, updateWrite } from '#functions/tenants/store.ts';
import { counted } from '#tests/support/counted.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hours, line, setUp, tagging } from '#tests/support/journeys.ts';
import { setQueue } from '#tests/support/queue.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { dueIn, insertEnrolment, shardOf } from '../store/enrolments.ts';
import { findDue, findShare, handler } from './finder.ts';

/** The finder's minute looks at all tenants; here at this test's. */
const tenants: number[] = [];
vi.mock('#functions/tenants/read.ts', async (original) => ({
  ...(await original<object>()),
  async *listTenantIds() {
    yield* tenants;
  },
}));

/** Enrolments of one shard that were due a second ago, as the index shows them. */
async function putDue(tenantId: number, amount: number, shard = 3): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; ids.length < amount; n++)
    if (shardOf(`ljn_${tenantId}x${n}`) === String(shard)) ids.push(`ljn_${tenantId}x${n}`);
  const at = new Date(clock.now() - 1_000).toISOString();
  const record = {
    journeyId: 'jrn_1',
    leadName: '',
    journeyVersion: 1,
    status: 'active',
    stepId: 'stp_1',
    seq: 1,
    dueAt: at,
    queueAt: at,
    waiting: null,
    attempts: 0,
    happened: [],
    note: '',
    enteredAt: at,
    enteredBy: 'test',
    version: 1,
  } as const;
  await asSystem(tenantId, 'test', async () => {
    for (let from = 0; from < ids.length; from += 100)
      await commit(
        ids
          .slice(from, from + 100)
          .map((enrolmentId) =>
            insertEnrolment({ ...record, happened: [], enrolmentId, leadId: `led_${enrolmentId}` }),
          ),
      );
    await eventually(async () => {
      const { items } = await dueIn(shard, clock.iso(), 1_000);
      expect(items).toHaveLength(amount);
    });
  });
  return ids;
}

type Body = { items?: { enrolmentId: string }[]; of?: unknown };

/** Takes everything from the queue, and works what is a share of the finder's. */
async function workShares(queue: Awaited<ReturnType<typeof setQueue>>) {
  const found: string[] = [];
  const shares: unknown[] = [];
  const handle = worker('test', z.any(), async (body: Body) => {
    if (body.items) found.push(...body.items.map(({ enrolmentId }) => enrolmentId));
    else {
      shares.push(body.of);
      await findShare(body as never);
    }
  });
  await queue.work(handle);
  return { found, shares };
}

it('a shard that has more due than one look brings is found to its end by a worker of its own', async () => {
  timeTravel('2026-03-02T15:00:00Z');
  const queue = await setQueue('JOURNEYS');
  const [busy, other] = [await freshTenant(), await freshTenant()];
  const many = await putDue(busy.id, 130);
  const [one] = await putDue(other.id, 1);
  tenants.splice(0, tenants.length, busy.id, other.id);
  await handler();
  const { found, shares } = await workShares(queue);
  expect(shares).toEqual([{ shard: 3 }]);
  expect([...new Set(found)].sort()).toEqual([...many, one].sort());
  await eventually(async () => {
    expect(await asSystem(busy.id, 'test', () => findDue())).toBe(0);
  });
}, 60_000);

it('tenants beyond the first 250 are looked at by workers', async () => {
  timeTravel('2026-03-02T15:00:00Z');
  const queue = await setQueue('JOURNEYS');
  const late = await freshTenant();
  const [one] = await putDue(late.id, 1);
  const nobody = Array.from({ length: 250 }, (_, n) => 800_000 + n);
  tenants.splice(0, tenants.length, ...nobody, late.id);
  await handler();
  expect(await workShares(queue)).toEqual({ found: [one], shares: [{ tenants: [late.id] }] });
}, 60_000);

it('a share of a minute that is over is left to the next', async () => {
  timeTravel('2026-03-02T15:00:00Z');
  const queue = await setQueue('JOURNEYS');
  const { id } = await freshTenant();
  await putDue(id, 1);
  await asSystem(id, 'test', () => findShare({ findUntil: Date.now() - 1, of: { shard: 3 } }));
  expect((await workShares(queue)).found).toEqual([]);
});

it('what is due in a suspended workspace waits', async () => {
  timeTravel('2026-03-02T15:00:00Z');
  const queue = await setQueue('JOURNEYS');
  const { id } = await freshTenant();
  await putDue(id, 1);
  tenants.splice(0, tenants.length, id);
  await asSystem(id, 'test', async () => {
    const before = (await find())!;
    await commit(updateWrite(before, { ...before, suspendedAt: clock.iso(), version: before.version + 1 }));
  });
  await handler();
  expect(await workShares(queue)).toEqual({ found: [], shares: [] });
});

it('the minute tells how late the longest due step is, and nothing while none is due', async () => {
  const time = timeTravel('2026-03-02T15:00:00Z');
  const { publish, lead, enter, run, system, tenant } = await setUp(line(hours(1), tagging('x')));
  await publish();
  const { enrolmentId } = await enter(await lead());
  await run(enrolmentId!);
  tenants.splice(0, tenants.length, tenant.id);
  const late = counted('JourneyLateness');
  // The index tells a moment later that the first step has been done.
  await eventually(async () => expect(await system(() => findDue())).toBe(0));
  await handler();
  expect(late()).toEqual([]);
  time.forward({ minutes: 80 });
  // The index tells a moment later; the finder's lease on it ends after ten minutes.
  await eventually(async () => expect(await system(() => findDue())).toBe(1));
  time.forward({ minutes: 10 });
  await eventually(async () => {
    await handler();
    expect(late()).toHaveLength(1);
  });
  expect(late()[0]!.JourneyLateness).toBeGreaterThanOrEqual(30 * 60);
  expect(late()[0]!.JourneyLateness).toBeLessThan(32 * 60);
});
