import { countOutcomes, outcomeOf } from '#functions/kernel/bulk.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { pagination } from '#functions/kernel/paging.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { everyUser, findUser, takesLeads } from '#functions/users/api.ts';
import {
  type AgentGroup,
  agentGroupLimits,
  type GroupMember,
  type GroupRole,
} from '#shared/model/agent-group.ts';
import { queueChanges } from './queue-hook.ts';
import {
  changedSince,
  everyGroup,
  findGroup,
  type GroupRecord,
  groupInsertion,
  groupRemoval,
  groupWrites,
} from './store.ts';

type Fields = Pick<AgentGroup, 'name' | 'description' | 'isActive'>;
type GivenMember = Pick<GroupMember, 'agentId' | 'role'>;

const nameOf = ({ firstLast, username }: { firstLast: string; username: string }) => firstLast || username;

/** Groups as they are shown: those who lead them first, then by name. Whoever was removed from the users is left out. */
async function shown(groups: readonly GroupRecord[]): Promise<AgentGroup[]> {
  const users = new Map((await everyUser()).map((user) => [user.userId, user]));
  return groups.map(({ groupId, agents, ...group }) => ({
    ...group,
    id: groupId,
    agents: agents
      .flatMap((member) => {
        const user = users.get(member.agentId);
        return user ? { ...member, name: nameOf(user), isActive: user.isActive } : [];
      })
      .sort((one, other) => one.role.localeCompare(other.role) || one.name.localeCompare(other.name)),
  }));
}

const shownOne = async (group: GroupRecord): Promise<AgentGroup> => (await shown([group]))[0]!;

async function groupOr404(groupId: string): Promise<GroupRecord> {
  const group = await findGroup(groupId);
  if (!group) throw notFound('The group');
  return group;
}

/** @throws 404 */
export const getGroup = async (groupId: string): Promise<AgentGroup> => shownOne(await groupOr404(groupId));

interface Asked {
  page: number;
  limit: number;
  search?: string | undefined;
  agentId?: string | undefined;
}

/** A page of the groups, by name: those with the text in their name or description, and with the user in them. */
export async function listGroups({ page, limit, search = '', agentId }: Asked) {
  const text = search.toLowerCase();
  const found = (await everyGroup())
    .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(text))
    .filter(({ agents }) => agentId === undefined || agents.some((member) => member.agentId === agentId))
    .sort((one, other) => one.name.localeCompare(other.name));
  const groups = await shown(found.slice((page - 1) * limit, page * limit));
  return { groups, pagination: pagination(page, limit, found.length) };
}

/** Why each of these users cannot come into a group; empty for who can. */
async function refusalsOf(agentIds: readonly string[]): Promise<Map<string, string>> {
  const refusal = async (agentId: string): Promise<string> => {
    const user = await findUser(agentId);
    if (!user) return 'This user is not there.';
    return takesLeads(user) ? '' : `${nameOf(user)} is not active, or takes no leads.`;
  };
  return new Map(await Promise.all(agentIds.map(async (id) => [id, await refusal(id)] as const)));
}

/** Members with their roles: those who are in the group already keep the time since when they are. */
function membersFrom(before: readonly GroupMember[], given: readonly GivenMember[]): GroupMember[] {
  const since = new Map(before.map(({ agentId, addedAt }) => [agentId, addedAt]));
  const roles = new Map(given.map(({ agentId, role }) => [agentId, role]));
  const now = clock.iso();
  return [...roles].map(([agentId, role]) => ({ agentId, role, addedAt: since.get(agentId) ?? now }));
}

/** @throws 400 for one who is not in the group and cannot come into it */
async function assertMayCome(before: readonly GroupMember[], given: readonly GivenMember[]): Promise<void> {
  const there = new Set(before.map(({ agentId }) => agentId));
  const fresh = given.map(({ agentId }) => agentId).filter((agentId) => !there.has(agentId));
  const refused = [...(await refusalsOf(fresh)).values()].find((reason) => reason !== '');
  if (refused) throw badRequest(refused, { field: 'agents' });
}

