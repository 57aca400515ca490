import { openStatuses } from '#shared/model/journey/journey.ts';
import { write } from './engine/transition.ts';
import { countWrites } from './store/counts.ts';
import { findEnrolment, replaceEnrolment } from './store/enrolments.ts';
import { findJourney, findVersion } from './store/journeys.ts';
import { timelineEntry } from './timeline.ts';

/**
 * Moves one enrolment to the version that is live, where it goes on at the same step. One whose step the live version
 * no longer has stays where it is, on its own version.
 * @param from moved only when it is on this version
 * @returns whether it was moved
 */
export async function moveOne(enrolmentId: string, from?: number): Promise<boolean> {
  const now = await findEnrolment(enrolmentId);
  if (!now || !openStatuses.includes(now.status)) return false;
  const journey = await findJourney(now.journeyId);
  const to = journey?.liveVersion;
  if (!to || to === now.journeyVersion || (from !== undefined && from !== now.journeyVersion)) return false;
  const version = await findVersion(now.journeyId, to);
  const step = version?.steps.find(({ id }) => id === now.stepId);
  const old = (await findVersion(now.journeyId, now.journeyVersion))?.steps.find(
    ({ id }) => id === now.stepId,
  );
  if (!step || step.type !== old?.type) return false;
  return write(
    replaceEnrolment({ ...now, journeyVersion: to }),
    countWrites(now.journeyId, enrolmentId, { [`version:${now.journeyVersion}`]: -1, [`version:${to}`]: 1 }),
    timelineEntry(now, `Moved to version ${to} of a journey`),
  );
}
