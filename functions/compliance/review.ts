import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import { rulesDueForReview } from '#shared/model/compliance/rules.ts';

let notedOn = '';

/** Warns in the log, once a day and instance, of rules of law whose review is overdue; the screen says it too. */
export function warnOfOldLaw(): void {
  const today = clock.iso().slice(0, 10);
  if (today === notedOn) return;
  notedOn = today;
  const due = rulesDueForReview(today);
  if (due.length > 0)
    log.warn('The calling law was read long ago: have it reviewed.', { rules: due.map(({ id }) => id) });
}
