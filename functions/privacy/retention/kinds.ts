import { auditLives } from '#functions/audit/api.ts';
import { callTerms } from '#functions/calls/api.ts';
import { celebrationLives } from '#functions/celebrations/api.ts';
import { complianceLives } from '#functions/compliance/api.ts';
import { contentTerms } from '#functions/content/api.ts';
import { journeyLives } from '#functions/journeys/api.ts';
import { notFound } from '#functions/kernel/errors.ts';
import type { FixedLife, TermKind } from '#functions/kernel/retention.ts';
import { leadLives, leadTerms } from '#functions/leads/api.ts';
import { marketLives, returnLives } from '#functions/marketplace/api.ts';
import { messageLives, messageTerms } from '#functions/messages/api.ts';
import { pbxLives } from '#functions/pbx/api.ts';
import { repPhotoLives } from '#functions/repPhotos/api.ts';
import { tracerLives, tracerTerms } from '#functions/tracers/api.ts';
import { endpointLives } from '#functions/webhookEndpoints/api.ts';
import { webhookLives } from '#functions/webhooks/api.ts';
import { privacyLimits } from '#shared/model/privacy.ts';

/**
 * What every noun says of data that can have a term, in the order in which a run takes it: leads first, with all that is
 * held of their persons, so that what else is theirs is counted with them.
 */
export const termKinds: readonly TermKind[] = [
  ...leadTerms,
  ...messageTerms,
  ...callTerms,
  ...contentTerms,
  ...tracerTerms,
];

const ownLives: readonly FixedLife[] = [
  {
    title: 'Copies that persons asked for',
    covers: ['privacyRequests'],
    life: `${privacyLimits.fileDays} days`,
    why: 'That a request was made and done is kept without the person: Art. 5(2) GDPR, 11 CCR 7101.',
  },
];

/** What every noun says of data whose life nobody sets; what the law has kept comes last. */
export const fixedLives: readonly FixedLife[] = [
  ...leadLives,
  ...journeyLives,
  ...messageLives,
  ...pbxLives,
  ...webhookLives,
  ...endpointLives,
  ...tracerLives,
  ...marketLives,
  ...returnLives,
  ...celebrationLives,
  ...repPhotoLives,
  ...ownLives,
  ...auditLives,
  ...complianceLives,
];

/** Voicemail and recordings have a term of their own, which is set with the calls. */
export const ofRecordings = ['voicemail'] as const;

export const findTermKind = (kind: string): TermKind | undefined =>
  termKinds.find((one) => one.kind === kind);

/** @throws 404 */
export function termKindOr404(kind: string): TermKind {
  const found = findTermKind(kind);
  if (!found) throw notFound('This kind of data');
  return found;
}
