import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { sessionInsertion } from '#functions/pbx/sessions/store.ts';
import { api } from '#shared/api/index.ts';
import type { as, TestTenant } from '#tests/support/tenant.ts';

type Caller = ReturnType<typeof as>;

/** What a tenant has on its exchange; the session is the agent's. */
export async function pbxThings(tenant: TestTenant, admin: Caller): Promise<Record<string, string>> {
  const { pbx } = api;
  const { userId } = tenant.agent;
  const name = `Desk of tenant ${tenant.id}`;
  const extension = await admin.call(pbx.createExtension, { number: '101', name, userId });
  const extensionId = extension.body.id;
  const queue = await admin.call(pbx.createQueue, {
    number: '600',
    name: `Queue of tenant ${tenant.id}`,
    members: [{ extensionId }],
  });
  // No exchange is connected here, which signing in would ask.
  const sessionId = `pse_oftenant${tenant.id}`;
  const at = '2026-01-05T12:00:00.000Z';
  const session = {
    sessionId,
    userId,
    extensionId,
    number: '101',
    device: 'browser' as const,
    startedAt: at,
    seenAt: at,
    endedAt: null,
    endReason: null,
    pause: null,
    pauses: {},
    sealedPassword: null,
    passwordUntil: at,
    version: 1,
  };
  await asSystem(tenant.id, 'test', async () => commit(await sessionInsertion(session)));
  return { ext: extensionId, que: queue.body.id, pse: sessionId };
}

/** What an admin can list of the exchange. */
export async function everythingOfPbx(admin: Caller) {
  const { pbx } = api;
  return [
    await admin.call(pbx.listExtensions, {}),
    await admin.call(pbx.listQueues, {}),
    await admin.call(pbx.dispositionCodes, {}),
    await admin.call(pbx.listPhoneSessions, { active: true }),
    await admin.call(api.telephony.exchanges, {}),
  ];
}
