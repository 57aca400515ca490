import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import { signingKey } from '#functions/kernel/secrets.ts';
import type { SessionUser } from '#functions/users/api.ts';
import { deviceSeconds, devicesKept } from './limits.ts';

/** `dv_<device>_<seconds>_<seal>`: nothing of it is stored, and it says nothing of whose it is. */
const form = /^dv_([A-Za-z0-9-]{16})_(\d{10,11})_([a-f0-9]{32})$/;

type Owner = Pick<SessionUser, 'tenantId' | 'userId' | 'passwordMark'>;

/** Bound to the user and to the password of today, so that a change of password makes every device unknown. */
async function sealOf(owner: Owner, device: string, at: number): Promise<string> {
  const { tenantId, userId, passwordMark } = owner;
  return createHmac('sha256', await signingKey())
    .update(['device', tenantId, userId, passwordMark, device, at].join('|'))
    .digest('hex')
    .slice(0, 32);
}

/** A token by which the device that has just signed `owner` in is known the next time; it keeps its id. */
export async function deviceToken(owner: Owner, device = randomBytes(8).toString('hex')): Promise<string> {
  const at = clock.seconds();
  return `dv_${device}_${at}_${await sealOf(owner, device, at)}`;
}

/** Which of the tokens was given for this user, is not over, and since when the password has not changed. */
export async function knownDevice(
  owner: Owner,
  tokens: readonly string[],
): Promise<{ id: string; token: string } | undefined> {
  for (const token of tokens.slice(0, devicesKept)) {
    const [, id, at, seal] = form.exec(token) ?? [];
    if (!id || !seal || Number(at) + deviceSeconds <= clock.seconds()) continue;
    const right = Buffer.from(await sealOf(owner, id, Number(at)));
    if (timingSafeEqual(right, Buffer.from(seal))) return { id, token };
  }
  return undefined;
}
