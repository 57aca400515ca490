import { projectsThere } from '#functions/content/api.ts';
import { poolsThere } from '#functions/didPools/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { pagination } from '#functions/kernel/paging.ts';
import { findLeads, type LeadRecord, mayUse, queryLeads, searchLeads, usable } from '#functions/leads/api.ts';
import { templatesThere } from '#functions/messageTemplates/api.ts';
import { displaysThere } from '#functions/signage/api.ts';
import { transferGroupsThere } from '#functions/transferGroups/api.ts';
import { usersThere } from '#functions/users/api.ts';
import { endpointsThere } from '#functions/webhookEndpoints/api.ts';
import { api } from '#shared/api/index.ts';
import { journeyFields } from '#shared/model/journey/journey.ts';
import { filterOf } from './criteria.ts';
import { barred, enrol, leadName } from './enrol.ts';
import { enrolChosen } from './enrol-chosen.ts';
import {
  cancelExecution,
  history,
  leadsOfJourney,
  pending,
  processNow,
  setStatus,
  skipStep,
} from './enrolments.ts';
import { jobOf, startJob } from './jobs.ts';
import {
  cloneJourney,
  createJourney,
  discardDraft,
  journeyOr404,
  publishJourney,
  removeJourney,
  toggleJourney,
  updateJourney,
} from './manage.ts';
import { planOf, planStep } from './plan.ts';
import { problemsOf } from './problems.ts';
import { sampleLead } from './sample.ts';
import { funnel, matchingStats, statistics } from './statistics.ts';
import { addStep, removeStep, reorderSteps, updateStep } from './steps-of-draft.ts';
import { allJourneys, findVersion, journeysThere } from './store/journeys.ts';
import { findMembership } from './store/memberships.ts';
import { fromTemplate, listTemplates } from './templates.ts';
import { detailOf, summaryOf } from './view.ts';

const r = routesOf(api.journeys, {
  lookUps: {
    didPool: poolsThere,
    display: displaysThere,
    endpoint: endpointsThere,
    journey: journeysThere,
    messageTemplate: templatesThere,
    project: projectsThere,
    transferGroup: transferGroupsThere,
    user: usersThere,
  },
  kept: async ({ id }) =>
    typeof id === 'string' ? { schema: journeyFields, value: (await journeyOr404(id)).draft } : undefined,
});

const byPage = <T>(all: readonly T[], page: number, limit: number) =>
  all.slice((page - 1) * limit, page * limit);

const newest = { field: 'createdAt', direction: 'desc' } as const;

