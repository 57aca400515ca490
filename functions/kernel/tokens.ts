import { errors, jwtVerify, SignJWT } from 'jose';
import { clock } from './clock.ts';
import { unauthorized } from './errors.ts';
import { signingKey } from './secrets.ts';

/** Access tokens live 15 minutes; the browser renews them every 10 (document 001, section 4). */
export const accessTokenSeconds = 15 * 60;

const issuer = 'dealbell';

/** What a token says: who, and in which session. What they may is the table's to say, at each call. */
export interface Claims {
  tenantId: number;
  userId: string;
  /** The refresh-token family the token came from. */
  sessionId: string;
}

export async function signAccessToken({ tenantId, userId, sessionId }: Claims): Promise<string> {
  return new SignJWT({ tid: tenantId, sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(userId)
    .setIssuedAt(clock.seconds())
    .setExpirationTime(clock.seconds() + accessTokenSeconds)
    .sign(await signingKey());
}

const invalid = () => unauthorized(undefined, 'invalid_token');

/** What a token says. @throws 401 'token_expired', or 'invalid_token' where it is not ours */
export async function claimsOf(token: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, await signingKey(), {
      issuer,
      algorithms: ['HS256'],
      currentDate: clock.date(),
    });
    const { tid, sub, sid } = payload;
    if (typeof tid !== 'number' || !sub || typeof sid !== 'string' || !sid) throw invalid();
    return { tenantId: tid, userId: sub, sessionId: sid };
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw unauthorized('Your session has expired. Please log in again.', 'token_expired');
    if (error instanceof errors.JOSEError) throw invalid();
    throw error;
  }
}
