import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import type { Standing } from '#shared/model/tenant.ts';
import { find, type StoredTenant } from './store.ts';

type Facts = Pick<StoredTenant, 'plan' | 'trialEndsAt' | 'awaitsVerification' | 'suspendedAt'>;

/** The one rule of how a tenant stands at this instant; the gravest reason counts. */
export function standingOf({ plan, trialEndsAt, awaitsVerification, suspendedAt }: Facts): Standing {
  if (suspendedAt) return 'suspended';
  if (plan === 'trial' && trialEndsAt && trialEndsAt <= clock.iso()) return 'trialOver';
  if (awaitsVerification) return 'unverified';
  return 'active';
}

/** How the actor's own tenant stands; one consistent read. One that does not exist has nothing to send. */
export async function ownStanding(): Promise<Standing> {
  const tenant = await find();
  return tenant ? standingOf(tenant) : 'active';
}

/** Why nothing leaves a tenant that is not active. */
export const standingReasons: Record<Exclude<Standing, 'active'>, { code: string; sentence: string }> = {
  unverified: {
    code: 'email_unverified',
    sentence:
      'Nothing leaves this workspace until the e-mail address it was opened with is confirmed. Open the link that was mailed to it, or have it sent again.',
  },
  trialOver: {
    code: 'trial_over',
    sentence:
      'The trial of this workspace is over. Everything is kept and can be read; what waits goes out when the workspace gets a plan.',
  },
  suspended: {
    code: 'tenant_suspended',
    sentence: 'This workspace is suspended. Please write to the support of the platform.',
  },
};

/** The error that a call is refused with where something would leave the tenant. */
export function refusedBy(standing: Exclude<Standing, 'active'>): AppError {
  const { code, sentence } = standingReasons[standing];
  return new AppError(403, code, sentence);
}

/**
 * Lets something leave the tenant, or says why not: for calls by which people send at once. What works in the
 * background asks `ownStanding` and waits.
 * @throws 403 'email_unverified', 'trial_over', 'tenant_suspended'
 */
export async function assertMayLeave(): Promise<void> {
  const standing = await ownStanding();
  if (standing !== 'active') throw refusedBy(standing);
}
