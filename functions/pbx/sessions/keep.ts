import { isOnCall } from '#functions/calls/api.ts';
import { actor, currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { ConditionFailed, writeOne } from '#functions/kernel/table.ts';
import { type PhoneSession, phoneSessionLimits } from '#shared/model/phone-session.ts';
import { endSession } from './end.ts';
import { sessionOr404, sessionShown } from './list.ts';
import { notePauses } from './pauses.ts';
import { findSession, type SessionRecord, seenWrite, silentAt } from './store.ts';

/**
 * A phone says that it lives. Of a session that has ended it is told so, with the reason, and lives no longer.
 * @throws 404 for a session of somebody else
 */
export async function heartbeat(sessionId: string): Promise<PhoneSession> {
  const session = await sessionOr404(sessionId);
  if (session.userId !== currentUser().userId) throw notFound('The session');
  if (!session.endedAt) {
    try {
      await writeOne(seenWrite(sessionId));
      await notePauses([session.extensionId]);
    } catch (error) {
      // It has ended at this moment: that is what is answered.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  return sessionShown(await sessionOr404(sessionId));
}

/**
 * Signs a phone out: one's own, or, for admins, somebody's. Again it changes nothing.
 * @throws 404; 409 'on_call' for somebody else's while they have a call, which would end with their phone
 */
export async function signOut(sessionId: string): Promise<PhoneSession> {
  const session = await sessionOr404(sessionId);
  const who = actor();
  const isOwn = who.kind === 'user' && who.userId === session.userId;
  if (!isOwn && !session.endedAt && (await isOnCall(session.userId)))
    throw conflict('They are on a call. Please sign them out when it is over.', undefined, 'on_call');
  await endSession(sessionId, isOwn ? 'signedOut' : 'signedOutByAdmin');
  return sessionShown(await sessionOr404(sessionId));
}

/** While somebody talks, their session is looked at again after so long; ms. */
const onCallMs = 30_000;

const tooLongAt = ({ startedAt }: SessionRecord): number =>
  Date.parse(startedAt) + phoneSessionLimits.longestHours * 3_600_000;

/** When a session ends by itself: only a browser says that it lives; others end with the day. */
function endsAt(session: SessionRecord) {
  const tooLong = { at: tooLongAt(session), reason: 'tooLong' } as const;
  if (session.device !== 'browser') return tooLong;
  const silent = { at: silentAt(session), reason: 'timedOut' } as const;
  return silent.at < tooLong.at ? silent : tooLong;
}

/** Sessions whose phone has fallen silent, unless a call goes on with it. */
export const phoneSessionWork: DueWork = {
  async look(sessionId) {
    const session = await findSession(sessionId);
    if (!session || session.endedAt) return undefined;
    const { at, reason } = endsAt(session);
    if (at > clock.now()) return at;
    if (await isOnCall(session.userId)) return clock.now() + onCallMs;
    await endSession(sessionId, reason);
    return undefined;
  },
  earlier: async () => [],
};
