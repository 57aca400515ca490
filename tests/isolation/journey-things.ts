import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { as, TestTenant } from '#tests/support/tenant.ts';

const { journeys } = api;

/** One thing of each kind that the journeys' calls name, owned by a tenant: a live journey with a lead in it. */
export async function journeyThings(
  tenant: TestTenant,
  admin: ReturnType<typeof as>,
  leadId: string,
): Promise<Record<string, string>> {
  const stepId = `stp_of${tenant.id}`;
  const journey = await admin.call(journeys.create, {
    name: `Journey of tenant ${tenant.id}`,
    entry: stepId,
    steps: [{ id: stepId, type: 'wait', config: { amount: 30, unit: 'days' } }],
  });
  const { id } = journey.body;
  await admin.call(journeys.publish, { id });
  const enrolled = await admin.call(journeys.enroll, { id, leadIds: [leadId] });
  const job = await admin.call(journeys.bulkEnroll, { id });
  const pending = await eventually(async () => {
    const { body } = await admin.call(journeys.pending, { journeyId: id });
    if (!body.executions[0]) throw new Error('The step to come is not in its index yet.');
    return body.executions[0];
  });
  return {
    jrn: id,
    stp: stepId,
    ljn: enrolled.body.results[0]!.enrolmentId!,
    jex: pending.id,
    job: job.body.id,
  };
}

/** What a tenant's admin can list of journeys. */
export const everythingOfJourneys = async (admin: ReturnType<typeof as>) => {
  const list = await admin.call(journeys.list, {});
  return [
    list,
    await admin.call(journeys.pending, {}),
    ...(await Promise.all(
      list.body.journeys.flatMap(({ id }) => [
        admin.call(journeys.get, { id }),
        admin.call(journeys.leads, { id }),
      ]),
    )),
  ];
};
