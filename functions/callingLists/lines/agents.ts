import { statusesNow } from '#functions/agentStatus/api.ts';
import { usersOnOtherDevices } from '#functions/pbx/api.ts';
import type { Floor } from '#shared/model/pacing.ts';
import { agentsOfList } from '../list-agents.ts';
import { agentsWithTurn, type ListRecord, type ReadinessRecord, readyFor } from '../store.ts';

export interface FreeAgent {
  ready: ReadinessRecord;
  /** Since when they are free; ISO 8601. */
  since: string;
}

/** The agents of a list who wait for whoever answers, the longest first; and how many others are busy. */
export async function floorOf(list: ListRecord): Promise<Floor & { agents: FreeAgent[] }> {
  const ready = await agentsOfList(list, await readyFor(list.listId));
  const [statuses, onOtherDevices, taken] = await Promise.all([
    statusesNow(),
    usersOnOtherDevices(),
    agentsWithTurn(ready.map(({ agentId }) => agentId)),
  ]);
  const byAgent = new Map(statuses.map((status) => [status.userId, status]));
  const agents = ready
    .flatMap((one) => {
      const status = byAgent.get(one.agentId);
      const isThere = status?.signedIn && status.isAvailable && !onOtherDevices.has(one.agentId);
      const isFree = one.awaitsAnswers && !taken.has(one.agentId) && isThere;
      return isFree ? [{ ready: one, since: status.since }] : [];
    })
    .sort((one, other) => one.since.localeCompare(other.since));
  return { agents, free: agents.length, busy: taken.size };
}
