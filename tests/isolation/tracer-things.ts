import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { historyEnd, proposalsWrite, searchInsertion } from '#functions/tracers/store.ts';
import { api } from '#shared/api/index.ts';
import type { as, TestTenant } from '#tests/support/tenant.ts';
import { openTracing } from '#tests/support/tracing.ts';

/** A search about a lead that has ended, and what it proposes, as a provider's answer would have made them. */
export async function tracerThings(tenant: TestTenant, leadId: string): Promise<Record<string, string>> {
  await openTracing(tenant.id);
  const tpr = `tpr_of${tenant.id}`;
  const searchId = `trs_of${tenant.id}`;
  const person = `Person of tenant ${tenant.id}`;
  await asSystem(tenant.id, 'test', () =>
    commit(
      searchInsertion({
        searchId,
        at: '2026-01-05T12:00:00.000Z',
        kind: 'person',
        query: { lastName: person },
        purpose: 'verification',
        leadId,
        enrichmentId: null,
        userId: tenant.admin.userId,
        username: 'boss',
        state: 'found',
        billed: 'yes',
        cached: false,
        cost: null,
        matches: 1,
        error: null,
        sandbox: true,
        question: `question of ${tenant.id}`,
        expiresAt: historyEnd(),
        version: 1,
      }),
      proposalsWrite(undefined, {
        leadId,
        searchId,
        proposals: [{ id: tpr, field: 'firstName', value: person, person, confidence: 90 }],
        values: { [tpr]: person },
        source: 'Skip tracing',
      }),
    ),
  );
  return { tpr, trs: searchId };
}

/** What a tenant's admin sees of skip tracing. */
export const everythingOfTracing = async (admin: ReturnType<typeof as>) => [
  await admin.call(api.tracers.history, {}),
  await admin.call(api.tracers.usage, {}),
  await admin.call(api.tracers.status, {}),
];
