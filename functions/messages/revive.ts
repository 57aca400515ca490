import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { send } from '#functions/kernel/queue.ts';
import { earlierBlasts, findBlast, idleAt, isOver } from './blast-store.ts';
import { earlierMessages, findMessage, forgottenAt, type MessageRecord } from './message-store.ts';

/** Ms after which a message is given up that nobody could send: what somebody wrote by hand goes stale soon. */
export const givenUpAfter = { byHand: 3_600_000, others: 3 * 24 * 3_600_000 } as const;

/** What was queued is looked at again after so long; ms. */
const againMs = 60_000;

/** Whose senders come again by themselves with the same key. */
export const hasOwner = ({ source: { kind } }: MessageRecord): boolean =>
  kind === 'journey' || kind === 'blast';

/** The sweeper's part: a message that a kill has left 'sending', for the worker to take up. */
export const messageWork: DueWork = {
  async look(messageId) {
    const message = await findMessage(messageId);
    if (message?.status !== 'sending') return undefined;
    const now = clock.now();
    if (forgottenAt(message) >= now) return forgottenAt(message);
    // Its sender will come for it, and nothing is to be found out.
    const awaitedUntil = Date.parse(message.at) + givenUpAfter.others;
    if (hasOwner(message) && message.asked === 'no' && awaitedUntil > now) return awaitedUntil;
    await send('MESSAGES', tenantOf(), { messageId });
    return now + againMs;
  },
  earlier: earlierMessages,
};

/** The sweeper's part: a turn for a blast that nobody is at. */
export const blastWork: DueWork = {
  async look(blastId) {
    const blast = await findBlast(blastId);
    if (!blast || isOver(blast)) return undefined;
    const now = clock.now();
    if (idleAt(blast) > now) return idleAt(blast);
    await send('MESSAGES', tenantOf(), { blastId });
    return now + againMs;
  },
  earlier: earlierBlasts,
};
