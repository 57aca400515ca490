import type { Standing, Tenant } from '#shared/model/tenant.ts';
import { clock } from './clock.ts';
import { AppError } from './errors.ts';

/** What of a stored tenant its standing is reckoned by. */
export interface StandingFacts {
  plan: Tenant['plan'];
  /** ISO 8601; a trial's end. */
  trialEndsAt?: string | undefined;
  awaitsVerification?: boolean | undefined;
  /** ISO 8601; since when the platform's operator has suspended it. */
  suspendedAt?: string | undefined;
  /** Why, in the operator's words. */
  suspendedReason?: string | undefined;
}

/** The one rule of how a tenant stands at this instant; the gravest reason counts. */
export function standingOf({ plan, trialEndsAt, awaitsVerification, suspendedAt }: StandingFacts): Standing {
  if (suspendedAt) return 'suspended';
  if (plan === 'trial' && trialEndsAt && trialEndsAt <= clock.iso()) return 'trialOver';
  if (awaitsVerification) return 'unverified';
  return 'active';
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
    code: 'suspended',
    sentence: 'This workspace is suspended. Please write to the support of the platform.',
  },
};

/** The error that a call is refused with because of how its tenant stands; `reason` in the operator's words. */
export function refusedBy(standing: Exclude<Standing, 'active'>, reason?: string | null): AppError {
  const { code, sentence } = standingReasons[standing];
  return new AppError(403, code, reason ? `${sentence} The reason given: ${reason}` : sentence);
}
