import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { callbackInsertion } from '#functions/pbx/callbacks/store.ts';
import { sessionInsertion } from '#functions/pbx/sessions/store.ts';
import { messageInsertion } from '#functions/pbx/voicemail/store.ts';
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
  const cbk = await callbackTo(tenant, queue.body.id);
  const vcm = await messageTo(tenant, extensionId);
  return { ext: extensionId, que: queue.body.id, pse: sessionId, vcm, cbk };
}

/** Somebody who waits to be called back by a queue. */
async function callbackTo(tenant: TestTenant, queueId: string): Promise<string> {
  const callbackId = `cbk_oftenant${tenant.id}`;
  const at = '2026-01-05T12:00:00.000Z';
  const asked = { callbackId, queueId, phone: '+13055550123', leadId: null, askedIn: 'cal_asked' };
  const times = { since: at, askedAt: at, notBefore: at, endedAt: null, expiresAt: null };
  const stands = { status: 'waiting', attempts: 0, rounds: 0, reason: '', isOpen: true, version: 1 } as const;
  const nobody = { callId: null, agentPhone: null };
  await asSystem(tenant.id, 'test', () =>
    commit(callbackInsertion({ ...asked, ...times, ...stands, ...nobody })),
  );
  return callbackId;
}

/** A message in the box of an extension, whose caller nobody knows. */
export async function messageTo(tenant: TestTenant, boxId: string): Promise<string> {
  const messageId = `vcm_oftenant${tenant.id}`;
  const left = {
    boxId,
    callId: `cal_oftenant${tenant.id}`,
    recordingId: 'rec_left',
    phone: '',
    leadId: null,
  };
  const heard = { unheard: true, heardAt: null, heardBy: null, mailed: true, version: 1 };
  await asSystem(tenant.id, 'test', async () =>
    commit(
      await messageInsertion({ ...left, ...heard, messageId, at: '2026-01-05T12:00:00.000Z', seconds: 9 }),
    ),
  );
  return messageId;
}

async function callbacksOf(admin: Caller) {
  const { queues } = (await admin.call(api.pbx.listQueues, {})).body;
  return Promise.all(queues.map(({ id }) => admin.call(api.pbx.queueCallbacks, { id })));
}

/** What an admin can list of the exchange. */
export async function everythingOfPbx(admin: Caller) {
  const { pbx } = api;
  return [
    await admin.call(pbx.listExtensions, {}),
    await admin.call(pbx.listQueues, {}),
    ...(await callbacksOf(admin)),
    await admin.call(pbx.listVoicemail, {}),
    await admin.call(pbx.dispositionCodes, {}),
    await admin.call(pbx.listPhoneSessions, { active: true }),
    await admin.call(api.telephony.exchanges, {}),
  ];
}
