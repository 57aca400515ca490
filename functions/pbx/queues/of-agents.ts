import type { QueueOfAgents } from '#functions/agentStatus/api.ts';
import { everyExtension } from '../extensions/store.ts';
import { everyQueue } from './store.ts';
import { wholeQueues } from './whole.ts';

/** Every queue with the users whose extensions are members of it. */
export async function queuesOfAgents(): Promise<QueueOfAgents[]> {
  const [queues, extensions] = await Promise.all([everyQueue(), everyExtension()]);
  const userOf = new Map(extensions.map(({ extensionId, userId }) => [extensionId, userId]));
  return (await wholeQueues(queues, extensions)).map(({ queueId, name, members }) => ({
    queueId,
    name,
    userIds: members.flatMap(({ extensionId }) => userOf.get(extensionId) ?? []),
  }));
}
