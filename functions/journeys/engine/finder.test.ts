import { expect, it, vi } from 'vitest';
import { counted } from '#tests/support/counted.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hours, line, setUp, tagging } from '#tests/support/journeys.ts';
import { timeTravel } from '#tests/support/time.ts';
import { findDue, handler } from './finder.ts';

/** The finder's minute looks at all tenants; here at this test's. */
const tenants: number[] = [];
vi.mock('#functions/tenants/read.ts', async (original) => ({
  ...(await original<object>()),
  async *listTenantIds() {
    yield* tenants;
  },
}));

it('the minute tells how late the longest due step is, and nothing while none is due', async () => {
  const time = timeTravel('2026-03-02T15:00:00Z');
  const { publish, lead, enter, run, system, tenant } = await setUp(line(hours(1), tagging('x')));
  await publish();
  const { enrolmentId } = await enter(await lead());
  await run(enrolmentId!);
  tenants.push(tenant.id);
  const late = counted('JourneyLateness');
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
