import { newJob } from '#functions/kernel/paged-job.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import type { StoredChoice } from '../chosen.ts';
import { findLead, isOvertaken, leadWrites } from '../store.ts';
import { currentScorer, withScore } from './scorer.ts';

/** The page that shows how scores are learned. */
export const scoringPage = '/settings/lead-scores';

/**
 * Above every id. Leads that come in meanwhile are meant as well: who added one at the instant of the switch may have
 * read how leads were scored before it.
 */
const everyId = 'led_~';

/** The job that writes the score of every lead as it is to be by now: the learned one, or the entered one again. */
export function newScoringJob(title: string) {
  const choice: StoredChoice = { filter: { all: [] }, until: everyId };
  // Half of the leads in one order and half in another would be worse than either.
  return newJob({ kind: 'leads.score', title, input: { choice }, isCancellable: false, link: scoringPage });
}

/**
 * Writes one lead's score, its place in lists with it. It asks how leads are scored each time, so that of two jobs the
 * one that was begun first does no harm. A score follows from other fields and tells nobody of a change: no event, no
 * line on the timeline, no other time of change.
 */
export const scoreLead = (leadId: string): Promise<void> =>
  retryOnConflict(
    async () => {
      const before = await findLead(leadId);
      if (before?.state !== 'live') return;
      const scored = withScore(before, await currentScorer());
      if (scored.score === before.score && scored.enteredScore === before.enteredScore) return;
      const version = before.version + 1;
      // An import that is undone leaves alone what somebody has touched, and nobody has touched this.
      const importedVersion = before.importedVersion === before.version ? version : before.importedVersion;
      // Its phones stay as they are, so the rule for new ones does not matter.
      await commit(
        leadWrites(before, { ...scored, version, importedVersion }, { allowDuplicatePhones: false }),
      );
    },
    { isOvertaken },
  );
