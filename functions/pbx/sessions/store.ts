import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, notDue } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { event } from '#functions/kernel/events.ts';
import { phoneSessionFields, phoneSessionLimits, type SessionEnd } from '#shared/model/phone-session.ts';

/** What a softphone's password is sealed for. */
export const passwordPurpose = 'phone-password';

const Sessions = entity('phoneSession', {
  fields: phoneSessionFields.extend({
    sessionId: z.string(),
    /** Of a softphone; a desk phone has its extension's, one outside none. Gone when the session has ended. */
    sealedPassword: z.string().nullable(),
    passwordUntil: z.string(),
    /** Seconds by reason, without the pause that goes on. */
    pauses: z.record(z.string(), z.number()),
    version: z.number(),
  }),
  key: { partition: [], sort: ['sessionId'] },
  indexes: {
    byUser: { index: 'gsi1', partition: ['userId'], sort: ['startedAt'] },
    byTime: { index: 'gsi3', partition: [], sort: ['startedAt'] },
  },
  due: true,
});
export type SessionRecord = Stored<typeof Sessions>;

/** Which session an extension has now: there is never more than one. */
const Current = entity('currentPhoneSession', {
  fields: z.object({ extensionId: z.string(), sessionId: z.string(), version: z.number() }),
  key: { partition: [], sort: ['extensionId'] },
});

export const findSession = (sessionId: string): Promise<SessionRecord | undefined> =>
  Sessions.find({ sessionId });

/** The session that goes on at an extension. */
export async function currentSession(extensionId: string): Promise<SessionRecord | undefined> {
  const current = await Current.find({ extensionId });
  const session = current && (await findSession(current.sessionId));
  return session && !session.endedAt ? session : undefined;
}

/** When a session is looked at for its silence; ms since 1970. */
export const silentAt = ({ seenAt }: SessionRecord): number =>
  Date.parse(seenAt) + phoneSessionLimits.silenceSeconds * 1000;

/** Tells that somebody has come to the phone, or has left it. */
const changedEvent = ({ sessionId, userId }: SessionRecord): object =>
  event('phone.session.changed', sessionId, { userId });

/** The writes of a new session that becomes its extension's; refused where another one became it meanwhile. */
export async function sessionInsertion(session: SessionRecord): Promise<object[]> {
  const { extensionId, sessionId } = session;
  const version = (await Current.find({ extensionId }))?.version ?? 0;
  return [
    Current.put({ extensionId, sessionId, version: version + 1 }, ifVersion(version)),
    Sessions.insert({ ...session, ...dueAt('phoneSession', sessionId, silentAt(session)) }),
    changedEvent(session),
  ];
}

const secondsSince = (at: string, now: string): number =>
  Math.max(0, Math.round((Date.parse(now) - Date.parse(at)) / 1000));

const otherReasons = 'Other';

/** Seconds of pauses by reason, with the one that goes on up to an instant. */
export function pausesUntil({ pauses, pause }: Pick<SessionRecord, 'pauses' | 'pause'>, now: string) {
  if (!pause) return pauses;
  const isNew = pauses[pause.reason] === undefined;
  const isFull = isNew && Object.keys(pauses).length >= phoneSessionLimits.reasons;
  const reason = isFull ? otherReasons : pause.reason;
  return { ...pauses, [reason]: (pauses[reason] ?? 0) + secondsSince(pause.since, now) };
}

/** The write of another pause, or none; refused where the session has changed since it was read. */
export function pauseWrite(before: SessionRecord, reason: string): object {
  const now = clock.iso();
  return Sessions.patch({ sessionId: before.sessionId })
    .set({
      pauses: pausesUntil(before, now),
      pause: reason ? { reason, since: now } : null,
      version: before.version + 1,
    })
    .params(ifVersion(before.version));
}

/** The writes that end a session; refused where it has changed since it was read. */
export function endWrite(before: SessionRecord, endReason: SessionEnd): object[] {
  const now = clock.iso();
  const write = Sessions.patch({ sessionId: before.sessionId })
    .set({
      endedAt: now,
      endReason,
      pauses: pausesUntil(before, now),
      pause: null,
      sealedPassword: null,
      version: before.version + 1,
    })
    .remove(notDue)
    .params(ifVersion(before.version));
  return [write, changedEvent(before)];
}

/** The write that notes that a phone lives; refused for a session that has ended. It is looked at in time all the same. */
export const seenWrite = (sessionId: string): object =>
  Sessions.patch({ sessionId })
    .set({ seenAt: clock.iso() })
    .params({ where: (at, { notExists }) => notExists(at.endedAt) });

interface SessionFilter {
  userId?: string | undefined;
  from: string;
  to: string;
  limit: number;
}

/** Sessions that began in a time, the newest first. */
export async function sessionsBegun({ userId, from, to, limit }: SessionFilter): Promise<SessionRecord[]> {
  const query = userId ? Sessions.query('byUser', { userId }) : Sessions.query('byTime');
  const { data } = await query
    .between({ startedAt: from }, { startedAt: to })
    .go({ order: 'desc', limit, count: limit, pages: 'all' });
  return data;
}

/** The sessions that go on. */
export async function sessionsThatGoOn(): Promise<SessionRecord[]> {
  const current = await Current.all('key');
  const found = await Sessions.findMany(current.map(({ sessionId }) => ({ sessionId })));
  return found.filter(({ endedAt }) => !endedAt);
}

/** Who is signed in with a telephone that is taken up by hand: nobody can be put through to it at once. */
export async function usersOnOtherDevices(): Promise<Set<string>> {
  const others = (await sessionsThatGoOn()).filter(({ device }) => device !== 'browser');
  return new Set(others.map(({ userId }) => userId));
}

/** Whether somebody is at a phone now. */
export const isAtPhone = async (userId: string): Promise<boolean> =>
  (await sessionsThatGoOn()).some((session) => session.userId === userId);
