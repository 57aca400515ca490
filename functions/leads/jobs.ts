import { AppError } from '#functions/kernel/errors.ts';
import type { JobDefinitions } from '#functions/kernel/paged-job-work.ts';
import type { LeadFields } from '#shared/model/lead.ts';
import { chosenLeadsPage } from './chosen-page.ts';
import { scoreLead } from './scoring/rescore.ts';
import { findLead } from './store.ts';
import { changeLead, changeTags, removeLead } from './write.ts';

/** What is changed of many leads. */
export interface LeadChanges {
  changes: Partial<LeadFields>;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
}

/** Changes one of many leads; tags are added and removed one by one. @throws as `changeLead` */
export const changeOne = (leadId: string, { changes, addTags = [], removeTags = [] }: LeadChanges) =>
  addTags.length + removeTags.length === 0
    ? changeLead(leadId, changes)
    : changeTags(leadId, addTags, removeTags, changes);

/** Deletes a lead of a job; one that was there when the job began and is gone by now has been deleted. */
async function removeOne(leadId: string, { force }: { force: boolean }): Promise<void> {
  try {
    await removeLead(leadId, force);
  } catch (error) {
    const isGone = error instanceof AppError && error.status === 404;
    if (!isGone || (await findLead(leadId))?.state === 'live') throw error;
  }
}

/** What is done to many leads in the background. */
export const leadJobs: JobDefinitions = {
  'leads.change': { page: (asked) => chosenLeadsPage(asked, changeOne) },
  'leads.delete': { page: (asked) => chosenLeadsPage(asked, removeOne) },
  'leads.score': { page: (asked) => chosenLeadsPage(asked, scoreLead), asProduct: true },
};
