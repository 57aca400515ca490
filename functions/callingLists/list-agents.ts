import { agentsOfGroups, groupsOfAgent } from '#functions/agentGroups/api.ts';
import { currentUser } from '#functions/kernel/actor.ts';
import type { CallingList } from '#shared/model/calling-list.ts';

type Named = Pick<CallingList, 'agentIds' | 'groupIds'>;

const isEverybodys = ({ agentIds, groupIds }: Named): boolean =>
  agentIds.length === 0 && groupIds.length === 0;

/** Those of the lists that a user works: everybody's, those that name them, and those of a group that they are in now. */
export async function listsOfAgent<List extends Named>(
  lists: readonly List[],
  userId: string,
): Promise<List[]> {
  const asksGroups = lists.some(({ groupIds }) => groupIds.length > 0);
  const own = new Set(asksGroups ? await groupsOfAgent(userId) : []);
  return lists.filter(
    (list) =>
      isEverybodys(list) ||
      list.agentIds.includes(userId) ||
      list.groupIds.some((groupId) => own.has(groupId)),
  );
}

/** Whether the person who is signed in is one of those who work a list. @throws 401 */
export const worksOn = async (list: Named): Promise<boolean> =>
  (await listsOfAgent([list], currentUser().userId)).length > 0;

/** Those of some users who work a list. */
export async function agentsOfList<Agent extends { agentId: string }>(
  list: Named,
  agents: readonly Agent[],
): Promise<Agent[]> {
  if (isEverybodys(list)) return [...agents];
  const working = new Set([...list.agentIds, ...(await agentsOfGroups(list.groupIds))]);
  return agents.filter(({ agentId }) => working.has(agentId));
}
