import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import { signingKey } from '#functions/kernel/secrets.ts';
import { markUsed } from './challenge.ts';
import { challengeSeconds } from './limits.ts';

/*
 * What a passkey signs: chance, the second at which it is over, and a seal that shows that it was made here for this
 * purpose. Nothing is kept of it until it is used.
 */

const sizes = { random: 16, time: 4, seal: 16 } as const;

/** A registration is of one user; a sign-in is of whoever answers, or of one whose password was right. */
export type Purpose = `register ${string}` | 'sign in' | `second factor ${string}`;

async function sealOf(purpose: Purpose, head: Buffer): Promise<Buffer> {
  const mac = createHmac('sha256', await signingKey())
    .update(`passkey|${purpose}|`)
    .update(head);
  return mac.digest().subarray(0, sizes.seal);
}

export async function newPasskeyChallenge(purpose: Purpose): Promise<Uint8Array<ArrayBuffer>> {
  const head = Buffer.alloc(sizes.random + sizes.time);
  randomBytes(sizes.random).copy(head);
  head.writeUInt32BE(clock.seconds() + challengeSeconds, sizes.random);
  return new Uint8Array(Buffer.concat([head, await sealOf(purpose, head)]));
}

/** Whether a challenge, in base64url, was made here for this purpose and is not over. */
export async function isPasskeyChallenge(purpose: Purpose, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== sizes.random + sizes.time + sizes.seal) return false;
  const head = bytes.subarray(0, sizes.random + sizes.time);
  if (!timingSafeEqual(bytes.subarray(head.length), await sealOf(purpose, head))) return false;
  return head.readUInt32BE(sizes.random) > clock.seconds();
}

/** False when the challenge has been used. In the actor's tenant. */
export const markPasskeyChallengeUsed = (challenge: string): Promise<boolean> =>
  markUsed(`passkey ${challenge}`);
