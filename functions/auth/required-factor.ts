import { actor, tenantOf } from '#functions/kernel/actor.ts';
import { forbidden } from '#functions/kernel/errors.ts';
import { findTenant } from '#functions/tenants/api.ts';
import { passkeysOf } from './passkey-store.ts';
import { noteFactorAdded } from './store.ts';
import { hasSecondFactor } from './totp-store.ts';

/*
 * A workspace may ask a second factor of everybody. Who has none when they sign in gets a session that may do nothing
 * but add one (`mustAddFactor`; the guard keeps it), and is free of that in the transaction that adds it.
 */

const isRequired = async (): Promise<boolean> =>
  (await findTenant(tenantOf()))?.secondFactorRequired === true;

/** Whether a session that begins now may do nothing but add a second factor. */
export async function mustAddFactor(userId: string): Promise<boolean> {
  if (!(await isRequired())) return false;
  return !(await hasSecondFactor(userId)) && (await passkeysOf(userId)).length === 0;
}

/** The write that frees the session of whoever has just added a factor; none where it is free. */
export function freeingSession(): object[] {
  const who = actor();
  return who.kind === 'user' && who.mustAddFactor ? [noteFactorAdded(who.sessionId)] : [];
}

/** @throws 403 'second_factor_required' where the workspace asks for a factor and the last one would go */
export async function assertMayGo({ left }: { left: boolean }): Promise<void> {
  if (!left && (await isRequired()))
    throw forbidden(
      'Your workspace asks everybody for a second step. Add another one before you take this away.',
      'second_factor_required',
    );
}
