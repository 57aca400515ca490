import { Overtaken, type RetryOptions, retryOnConflict } from '#functions/kernel/retry.ts';
import { openStatuses } from '#shared/model/journey/journey.ts';
import { exit } from './engine/transition.ts';
import { findEnrolment } from './store/enrolments.ts';
import { openEnrolments } from './store/memberships.ts';

/** Others change the enrolment at the same instant, each step of its journey among them. */
export const whileOthersChange = <T>(enrolmentId: string): RetryOptions<T> => ({
  tries: 5,
  onGivingUp: () => {
    throw new Error(`The enrolment ${enrolmentId} is being changed by somebody else.`);
  },
});

/** Takes one enrolment out, whoever else is at it. @returns whether it was open */
export const endEnrolment = (enrolmentId: string, why: string, text: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const now = await findEnrolment(enrolmentId);
    if (!now || !openStatuses.includes(now.status)) return false;
    if (!(await exit(now, why, text))) throw new Overtaken();
    return true;
  }, whileOthersChange(enrolmentId));

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
