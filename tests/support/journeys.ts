import { expect } from 'vitest';
import { runDue } from '#functions/journeys/engine/run.ts';
import { enrol } from '#functions/journeys/enrol.ts';
import { findEnrolment } from '#functions/journeys/store/enrolments.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { journeys, leads } = api;

/** Steps in a row, the first way out of each leading to the next. */
export function line(...steps: { type: string; config?: object; next?: Record<string, string | null> }[]) {
  return {
    entry: 'stp_1',
    steps: steps.map(({ type, config = {}, next }, at) => ({
      id: `stp_${at + 1}`,
      type,
      name: `${type} ${at + 1}`,
      config,
      next:
        next ??
        (at + 1 < steps.length
          ? {
              [(
                {
                  branch: 'no',
                  wait: config && (config as { mode?: string }).mode === 'event' ? 'timedOut' : 'next',
                  call: 'answered',
                  split: 'a',
                } as Record<string, string>
              )[type] ?? 'next']: `stp_${at + 2}`,
            }
          : {}),
    })),
  };
}

export const hours = (amount: number) => ({
  type: 'wait',
  config: { mode: 'duration', amount, unit: 'hours' },
});
export const tagging = (...add: string[]) => ({ type: 'tag', config: { add } });

/** A tenant with a draft of a journey, and what its tests do to it. */
export async function setUp(graph: object, more: object = {}) {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const made = await admin.call(journeys.create, { name: 'Welcome', ...graph, ...more });
  expect(made.status).toBe(201);
  const { id } = made.body;
  const publish = () => admin.call(journeys.publish, { id });
  let count = 0;
  const lead = async (fields: object = {}) =>
    (
      await admin.call(leads.create, {
        firstName: 'Ann',
        lastName: `Lee ${++count}`,
        phones: [`+1212555${String(1000 + count)}`],
        emails: [`ann${count}@example.com`],
        address: { state: 'NY' },
        ...fields,
      })
    ).body.id;
  const enter = async (leadId: string) => (await system(() => enrol(id, [leadId], { how: 'manual' })))[0]!;
  const now = (enrolmentId: string) => system(async () => (await findEnrolment(enrolmentId))!);
  const run = async (enrolmentId: string) => {
    const { seq } = await now(enrolmentId);
    await system(() => runDue(enrolmentId, seq));
    return now(enrolmentId);
  };
  const tags = async (leadId: string) => (await admin.call(leads.get, { id: leadId })).body.tags;
  const history = async (enrolmentId: string) =>
    (await admin.call(journeys.history, { id: enrolmentId })).body.history;
  return { tenant, admin, system, id, publish, lead, enter, now, run, tags, history };
}
