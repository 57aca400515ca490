import { auditEntry, auditedUser } from '#functions/kernel/audit.ts';
import { forbidden } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { commit } from '#functions/kernel/table.ts';
import { assertNotAboveActor, isActor, userNamed } from '#functions/users/api.ts';
import { deletePasskey, passkeysOf } from './passkey-store.ts';
import { turnFactorOff } from './totp-store.ts';

/**
 * For somebody who lost the phone: two-step sign-in is off and the passkeys, which may be on that phone, are gone.
 * @throws 403 for oneself, who turns it off by password and code, or for an operator; 404
 */
export async function resetSecondFactor(userId: string): Promise<void> {
  const user = await userNamed(userId);
  assertNotAboveActor(user);
  if (isActor(user)) throw forbidden('Turn off your own two-step sign-in under your account.');
  const passkeys = await passkeysOf(userId);
  await commit(
    turnFactorOff(userId),
    passkeys.map(deletePasskey),
    event('user.updated', userId, {
      userId,
      username: user.username,
      changed: ['secondFactor', 'passkeys'],
    }),
    auditEntry('user.secondFactorRemoved', auditedUser(user), { method: 'all second steps and passkeys' }),
  );
}
