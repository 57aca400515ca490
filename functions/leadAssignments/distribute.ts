import { agentsOfGroups } from '#functions/agentGroups/api.ts';
import { actor } from '#functions/kernel/actor.ts';
import { AppError, badRequest, forbidden } from '#functions/kernel/errors.ts';
import {
  after,
  bucketStream,
  budgetMs,
  countsOf,
  findLead,
  findLeads,
  type LeadRecord,
  matches,
  nobody,
  outOfTime,
  readLeadCounts,
  start,
  valueBucket,
} from '#functions/leads/api.ts';
import { everyUser, findUser } from '#functions/users/api.ts';
import type { AssignmentSettings, strategies } from '#shared/api/lead-assignments.ts';
import { isLimitedRole } from '#shared/model/permissions.ts';
import { changeOwner } from './assign.ts';
import { readSettings, takeTurns } from './settings.ts';

export interface Distribution {
  leadIds?: readonly string[] | undefined;
  count: number;
  strategy?: (typeof strategies)[number] | undefined;
  /** Whom to; with neither, those of the settings. */
  agentIds?: readonly string[] | undefined;
  groupIds?: readonly string[] | undefined;
}

export interface Dealt {
  assigned: { leadId: string; agentId: string }[];
  skipped: { leadId: string; reason: string }[];
}

/** Leads looked at for each that is wanted: others take them at the same time. */
const spare = 20;

/** The oldest leads that are nobody's. */
async function* unowned(): AsyncGenerator<LeadRecord> {
  const order = { descending: false };
  const stream = bucketStream(valueBucket('ownerId', nobody), order);
  let place = start(order);
  for (;;) {
    const ids: string[] = [];
    while (ids.length < spare) {
      const id = await stream.seek(place);
      if (id === undefined) break;
      ids.push(id);
      place = after(id, order);
    }
    if (ids.length === 0) return;
    yield* await findLeads(ids);
  }
}

/** Whom leads are dealt out to: these users, and whoever is in these groups. */
type Takers = Pick<AssignmentSettings, 'agentIds' | 'groupIds'>;

const usersOf = async ({ agentIds, groupIds }: Takers): Promise<Set<string>> =>
  new Set([...agentIds, ...(await agentsOfGroups(groupIds))]);

/** Active agents among those named, or where nobody is, all of them. @throws 400 when there is none */
async function activeAgents(named: Takers): Promise<string[]> {
  const isEverybody = named.agentIds.length + named.groupIds.length === 0;
  const [users, wanted] = await Promise.all([everyUser(), usersOf(named)]);
  const listed = users
    .filter(({ role, isActive }) => role === 'agent' && isActive)
    .map(({ userId }) => userId)
    .filter((userId) => isEverybody || wanted.has(userId))
    .sort();
  // The list comes from an index, which tells of a change some milliseconds late.
  const present = await Promise.all(listed.map((userId) => findUser(userId)));
  const ids = listed.filter((_, at) => present[at]?.isActive);
  if (ids.length === 0) throw badRequest('There is no active agent to take the leads.');
  return ids;
}

/** Chooses an agent for each lead, one after the other. */
async function chooser(agents: string[], strategy: string, count: number) {
  if (strategy === 'least-loaded') {
    const loads = countsOf(await readLeadCounts(), 'owner');
    const load = new Map(agents.map((agent) => [agent, loads[agent] ?? 0]));
    // Among equals by turn, so that two who deal at once do not both choose the first.
    let turn = await takeTurns(count);
    return (among: string[]) => {
      const least = Math.min(...among.map((agent) => load.get(agent)!));
      const equal = among.filter((agent) => load.get(agent) === least);
      const agent = equal[turn++ % equal.length]!;
      load.set(agent, least + 1);
      return agent;
    };
  }
  let turn = await takeTurns(count);
  return (among: string[]) => among[turn++ % among.length]!;
}

