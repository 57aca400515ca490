import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { signingKey } from '#functions/kernel/secrets.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import type { SessionUser } from '#functions/users/api.ts';
import { challengeSeconds } from './limits.ts';

/** Ids of challenges that have been used, until they would be over anyway. */
const Used = entity('usedChallenge', {
  fields: z.object({ challengeId: z.string(), expiresAt: z.number() }),
  key: { partition: ['challengeId'], sort: [] },
});

/**
 * Marks a challenge as used; false when it has been already. Only what was used is written, so that asking for
 * challenges costs the table nothing.
 */
export const markUsed = (challengeId: string): Promise<boolean> =>
  accepted(commit(Used.insert({ challengeId, expiresAt: clock.seconds() + 2 * challengeSeconds })));

/** A sign-in whose password was right and whose second factor is asked for. */
export interface HalfSignIn {
  challengeId: string;
  tenantId: number;
  userId: string;
  /** Of the password that was right; one changed since ends the challenge. */
  passwordMark: string;
}

/** Another issuer than of access tokens, so that neither is ever taken for the other. */
const issuer = 'dealbell-second-factor';

export async function newChallenge({ tenantId, userId, passwordMark }: SessionUser): Promise<string> {
  return new SignJWT({ tid: tenantId, pwd: passwordMark })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(userId)
    .setJti(randomToken(12))
    .setExpirationTime(clock.seconds() + challengeSeconds)
    .sign(await signingKey());
}

/** What a challenge stands for; undefined when it is not ours or older than five minutes. */
export async function readChallenge(token: string): Promise<HalfSignIn | undefined> {
  try {
    const { payload } = await jwtVerify(token, await signingKey(), {
      issuer,
      algorithms: ['HS256'],
      currentDate: clock.date(),
    });
    const { jti, tid, sub, pwd } = payload;
    if (!jti || !sub || typeof tid !== 'number' || typeof pwd !== 'string') return undefined;
    return { challengeId: jti, tenantId: tid, userId: sub, passwordMark: pwd };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
