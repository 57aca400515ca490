import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { send } from '#functions/kernel/queue.ts';
import { earlierMessages, findMessage, forgottenAt, type MessageRecord } from '../record/message-store.ts';

/** Ms after which a message is given up that nobody could send: what somebody wrote by hand goes stale soon. */
export const givenUpAfter = { byHand: 3_600_000, others: 3 * 24 * 3_600_000 } as const;

/** What was queued is looked at again after so long; ms. */
const againMs = 60_000;

/** Whose senders come again by themselves with the same key. */
export const hasOwner = ({ source: { kind } }: MessageRecord): boolean =>
  kind === 'journey' || kind === 'blast';

/** The sweeper's part: a message that a kill has left 'sending', for the worker to take up. */
export const messageWork = jobWork({
  find: findMessage,
  isOpen: ({ status }) => status === 'sending',
  quietAt: forgottenAt,
  revive: async (message, messageId) => {
    // Its sender will come for it, and nothing is to be found out.
    const awaitedUntil = Date.parse(message.at) + givenUpAfter.others;
    if (hasOwner(message) && message.asked === 'no' && awaitedUntil > clock.now()) return awaitedUntil;
    await send('MESSAGES', tenantOf(), { messageId });
    return undefined;
  },
  againMs,
  earlier: earlierMessages,
});
