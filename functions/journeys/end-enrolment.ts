import { openStatuses } from '#shared/model/journey/journey.ts';
import { exit } from './engine/transition.ts';
import { findEnrolment } from './store/enrolments.ts';
import { openEnrolments } from './store/memberships.ts';

const tries = 5;

/** Takes one enrolment out, whoever else is at it. @returns whether it was open */
export async function endEnrolment(enrolmentId: string, why: string, text: string): Promise<boolean> {
  for (let tried = 0; tried < tries; tried++) {
    const now = await findEnrolment(enrolmentId);
    if (!now || !openStatuses.includes(now.status)) return false;
    if (await exit(now, why, text)) return true;
  }
  throw new Error(`The enrolment ${enrolmentId} is being changed by somebody else.`);
}

/** Takes a lead out of all of its journeys; the step that was to come in each is cancelled with it. */
export async function removeFromJourneys(
  leadId: string,
  why: string,
): Promise<{ journeysRemoved: number; executionsCancelled: number }> {
  let left = 0;
  for (const enrolmentId of await openEnrolments(leadId))
    if (await endEnrolment(enrolmentId, 'taken_out', why)) left++;
  return { journeysRemoved: left, executionsCancelled: left };
}
