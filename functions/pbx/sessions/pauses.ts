import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { extensionStatuses } from '#shared/model/extension.ts';
import { findExtension } from '../extensions/store.ts';
import { queuesOf } from '../queues/whole.ts';
import { currentSession, pauseWrite } from './store.ts';

/** Why an extension takes no calls now, as its agent or an admin has said; empty while it does. */
async function reasonOf(extensionId: string): Promise<string> {
  const extension = await findExtension(extensionId);
  if (extension?.status === 'away' || extension?.status === 'dnd') return extensionStatuses[extension.status];
  const members = (await queuesOf(extensionId)).flatMap((queue) => queue.members);
  return members.find((one) => one.extensionId === extensionId && one.paused)?.reason ?? '';
}

/**
 * Notes in the sessions of these extensions since when they pause, and why. It goes by how things stand now, so that it
 * may come twice, late, or not at all: a phone's next sign of life catches up.
 */
export async function notePauses(extensionIds: readonly string[]): Promise<void> {
  for (const extensionId of new Set(extensionIds))
    await retryOnConflict(async () => {
      const session = await currentSession(extensionId);
      if (!session) return;
      const reason = await reasonOf(extensionId);
      if ((session.pause?.reason ?? '') !== reason) await commit(pauseWrite(session, reason));
    });
}
