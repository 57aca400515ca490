import type { TermEraser } from '#functions/kernel/retention.ts';
import { letGoOfSubmission } from './held-store.ts';
import { removeSubmission } from './store.ts';

/** What erases each kind of data of forms, by its name in data-terms.ts. */
export const contentTermErasers: Readonly<Record<string, TermEraser>> = {
  async submissions(submissionIds) {
    for (const submissionId of submissionIds) {
      await letGoOfSubmission(submissionId);
      await removeSubmission(submissionId);
    }
  },
};
