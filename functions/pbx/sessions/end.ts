import { clock } from '#functions/kernel/clock.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { phoneNameOf } from '#functions/telephony/api.ts';
import type { SessionEnd } from '#shared/model/phone-session.ts';
import { markWrites, type Pushed, pushAfterwards } from '../exchange/pushes.ts';
import { statusWrite } from '../extensions/store.ts';
import { queuesOf } from '../queues/whole.ts';
import { currentSession, endWrite, findSession, type SessionRecord } from './store.ts';

/** What the exchange has to hear when a phone or its status changes: the phone, and the queues that it takes calls of. */
export async function phoneAndQueues(extensionId: string, number: string): Promise<Pushed[]> {
  const queues = await queuesOf(extensionId);
  return [
    { kind: 'phone', name: phoneNameOf(number) },
    ...queues.map(({ queueId }) => ({ kind: 'queue' as const, name: queueId })),
  ];
}

/**
 * Ends a session, whoever asks: its phone may not register any more, and its extension takes no calls.
 * @returns the session as it ended; one that had ended before stays as it did
 */
export async function endSession(sessionId: string, reason: SessionEnd): Promise<SessionRecord | undefined> {
  await pushAfterwards(await endAndMark(sessionId, reason));
  return findSession(sessionId);
}

/** Ends a session, and leaves it to the sweeper to tell the exchange. */
export function endAndMark(sessionId: string, reason: SessionEnd): Promise<Pushed[]> {
  return retryOnConflict(async () => {
    const session = await findSession(sessionId);
    if (!session || session.endedAt) return [];
    const { extensionId, number } = session;
    const isCurrent = (await currentSession(extensionId))?.sessionId === sessionId;
    const marked = isCurrent ? await phoneAndQueues(extensionId, number) : [];
    await commit(
      endWrite(session, reason),
      isCurrent ? [statusWrite(extensionId, 'offline', clock.iso())] : [],
      markWrites(marked),
    );
    return marked;
  });
}
