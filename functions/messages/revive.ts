import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { send } from '#functions/kernel/queue.ts';
import { openBlasts } from './blast-store.ts';
import { type MessageRecord, openMessages } from './message-store.ts';

/** Ms after which the sweeper looks at a message that is still being sent. */
const forgottenAfter = 60_000;

/** Ms after which a message is given up that nobody could send: what somebody wrote by hand goes stale soon. */
export const givenUpAfter = { byHand: 3_600_000, others: 3 * 24 * 3_600_000 } as const;

/** Messages of one sweep. */
const sweptAtOnce = 100;

/** Whose senders come again by themselves with the same key. */
export const hasOwner = ({ source: { kind } }: MessageRecord): boolean =>
  kind === 'journey' || kind === 'blast';

const isYoung = ({ at }: MessageRecord) => clock.now() - Date.parse(at) < givenUpAfter.others;

/** Its sender will come for it; nothing is to be found out. */
const isAwaited = (message: MessageRecord) => hasOwner(message) && message.asked === 'no' && isYoung(message);

/** The sweeper's part: messages that a kill has left 'sending', for the worker to take up. */
export async function reviveMessages(): Promise<number> {
  const before = new Date(clock.now() - forgottenAfter).toISOString();
  const forgotten = (await openMessages(before, sweptAtOnce)).filter(
    (message) => message.leaseUntil < clock.now() && !isAwaited(message),
  );
  for (const { id } of forgotten) await send('MESSAGES', tenantOf(), { messageId: id });
  return forgotten.length;
}

/** The sweeper's part: turns for blasts that nobody is at. */
export async function reviveBlasts(): Promise<number> {
  const now = clock.now();
  const idle = (await openBlasts()).filter(
    ({ leaseUntil, nextAt }) => leaseUntil < now && (nextAt === null || Date.parse(nextAt) <= now),
  );
  for (const { id } of idle) await send('MESSAGES', tenantOf(), { blastId: id });
  return idle.length;
}
