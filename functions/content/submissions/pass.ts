import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, tooMany } from '#functions/kernel/errors.ts';
import { requests } from '#functions/kernel/http-context.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { signingKey } from '#functions/kernel/secrets.ts';
import { fillSeconds, passSeconds } from './limits.ts';

/** Not the issuer of access tokens: neither can stand for the other. */
const issuer = 'dealbell-form';

/**
 * A pass for one submission of one form. It tells when the form was begun, and makes a submission that is sent
 * twice one and the same.
 */
export async function issuePass(publicId: string, elementId: string): Promise<string> {
  return new SignJWT({ element: elementId, at: clock.now() })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(publicId)
    .setJti(randomToken(12))
    .setExpirationTime(clock.seconds() + passSeconds)
    .sign(await signingKey());
}

const stale = () =>
  new AppError(400, 'pass_invalid', 'The form has been open for too long. Please send it again.');

/** @returns the pass's own number @throws 400 for a pass that is not valid here; 429 when the form was filled in too fast */
export async function checkPass(pass: string, publicId: string, elementId: string): Promise<string> {
  try {
    const { payload } = await jwtVerify(pass, await signingKey(), {
      issuer,
      subject: publicId,
      algorithms: ['HS256'],
      currentDate: clock.date(),
    });
    if (payload.element !== elementId || !payload.jti) throw stale();
    const age = (clock.now() - Number(payload.at)) / 1000;
    if (age < fillSeconds)
      throw tooMany('That was very fast. Please send it again in a moment.', Math.ceil(fillSeconds - age));
    return payload.jti;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw stale();
    throw error;
  }
}

/** The caller's address as it may be kept: a keyed hash, the tenant's own. */
export async function callerHash(): Promise<string> {
  const address = requests.getStore()?.address ?? 'internal';
  return createHmac('sha256', await signingKey())
    .update(`form-address|${tenantOf()}|${address}`)
    .digest('hex')
    .slice(0, 32);
}
