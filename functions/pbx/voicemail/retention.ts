import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { isOnHold } from '#functions/leads/api.ts';
import { removeFiles } from './messages.ts';
import { findMessage, termOf } from './store.ts';

/** A message of a lead on legal hold is looked at again after so long; ms. */
const holdMs = 7 * 86_400_000;

/** The sweeper's part: messages are deleted when the workspace's term of recordings is over for them. */
export const voicemailWork: DueWork = {
  async look(messageId) {
    const message = await findMessage(messageId);
    if (!message) return undefined;
    const { end, lookAt } = await termOf(message);
    if (end === undefined || end > clock.now()) return lookAt;
    if (await isOnHold(message.leadId)) return clock.now() + holdMs;
    await removeFiles(message);
    return undefined;
  },
  earlier: async () => [],
};
