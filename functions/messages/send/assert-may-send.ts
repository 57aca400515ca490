import { actor } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { assertMayLeave, ownStanding, standingReasons } from '#functions/tenants/api.ts';
import { awaitsVerification } from '#functions/users/api.ts';
import type { SendOutcome } from '../record/outcome.ts';

/** A message of a tenant that may not send is tried again after so long, in ms: it waits and is not lost. */
const lookAgainMs = 15 * 60_000;

/** Why a message may not leave the tenant now, and when to try again; undefined when it may. */
export async function heldBack(): Promise<Extract<SendOutcome, { kind: 'later' }> | undefined> {
  const standing = await ownStanding();
  if (standing === 'active') return undefined;
  const retryAt = new Date(clock.now() + lookAgainMs).toISOString();
  return { kind: 'later', retryAt, why: standingReasons[standing].sentence };
}

/**
 * Lets somebody send messages at once, or says why not.
 * @throws 403 'email_unverified', of the tenant or of a user who has joined by themselves; 'trial_over',
 * 'suspended'
 */
export async function assertMaySend(): Promise<void> {
  await assertMayLeave();
  const who = actor();
  if (who.kind === 'user' && (await awaitsVerification(who.userId)))
    throw new AppError(
      403,
      'email_unverified',
      'Please confirm your e-mail address before you write to others. Open the link that was mailed to you, or have it sent again.',
    );
}