/** Hands a lead over unless somebody else was quicker. */
async function tryHand(lead: LeadRecord, agentId: string): Promise<string | undefined> {
  if (lead.ownerId !== null || lead.state !== 'live') return 'It is somebody’s already.';
  try {
    await changeOwner(lead, agentId, 'dealt');
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return 'Somebody else was quicker.';
    throw error;
  }
}

/** Ids among which an agent's next lead is chosen: many who ask at once do not all reach for the same one. */
const window = 200;

/** The next leads for the agent who asks: of the oldest that are nobody's, in an order of their own. */
async function takeNext(userId: string, count: number, end: number): Promise<Dealt> {
  const dealt: Dealt = { assigned: [], skipped: [] };
  const order = { descending: false };
  const stream = bucketStream(valueBucket('ownerId', nobody), order);
  let place = start(order);
  for (;;) {
    const ids: string[] = [];
    while (ids.length < window) {
      const id = await stream.seek(place);
      if (id === undefined) break;
      ids.push(id);
      place = after(id, order);
    }
    const begin = Math.floor(Math.random() * ids.length);
    for (let at = 0; at < ids.length; at++) {
      const lead = await findLead(ids[(begin + at) % ids.length]!);
      if (lead && (await tryHand(lead, userId)) === undefined)
        dealt.assigned.push({ leadId: lead.id, agentId: userId });
      if (dealt.assigned.length === count || performance.now() > end) return dealt;
    }
    if (ids.length < window) return dealt;
  }
}

/**
 * Deals out leads that are nobody's, each to one active agent. An agent gets the next ones themselves.
 * @throws 400 when nobody can take them, 403
 */
export async function distribute(
  { leadIds, count, strategy, agentIds, groupIds }: Distribution,
  budget = budgetMs,
): Promise<Dealt> {
  const end = performance.now() + budget;
  const who = actor();
  if (who.kind === 'user' && isLimitedRole(who.role)) {
    if (leadIds || strategy || agentIds || groupIds) throw forbidden('Access denied. admin role required.');
    return takeNext(who.userId, count, end);
  }
  const settings = await readSettings();
  const way = strategy ?? settings.strategy;
  const isNamed = agentIds !== undefined || groupIds !== undefined;
  const agents = await activeAgents(
    isNamed ? { agentIds: [...(agentIds ?? [])], groupIds: [...(groupIds ?? [])] } : settings,
  );
  const rules =
    way === 'rules'
      ? await Promise.all(settings.rules.map(async (rule) => ({ ...rule, users: await usersOf(rule) })))
      : [];
  const leads: LeadRecord[] = [];
  if (leadIds) leads.push(...(await findLeads([...new Set(leadIds)])));
  else
    for await (const lead of unowned()) {
      leads.push(lead);
      if (leads.length === count) break;
    }
  const choose = await chooser(agents, way, leads.length);
  const found = new Set(leads.map(({ id }) => id));
  const dealt: Dealt = {
    assigned: [],
    skipped: (leadIds ?? [])
      .filter((id) => !found.has(id))
      .map((leadId) => ({ leadId, reason: 'The lead was not found.' })),
  };
  for (const lead of leads) {
    if (performance.now() > end) {
      dealt.skipped.push({ leadId: lead.id, reason: outOfTime });
      continue;
    }
    const rule = rules.find(({ filter }) => matches(filter, lead));
    const among = rule ? agents.filter((agent) => rule.users.has(agent)) : agents;
    if (among.length === 0) {
      dealt.skipped.push({ leadId: lead.id, reason: `Nobody of the rule ${rule!.name} is active.` });
      continue;
    }
    const agentId = choose(among);
    const refused = await tryHand(lead, agentId);
    if (refused) dealt.skipped.push({ leadId: lead.id, reason: refused });
    else dealt.assigned.push({ leadId: lead.id, agentId });
  }
  return dealt;
}
