import { currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { endSessions, findForSession, me } from '#functions/users/api.ts';
import type { SessionSummary } from '#shared/api/own-sign-in.ts';
import { auditOfEnd } from './audit.ts';
import { endSession, findSession, type Session, sessionsOf } from './store.ts';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** The sessions of a user that could go on now, the one that asks first, then the last used. */
async function open(userId: string, current: string): Promise<Session[]> {
  const found = (await sessionsOf(userId)).filter(
    ({ ended, expiresAt }) => !ended && expiresAt > clock.seconds(),
  );
  const standing = await Promise.all(
    found.map(({ sessionId, epoch }) => findForSession(userId, { id: sessionId, epoch })),
  );
  const isCurrent = ({ sessionId }: Session) => Number(sessionId === current);
  return found
    .filter((_, at) => standing[at])
    .sort((a, b) => isCurrent(b) - isCurrent(a) || lastUse(b) - lastUse(a));
}

const lastUse = ({ rotatedAt, startedAt }: Session): number =>
  rotatedAt === undefined ? startedAt : Math.floor(rotatedAt / 1000);

/** Where the signed-in user is signed in. */
export async function listSessions(): Promise<{ sessions: SessionSummary[] }> {
  const { userId, sessionId } = currentUser();
  const sessions = (await open(userId, sessionId)).map((session) => ({
    id: session.sessionId,
    device: deviceName(session.userAgent ?? ''),
    address: session.address ?? 'unknown',
    startedAt: iso(session.startedAt),
    lastUsedAt: iso(lastUse(session)),
    current: session.sessionId === sessionId,
  }));
  return { sessions };
}

/** @throws 404 when it is not one of the signed-in user's */
export async function endOwnSession(sessionId: string): Promise<void> {
  const session = await findSession(sessionId);
  if (session?.userId !== currentUser().userId) throw notFound('The session');
  if (!session.ended)
    await endSession(sessionId, 'ended by the user', auditOfEnd(currentUser(), 'by the user'));
}

/** Ends all sessions of the signed-in user but the one that asks. */
export async function endOtherSessions(): Promise<void> {
  const entry = auditOfEnd(currentUser(), 'all but the one that asked, by the user');
  await endSessions(await me(), currentUser().sessionId, entry);
}

/** In this order: many a browser names those before it as well. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** `Chrome on Windows`, from what a browser says of itself. */
export function deviceName(userAgent: string): string {
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (userAgent.split('/')[0]?.slice(0, 40) || 'Unknown device');
}
