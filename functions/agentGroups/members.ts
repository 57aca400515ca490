import { everyGroup, findGroups } from './store.ts';

/** The users who are in any of these groups, each once; a group that is not active, or not there any more, gives none. */
export async function agentsOfGroups(groupIds: readonly string[]): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const active = (await findGroups(groupIds)).filter(({ isActive }) => isActive);
  return [...new Set(active.flatMap(({ agents }) => agents.map(({ agentId }) => agentId)))];
}

/** The active groups that a user is in. */
export async function groupsOfAgent(userId: string): Promise<string[]> {
  const groups = await everyGroup();
  return groups
    .filter(({ isActive, agents }) => isActive && agents.some(({ agentId }) => agentId === userId))
    .map(({ groupId }) => groupId);
}