async function available(
  id: string,
  { search, limit, cursor }: { search?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const { draft } = await journeyOr404(id);
  const page = search
    ? await searchLeads(search, { limit })
    : await queryLeads({ all: [] }, newest, { limit, cursor });
  const leads: LeadRecord[] = [];
  for (const lead of page.leads)
    if (!barred(await findMembership(id, lead.id), draft.reentry, clock.now()))
      leads.push(lead as unknown as LeadRecord);
  return {
    leads: leads.map((lead) => ({
      id: lead.id,
      name: leadName(lead),
      phone: lead.phones[0]?.number ?? '',
      email: lead.emails[0] ?? '',
      status: lead.status,
    })),
    nextCursor: 'nextCursor' in page ? page.nextCursor : null,
  };
}

export const routes = r.router({
  list: r.list.handler(async ({ input: { page, limit, status, search } }) => {
    const wanted = search?.toLowerCase();
    const all = (await allJourneys()).filter(
      (one) =>
        (!status || one.status === status) && (!wanted || one.draft.name.toLowerCase().includes(wanted)),
    );
    return {
      journeys: await Promise.all(byPage(all, page, limit).map(summaryOf)),
      pagination: pagination(page, limit, all.length),
    };
  }),
  create: r.create.handler(async ({ input }) => detailOf(await createJourney(input))),
  get: r.get.handler(async ({ input: { id } }) => detailOf(await journeyOr404(id))),
  update: r.update.handler(async ({ input: { id, version, confirmCircle, ...changes } }) =>
    detailOf(await updateJourney(id, changes, version, confirmCircle)),
  ),
  remove: r.remove.handler(async ({ input: { id, force } }) => {
    await removeJourney(id, force);
    return { message: 'Journey removed.' };
  }),
  toggle: r.toggle.handler(async ({ input: { id, status, confirmCircle } }) =>
    detailOf(await toggleJourney(id, status, confirmCircle)),
  ),
  publish: r.publish.handler(async ({ input: { id, version, confirmCircle } }) =>
    detailOf(await publishJourney(id, version, confirmCircle)),
  ),
  discard: r.discard.handler(async ({ input: { id } }) => detailOf(await discardDraft(id))),
  version: r.version.handler(async ({ input: { id, number } }) => {
    await journeyOr404(id);
    const version = await findVersion(id, number);
    if (!version) throw notFound('The version');
    return { number, steps: version.steps, entry: version.entry };
  }),
  move: r.move.handler(async ({ input: { id, from } }) => {
    await journeyOr404(id);
    return startJob(id, 'move', from === undefined ? {} : { from });
  }),
  job: r.job.handler(({ input: { id, jobId } }) => jobOf(id, jobId)),

  steps: r.steps.handler(async ({ input: { id } }) => {
    const { draft } = await journeyOr404(id);
    return { steps: draft.steps, entry: draft.entry, problems: problemsOf(draft) };
  }),
  addStep: r.addStep.handler(({ input: { id, step, after } }) => addStep(id, step, after)),
  updateStep: r.updateStep.handler(({ input: { id, stepId, step } }) => updateStep(id, stepId, step)),
  removeStep: r.removeStep.handler(async ({ input: { id, stepId, force } }) => {
    await removeStep(id, stepId, force);
    return { message: 'Step removed.' };
  }),
  reorderSteps: r.reorderSteps.handler(({ input: { id, stepOrder } }) => reorderSteps(id, stepOrder)),
  testStep: r.testStep.handler(async ({ input: { id, stepId, leadId } }) => {
    const { draft } = await journeyOr404(id);
    const step = draft.steps.find((one) => one.id === stepId);
    if (!step) throw notFound('The step');
    return planStep(id, draft, step, leadId ? await usable(leadId) : await sampleLead());
  }),

  enroll: r.enroll.handler(async ({ input: { id, leadIds } }) => {
    await journeyOr404(id);
    const results = await enrol(id, leadIds, { how: 'manual' });
    return { results, enrolled: results.filter(({ outcome }) => outcome === 'enrolled').length };
  }),
  bulkEnroll: r.bulkEnroll.handler(({ input: { id, leadIds: ids, ...byFilter } }) =>
    enrolChosen(id, { ids, ...byFilter }),
  ),
  enrollByCriteria: r.enrollByCriteria.handler(async ({ input: { id, criteria } }) => {
    const { draft } = await journeyOr404(id);
    return startJob(id, 'enrol', { filter: filterOf(criteria ?? draft.triggerCriteria), how: 'criteria' });
  }),
  availableLeads: r.availableLeads.handler(({ input: { id, ...input } }) => available(id, input)),
  leads: r.leads.handler(({ input: { id, ...input } }) => leadsOfJourney(id, input)),
  matchingStats: r.matchingStats.handler(async ({ input: { id } }) =>
    matchingStats((await journeyOr404(id)).draft.triggerCriteria),
  ),
  testAutoEnrollment: r.testAutoEnrollment.handler(async ({ input: { id, leadIds, limit, ...assumed } }) => {
    const { draft } = await journeyOr404(id);
    const criteria = draft.triggerCriteria;
    const ids =
      leadIds ?? (await queryLeads(filterOf(criteria), newest, { limit })).leads.map((lead) => lead.id);
    const leads = (await findLeads(ids)).filter(mayUse);
    return {
      ...(await matchingStats(criteria)),
      plans: await Promise.all(leads.map((lead) => planOf(id, draft, lead, assumed))),
    };
  }),
  dryRun: r.dryRun.handler(async ({ input: { id, leadId, ...assumed } }) => {
    const { draft } = await journeyOr404(id);
    return planOf(id, draft, leadId ? await usable(leadId) : await sampleLead(), assumed);
  }),
  autoEnrollment: r.autoEnrollment.handler(async ({ input: { id, triggerCriteria, confirmCircle } }) =>
    detailOf(await updateJourney(id, { triggerCriteria }, undefined, confirmCircle)),
  ),

  statistics: r.statistics.handler(({ input: { id } }) => statistics(id)),
  funnel: r.funnel.handler(({ input: { id } }) => funnel(id)),
  export: r.export.handler(async ({ input: { id } }) => ({
    format: 'dealbell-journey-1' as const,
    exportedAt: clock.iso(),
    journey: (await journeyOr404(id)).draft,
  })),
  clone: r.clone.handler(async ({ input: { id, name } }) => detailOf(await cloneJourney(id, name))),
  templates: r.templates.handler(async () => ({ templates: listTemplates() })),
  fromTemplate: r.fromTemplate.handler(async ({ input: { templateId, name } }) =>
    detailOf(await fromTemplate(templateId, name)),
  ),

  setStatus: r.setStatus.handler(({ input: { id, status, until, note } }) =>
    setStatus(id, status, { until, note }),
  ),
  skipStep: r.skipStep.handler(({ input: { id } }) => skipStep(id)),
  history: r.history.handler(({ input: { id, limit, cursor } }) => history(id, limit, cursor)),
  pending: r.pending.handler(({ input }) => pending(input)),
  process: r.process.handler(({ input: { executionIds } }) => processNow(executionIds)),
  cancel: r.cancel.handler(({ input: { id } }) => cancelExecution(id)),
});