/** @throws 400 when there are too many, and for an agent who cannot be in it; 409 for a name that another group has */
export async function createGroup({
  agents = [],
  ...fields
}: Fields & { agents?: readonly GivenMember[] | undefined }): Promise<AgentGroup> {
  await assertMayCome([], agents);
  if ((await everyGroup()).length >= agentGroupLimits.groups)
    throw badRequest(`A workspace has at most ${agentGroupLimits.groups} groups of agents.`);
  const now = clock.iso();
  const group: GroupRecord = {
    ...fields,
    groupId: newId('agr'),
    agents: membersFrom([], agents),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await commit(groupInsertion(group));
  return shownOne(group);
}

/** Whether other people are in the group, as those see it who ask for its agents. */
const isOthers = (before: GroupRecord, after: GroupRecord): boolean => {
  const of = ({ isActive, agents }: GroupRecord) => (isActive ? agents.map(({ agentId }) => agentId) : []);
  return of(before).sort().join() !== of(after).sort().join();
};

async function changed(
  groupId: string,
  change: (before: GroupRecord) => Partial<GroupRecord>,
  version?: number,
) {
  let tellQueues = async () => {};
  const result = await changeVersioned({
    read: () => groupOr404(groupId),
    change,
    async write(before, after) {
      if (!isOthers(before, after)) return commit(groupWrites(before, after));
      const queues = await queueChanges.run(groupId);
      await commit(groupWrites(before, after), queues.writes);
      tellQueues = queues.afterwards;
    },
    changedSince,
    version,
  });
  await tellQueues();
  return result;
}

type Changes = { [K in keyof Fields]?: Fields[K] | undefined } & {
  agents?: readonly GivenMember[] | undefined;
};

/** @throws 400, 404; 409 for a taken name, or when the group has changed since `version` */
export async function updateGroup(
  groupId: string,
  { agents, ...changes }: Changes,
  version?: number,
): Promise<AgentGroup> {
  if (agents) await assertMayCome((await groupOr404(groupId)).agents, agents);
  const { after } = await changed(
    groupId,
    (before) => ({
      ...givenOf(changes),
      ...(agents ? { agents: membersFrom(before.agents, agents) } : {}),
    }),
    version,
  );
  return shownOne(after);
}

/** @returns its name @throws 404 */
export async function removeGroup(groupId: string): Promise<string> {
  const { name, afterwards } = await retryOnConflict(
    async () => {
      const group = await groupOr404(groupId);
      const queues = await queueChanges.run(groupId);
      await commit(groupRemoval(group), queues.writes);
      return { name: group.name, afterwards: queues.afterwards };
    },
    { isOvertaken: (error) => error === changedSince },
  );
  await afterwards();
  return name;
}

async function answer(group: GroupRecord, refusals: ReadonlyMap<string, string>) {
  const results = [...refusals].map(([agentId, reason]) => ({ agentId, ...outcomeOf(reason) }));
  return { group: await shownOne(group), summary: countOutcomes(results), results };
}

/**
 * Puts users into a group with a role; who is in it already gets that role and keeps their place. Who cannot be in it is
 * refused by themselves.
 * @throws 400 when the group has too many then; 404
 */
export async function addAgents(groupId: string, agentIds: readonly string[], role: GroupRole) {
  const refusals = await refusalsOf([...new Set(agentIds)]);
  const added = [...refusals].filter(([, reason]) => reason === '').map(([agentId]) => agentId);
  const { after } = await changed(groupId, ({ agents }) => {
    const all = membersFrom(agents, [...agents, ...added.map((agentId) => ({ agentId, role }))]);
    if (all.length > agentGroupLimits.agents)
      throw badRequest(`A group has at most ${agentGroupLimits.agents} agents.`);
    return { agents: all };
  });
  return answer(after, refusals);
}

/** Takes users out of a group; who is not in it stays out. @throws 404 */
export async function removeAgents(groupId: string, agentIds: readonly string[]) {
  const { after } = await changed(groupId, ({ agents }) => ({
    agents: agents.filter(({ agentId }) => !agentIds.includes(agentId)),
  }));
  return answer(after, new Map(agentIds.map((agentId) => [agentId, ''])));
}
