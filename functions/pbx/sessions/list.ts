import { type AnsweredPart, partsOfAgent } from '#functions/calls/api.ts';
import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { phoneNameOf } from '#functions/telephony/api.ts';
import { everyUser } from '#functions/users/api.ts';
import { type PhoneSession, phoneSessionLimits } from '#shared/model/phone-session.ts';
import { findSession, pausesUntil, type SessionRecord, sessionsBegun, sessionsThatGoOn } from './store.ts';

const dayMs = 86_400_000;

function view(session: SessionRecord, userName: string, parts: readonly AnsweredPart[]): PhoneSession {
  const { sessionId, sealedPassword: _, passwordUntil: __, version: ___, pauses: ____, ...fields } = session;
  const until = session.endedAt ?? clock.iso();
  const own = parts.filter(({ answeredAt }) => answeredAt >= session.startedAt && answeredAt <= until);
  return {
    id: sessionId,
    ...fields,
    userName,
    phone: phoneNameOf(session.number),
    talkSeconds: own.reduce((sum, { talkSeconds }) => sum + talkSeconds, 0),
    calls: own.length,
    pauses: Object.entries(pausesUntil(session, until))
      .map(([reason, seconds]) => ({ reason, seconds }))
      .sort((one, other) => other.seconds - one.seconds),
  };
}

/** Sessions with what their agents did meanwhile: the calls of an agent are read once for all of theirs. */
async function shown(sessions: readonly SessionRecord[]): Promise<PhoneSession[]> {
  const users = new Map((await everyUser()).map((user) => [user.userId, user.firstLast || user.username]));
  const ofUsers = Map.groupBy(sessions, ({ userId }) => userId);
  const parts = new Map(
    await Promise.all(
      [...ofUsers].map(async ([userId, own]) => {
        const from = own.map(({ startedAt }) => startedAt).sort()[0]!;
        const ends = own.map(({ endedAt }) => endedAt ?? clock.iso()).sort();
        return [userId, await partsOfAgent(userId, from, ends.at(-1)!)] as const;
      }),
    ),
  );
  return sessions.map((one) =>
    view(one, users.get(one.userId) ?? 'Somebody who left', parts.get(one.userId) ?? []),
  );
}

export const sessionShown = async (session: SessionRecord): Promise<PhoneSession> =>
  (await shown([session]))[0]!;

/** A session that the actor may see: agents their own. @throws 404 */
export async function sessionOr404(sessionId: string): Promise<SessionRecord> {
  const session = await findSession(sessionId);
  const isTheirs = session && (!seesOwnLeadsOnly() || session.userId === currentUser().userId);
  if (!isTheirs) throw notFound('The session');
  return session;
}

interface Filter {
  userId?: string | undefined;
  active?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Sessions that the actor may see, the newest first. @throws 400 for a time that is too long */
export async function listSessions({ userId: asked, active, from, to }: Filter) {
  const userId = seesOwnLeadsOnly() ? currentUser().userId : asked;
  if (active) {
    const sessions = (await sessionsThatGoOn()).filter((one) => !userId || one.userId === userId);
    sessions.sort((one, other) => other.startedAt.localeCompare(one.startedAt));
    return { sessions: await shown(sessions), nextTo: null };
  }
  const until = to ?? clock.iso();
  const since = from ?? new Date(Date.parse(until) - 7 * dayMs).toISOString();
  if (Date.parse(until) - Date.parse(since) > phoneSessionLimits.days * dayMs)
    throw badRequest(`At most ${phoneSessionLimits.days} days at once.`, { field: 'from' });
  const limit = phoneSessionLimits.page;
  const sessions =
    since > until ? [] : await sessionsBegun({ userId, from: since, to: until, limit: limit + 1 });
  const page = sessions.slice(0, limit);
  return { sessions: await shown(page), nextTo: sessions.length > limit ? sessions[limit]!.startedAt : null };
}
