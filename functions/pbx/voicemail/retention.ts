import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { removeFiles } from './messages.ts';
import { findMessage, termOf } from './store.ts';

/** The sweeper's part: messages are deleted when the workspace's term of recordings is over for them. */
export const voicemailWork: DueWork = {
  async look(messageId) {
    const message = await findMessage(messageId);
    if (!message) return undefined;
    const { end, lookAt } = await termOf(message);
    if (end === undefined || end > clock.now()) return lookAt;
    await removeFiles(message);
    return undefined;
  },
  earlier: async () => [],
};
