import { refusedBy, standingOf } from '#functions/kernel/standing.ts';
import type { Standing } from '#shared/model/tenant.ts';
import { find } from './store.ts';

export { refusedBy, standingOf, standingReasons } from '#functions/kernel/standing.ts';

/** How the actor's own tenant stands; one consistent read. One that does not exist has nothing to send. */
export async function ownStanding(): Promise<Standing> {
  const tenant = await find();
  return tenant ? standingOf(tenant) : 'active';
}

/**
 * Lets something leave the tenant, or says why not: for calls by which people send at once. What works in the
 * background asks `ownStanding` and waits.
 * @throws 403 'email_unverified', 'trial_over', 'suspended'
 */
export async function assertMayLeave(): Promise<void> {
  const standing = await ownStanding();
  if (standing !== 'active') throw refusedBy(standing);
}
