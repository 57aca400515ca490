import { allIfNoneNamed, assertChoice, type Chosen } from '#functions/leads/api.ts';
import { startJob } from './jobs.ts';
import { journeyOr404 } from './manage.ts';

/**
 * Enrols chosen leads in the background; all that there are where neither ids nor a filter is given.
 * @throws 400, 404, 409 'count_changed'
 */
export async function enrolChosen(journeyId: string, given: Chosen) {
  await journeyOr404(journeyId);
  const chosen = allIfNoneNamed(given);
  const count = await assertChoice(chosen);
  return startJob(journeyId, 'enrol', { ...chosen, how: 'bulk' }, count);
}
