import type { EventDetail } from '#events/index.ts';
import { agentGroupsThere } from '#functions/agentGroups/api.ts';
import { currentUser, tenantOf } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { Events } from '#functions/kernel/events.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { countsOf, mayUse, queryLeads, readLeadCounts, usable, view } from '#functions/leads/api.ts';
import { everyUser, findUser, usersThere } from '#functions/users/api.ts';
import { assignmentSettings, leadAssignments } from '#shared/api/lead-assignments.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { assign, release, transfer } from './assign.ts';
import { assignChosen } from './assign-chosen.ts';
import { distribute } from './distribute.ts';
import { expireOld } from './expire.ts';
import { answerCaller } from './inbound.ts';
import { readSettings, updateSettings } from './settings.ts';

const r = routesOf(leadAssignments, {
  lookUps: { user: usersThere, agentGroup: agentGroupsThere },
  // Somebody of the rules may have left since, or a group been removed.
  kept: async () => ({ schema: assignmentSettings, value: await readSettings() }),
});

const newest = { field: 'createdAt', direction: 'desc' } as const;

async function leadsOf(
  agentId: string,
  { status, ...page }: { status?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const all: LeadFilter[] = [{ field: 'ownerId', op: 'is', value: agentId }];
  if (status !== undefined) all.push({ field: 'status', op: 'is', value: status });
  const [found, counts] = await Promise.all([queryLeads({ all }, newest, page), readLeadCounts()]);
  return {
    leads: found.leads.map(view),
    nextCursor: found.nextCursor,
    total: counts.get(`owner:${agentId}`) ?? 0,
  };
}

async function historyOf(leadId: string) {
  const lead = await usable(leadId);
  const { data } = await Events.query
    .byEntity({ tenantId: tenantOf(), entityId: leadId })
    .go({ order: 'desc', pages: 'all' });
  return {
    leadId,
    ownerId: lead.ownerId,
    assignedAt: lead.assignedAt,
    history: data
      .filter(({ type }) => type === 'lead.assigned')
      .map(({ at, actor, data: detail }) => ({ at, actor, ...(detail as EventDetail<'lead.assigned'>) })),
  };
}

async function stats() {
  const [counts, users] = await Promise.all([readLeadCounts(), everyUser()]);
  const totals = countsOf(counts, 'owner');
  const owned = countsOf(counts, 'owned');
  const taken = Object.values(totals).reduce((sum, total) => sum + total, 0);
  return {
    unassigned: (counts.get('all:live') ?? 0) - taken,
    agents: users
      .filter(({ role, userId }) => role === 'agent' || totals[userId])
      .map(({ userId, firstName, lastName, username, isActive }) => ({
        agentId: userId,
        name: `${firstName} ${lastName}`.trim() || username,
        isActive,
        total: totals[userId] ?? 0,
        byStatus: Object.fromEntries(
          Object.entries(owned)
            .filter(([name]) => name.startsWith(`${userId}/`))
            .map(([name, count]) => [name.slice(userId.length + 1), count]),
        ),
      })),
  };
}

export const routes = r.router({
  myLeads: r.myLeads.handler(({ input }) => leadsOf(currentUser().userId, input)),
  assign: r.assign.handler(async ({ input }) => view(await assign(input.leadId, input.agentId))),
  bulkAssign: r.bulkAssign.handler(({ input: { leadIds: ids, agentId, ...byFilter } }) =>
    assignChosen({ ids, ...byFilter }, agentId),
  ),
  release: r.release.handler(async ({ input }) => view(await release(input.leadId))),
  transfer: r.transfer.handler(async ({ input }) =>
    view(await transfer(input.leadId, input.agentId, input.reason)),
  ),
  inboundCall: r.inboundCall.handler(async ({ input }) => {
    const { lead, outcome } = await answerCaller(input.phone, input.name);
    return { lead: mayUse(lead) ? view(lead) : null, outcome };
  }),
  autoAssign: r.autoAssign.handler(({ input }) => distribute(input)),
  expireOld: r.expireOld.handler(({ input }) => expireOld(input)),
  agentLeads: r.agentLeads.handler(async ({ input: { id, ...page } }) => {
    if (!(await findUser(id))) throw notFound('The agent');
    return leadsOf(id, page);
  }),
  ofLead: r.ofLead.handler(({ input }) => historyOf(input.id)),
  stats: r.stats.handler(() => stats()),
  settings: r.settings.handler(() => readSettings()),
  updateSettings: r.updateSettings.handler(({ input }) => updateSettings(input)),
});
