import { errors, jwtVerify, SignJWT } from 'jose';
import { type Role, roles } from '#shared/api/contract.ts';
import type { Actor } from './actor.ts';
import { clock } from './clock.ts';
import { signingKey } from './secrets.ts';

/** Access tokens live 15 minutes; the browser renews them every 10 (document 001, section 4). */
export const accessTokenSeconds = 15 * 60;

const issuer = 'dealbell';

export interface Claims {
  tenantId: number;
  userId: string;
  username: string;
  role: Role;
  /** The refresh-token family the token came from. */
  sessionId: string;
}

export async function signAccessToken(claims: Claims): Promise<string> {
  return new SignJWT({
    tid: claims.tenantId,
    role: claims.role,
    name: claims.username,
    sid: claims.sessionId,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(claims.userId)
    .setIssuedAt(clock.seconds())
    .setExpirationTime(clock.seconds() + accessTokenSeconds)
    .sign(await signingKey());
}

/** Who a bearer token speaks for; a token that is not ours or has run out is nobody, with the reason. */
export async function actorOfToken(token: string): Promise<Actor> {
  try {
    const { payload } = await jwtVerify(token, await signingKey(), {
      issuer,
      algorithms: ['HS256'],
      currentDate: clock.date(),
    });
    const role = roles.find((known) => known === payload.role);
    if (!role || typeof payload.tid !== 'number' || !payload.sub)
      return { kind: 'anonymous', refused: 'invalid_token' };
    return {
      kind: 'user',
      tenantId: payload.tid,
      userId: payload.sub,
      username: String(payload.name ?? ''),
      role,
      permissions: {},
      sessionId: String(payload.sid ?? ''),
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { kind: 'anonymous', refused: 'token_expired' };
    if (error instanceof errors.JOSEError) return { kind: 'anonymous', refused: 'invalid_token' };
    throw error;
  }
}
