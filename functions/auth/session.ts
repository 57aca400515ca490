import { callerAddress } from '#functions/accountGuard/api.ts';
import { asVisitor, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { unauthorized } from '#functions/kernel/errors.ts';
import { hashOf, isSame } from '#functions/kernel/hashes.ts';
import { requests } from '#functions/kernel/http-context.ts';
import { newId } from '#functions/kernel/ids.ts';
import { log } from '#functions/kernel/log.ts';
import { ConditionFailed } from '#functions/kernel/table.ts';
import { accessTokenSeconds, signAccessToken } from '#functions/kernel/tokens.ts';
import { findForSession, findSessionUser, type SessionUser } from '#functions/users/api.ts';
import { auditOfEnd, recordSignOut } from './audit.ts';
import { refreshGraceSeconds, sessionIdleSeconds, sessionMaxSeconds } from './limits.ts';
import { isIssued, newSecret, type RefreshToken, read, successor, write } from './refresh-token.ts';
import { addSession, endSession, findSession, rotateSession, type Session } from './store.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** The access token's life in seconds. */
  expiresIn: number;
}

const longestUserAgent = 300;

/** Who uses a session, as far as its user wants to know. */
function caller(): Pick<Session, 'userAgent' | 'address'> {
  const request = requests.getStore();
  return {
    userAgent: request?.raw?.headers['user-agent']?.slice(0, longestUserAgent),
    address: request?.address,
  };
}

/** Opens a session for a user of the actor's tenant. */
export async function beginSession(user: SessionUser, mustAddFactor = false): Promise<Tokens> {
  const sessionId = newId('ses');
  const secret = await newSecret(sessionId);
  const now = clock.seconds();
  await addSession({
    sessionId,
    userId: user.userId,
    epoch: user.sessionEpoch,
    current: hashOf(secret),
    startedAt: now,
    expiresAt: now + sessionIdleSeconds,
    ...(mustAddFactor ? { mustAddFactor } : {}),
    ...caller(),
  });
  return tokens(user, { tenantId: tenantOf(), sessionId, secret });
}

/**
 * Exchanges a refresh token for a new pair.
 *
 * A token used a second time is in two hands, so its whole family ends: thief and owner both sign in again.
 * But two tabs, or one whose answer was lost, use one token twice quite honestly:
 *
 *   tab A  ── T1 ──▶ T2
 *   tab B  ──── T1 ──▶ T2      within the grace, from the same address: the same T2, worked out from T1
 *   thief  ─────────────── T1 ──▶ 401, the family ends       later, or from elsewhere
 *
 * The grace opens no second line of tokens: whoever uses T1 in it holds the same T2 as the owner, of whom one
 * will use it second, and then the family ends.
 *
 * @throws 401 when the token is unknown, over, or was used before
 */
export async function refreshSession(refreshToken: string | undefined): Promise<Tokens> {
  const given = refreshToken ? read(refreshToken) : undefined;
  if (!given || !(await isIssued(given))) throw over();
  return asVisitor(given.tenantId, async () => {
    const session = await findSession(given.sessionId);
    if (!session || isOver(session)) throw over();
    const user = await findForSession(session.userId, { id: session.sessionId, epoch: session.epoch });
    if (!user) throw over();
    const next = { ...given, secret: await successor(given) };
    await advance(session, given, next);
    return tokens(user, next);
  });
}

/** Puts `next` in the place of `given`, or finds that a use at the same moment has done so. */
async function advance(session: Session, given: RefreshToken, next: RefreshToken): Promise<void> {
  const used = hashOf(given.secret);
  if (isSame(session.current, used)) {
    const now = clock.seconds();
    const expiresAt = Math.min(now + sessionIdleSeconds, session.startedAt + sessionMaxSeconds);
    const rotation = { current: hashOf(next.secret), rotatedAt: clock.now(), rotatedBy: callerAddress() };
    try {
      return await rotateSession(session, { ...rotation, ...caller(), expiresAt });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const newer = await findSession(session.sessionId);
      if (!newer || isOver(newer)) throw over();
      return advance(newer, given, next);
    }
  }
  if (isSame(session.previous, used) && inGrace(session)) return;
  const { username } = (await findSessionUser(session.userId)) ?? { username: 'a removed user' };
  const entry = auditOfEnd({ userId: session.userId, username }, 'a token of it was used twice');
  await endSession(session.sessionId, 'reused', entry);
  log.warn('A refresh token was used twice; its session has ended.', {
    tenantId: given.tenantId,
    sessionId: session.sessionId,
    userId: session.userId,
  });
  throw over();
}

const inGrace = (session: Session): boolean =>
  session.rotatedBy === callerAddress() &&
  clock.now() - (session.rotatedAt ?? 0) <= refreshGraceSeconds * 1000;

const isOver = (session: Session): boolean =>
  session.ended !== undefined || session.expiresAt <= clock.seconds();

const over = () => unauthorized('Your session has expired. Please log in again.', 'session_over');

/** Ends the session that a refresh token belongs to. A token that is nobody's needs no ending. */
export async function logout(refreshToken: string | undefined): Promise<void> {
  const given = refreshToken ? read(refreshToken) : undefined;
  if (!given) return;
  await asVisitor(given.tenantId, async () => {
    const session = await findSession(given.sessionId);
    const known = [session?.current, session?.previous].some((hash) => isSame(hash, hashOf(given.secret)));
    if (!session || !known || isOver(session)) return;
    const user = await findForSession(session.userId, { id: session.sessionId, epoch: session.epoch });
    await endSession(session.sessionId, 'signed out');
    if (user) await recordSignOut(user);
  });
}

async function tokens(user: SessionUser, token: RefreshToken): Promise<Tokens> {
  const claims = { tenantId: token.tenantId, userId: user.userId, sessionId: token.sessionId };
  return {
    accessToken: await signAccessToken(claims),
    refreshToken: write(token),
    expiresIn: accessTokenSeconds,
  };
}
