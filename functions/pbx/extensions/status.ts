import { statusOf } from '#functions/agentStatus/api.ts';
import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { forbidden } from '#functions/kernel/errors.ts';
import { commit } from '#functions/kernel/table.ts';
import { extensionStateOf } from '#shared/model/agent-status.ts';
import type { Extension, ExtensionStatus } from '#shared/model/extension.ts';
import { markWrites, type Pushed, pushAfterwards } from '../exchange/pushes.ts';
import { queuesOf } from '../queues/whole.ts';
import { notePauses } from '../sessions/pauses.ts';
import { extensionOfUser, extensionOr404, shown } from './read.ts';
import { type ExtensionRecord, statusWrite } from './store.ts';

/** @throws 403 for an agent whose extension it is not */
export function assertOwn({ userId }: { userId: string | null }): void {
  if (seesOwnLeadsOnly() && currentUser().userId !== userId)
    throw forbidden('Access denied. You can do this with your own extension only.', 'not_own_extension');
}

/** Writes a status, and tells the queues of the extension whether it takes calls. */
async function changeStatus(
  { extensionId, ...before }: ExtensionRecord,
  status: ExtensionStatus,
): Promise<void> {
  if (before.status === status) return;
  const queues = await queuesOf(extensionId);
  const pushed: Pushed[] = queues.map(({ queueId }) => ({ kind: 'queue', name: queueId }));
  await commit(statusWrite(extensionId, status, clock.iso()), markWrites(pushed));
  await Promise.all([pushAfterwards(pushed), notePauses([extensionId])]);
}

/**
 * Brings the extension of an agent to what they are in now: who is at lunch, or in wrap-up, is offered no calls. Who has
 * said that they are not to be disturbed stays so until they, or an admin, say otherwise, or they sign out.
 */
export async function followAgentStatus(userId: string): Promise<void> {
  const [extension, present] = await Promise.all([extensionOfUser(userId), statusOf(userId)]);
  if (!extension || (extension.status === 'dnd' && present.signedIn)) return;
  await changeStatus(extension, extensionStateOf(present));
}

/**
 * Says whether an extension takes calls. Its queues call nobody who is not available.
 * @throws 403 for an agent whose extension it is not; 404
 */
export async function setStatus(extensionId: string, status: ExtensionStatus): Promise<Extension> {
  const extension = await extensionOr404(extensionId);
  assertOwn(extension);
  await changeStatus(extension, status);
  return shown(await extensionOr404(extensionId));
}
