import type { JobDefinitions } from '#functions/kernel/paged-job-work.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import {
  type Chosen,
  chosenLeadsPage,
  eachLead,
  isOvertaken,
  usable,
  workChosen,
} from '#functions/leads/api.ts';
import { assertActive, changeOwner } from './assign.ts';

/** Gives a lead to an agent, from whomever it is. @throws 404, 409 */
const assignOne = (leadId: string, agentId: string) =>
  retryOnConflict(async () => changeOwner(await usable(leadId), agentId, 'assigned'), { isOvertaken });

/** Gives chosen leads to an agent. @throws 400, 409 'count_changed' */
export async function assignChosen(chosen: Chosen, agentId: string) {
  await assertActive(agentId);
  return workChosen(chosen, {
    atOnce: (ids) => eachLead(ids, 'updated', (id) => assignOne(id, agentId)),
    job: { kind: 'leads.assign', title: 'Assign leads', input: { agentId } },
  });
}

/** What is done to many assignments in the background. */
export const assignmentJobs: JobDefinitions = {
  'leads.assign': {
    page: (asked) =>
      chosenLeadsPage<{ agentId: string }>(asked, (leadId, { agentId }) => assignOne(leadId, agentId)),
  },
};
