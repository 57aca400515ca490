import { agentsOfGroups, groupsOfAgent } from '#functions/agentGroups/api.ts';
import { type QueueMember, queueLimits } from '#shared/model/queue.ts';
import { type ExtensionRecord, everyExtension } from '../extensions/store.ts';
import { everyQueue, findQueue, type QueueRecord } from './store.ts';

/*
 * Who takes the calls of a queue: the extensions that it names, and those of the agents who are in its groups now. The latter
 * are nowhere written down, so that a queue never differs from its groups; what a change of a group or an extension owes is
 * that the exchange is told of the queue again.
 */

export interface WholeMember extends QueueMember {
  /** The group that it is a member by; null: the queue names it itself. */
  groupId: string | null;
}

/** A queue with all who take its calls. */
export type WholeQueue = Omit<QueueRecord, 'members'> & { members: WholeMember[] };

type Groups = ReadonlyMap<string, readonly string[]>;

/** The agents of the groups that these queues name. */
async function groupsOf(queues: readonly QueueRecord[]): Promise<Groups> {
  const ids = [...new Set(queues.flatMap(({ groups }) => groups.map(({ groupId }) => groupId)))];
  return new Map(
    await Promise.all(ids.map(async (groupId) => [groupId, await agentsOfGroups([groupId])] as const)),
  );
}

/** Members that a queue has by its groups: of who is in several, the lowest penalty counts. */
function membersByGroup(
  { members, groups, groupPauses }: QueueRecord,
  agentsOf: Groups,
  extensionOf: ReadonlyMap<string, string>,
): WholeMember[] {
  const named = new Set(members.map(({ extensionId }) => extensionId));
  const found = new Map<string, WholeMember>();
  for (const { groupId, penalty } of groups)
    for (const userId of agentsOf.get(groupId) ?? []) {
      const extensionId = extensionOf.get(userId);
      if (!extensionId || named.has(extensionId)) continue;
      if ((found.get(extensionId)?.penalty ?? Number.POSITIVE_INFINITY) <= penalty) continue;
      const reason = groupPauses.find((one) => one.extensionId === extensionId)?.reason ?? '';
      found.set(extensionId, { extensionId, penalty, paused: reason !== '', reason, groupId });
    }
  return [...found.values()].sort((one, other) => (one.extensionId < other.extensionId ? -1 : 1));
}

/** @param extensions all of the tenant, where they are known already */
export async function wholeQueues(
  queues: readonly QueueRecord[],
  extensions?: readonly Pick<ExtensionRecord, 'extensionId' | 'userId'>[],
): Promise<WholeQueue[]> {
  const whole = (queue: QueueRecord, byGroup: WholeMember[]): WholeQueue => ({
    ...queue,
    // An exchange takes no more.
    members: [...queue.members.map((member) => ({ ...member, groupId: null })), ...byGroup].slice(
      0,
      queueLimits.members,
    ),
  });
  if (queues.every(({ groups }) => groups.length === 0)) return queues.map((queue) => whole(queue, []));
  const [agentsOf, all] = await Promise.all([groupsOf(queues), extensions ?? everyExtension()]);
  const extensionOf = new Map(
    all.flatMap(({ extensionId, userId }) => (userId ? [[userId, extensionId] as const] : [])),
  );
  return queues.map((queue) => whole(queue, membersByGroup(queue, agentsOf, extensionOf)));
}

export const wholeQueue = async (queue: QueueRecord): Promise<WholeQueue> => (await wholeQueues([queue]))[0]!;

export const everyWholeQueue = async (): Promise<WholeQueue[]> => wholeQueues(await everyQueue());

export async function findWholeQueue(queueId: string): Promise<WholeQueue | undefined> {
  const queue = await findQueue(queueId);
  return queue && wholeQueue(queue);
}

/** The queues of which an extension takes calls, whatever it is a member by. */
export const queuesOf = async (extensionId: string): Promise<WholeQueue[]> =>
  (await everyWholeQueue()).filter(({ members }) => members.some((one) => one.extensionId === extensionId));

/** The queues that name a group. */
export const queuesOfGroup = async (groupId: string): Promise<QueueRecord[]> =>
  (await everyQueue()).filter(({ groups }) => groups.some((one) => one.groupId === groupId));

/** The queues of which a user takes calls by their groups, where they have an extension. */
export async function queuesByGroupsOf(userId: string): Promise<QueueRecord[]> {
  const queues = (await everyQueue()).filter(({ groups }) => groups.length > 0);
  if (queues.length === 0) return [];
  const own = new Set(await groupsOfAgent(userId));
  return queues.filter(({ groups }) => groups.some(({ groupId }) => own.has(groupId)));
}
