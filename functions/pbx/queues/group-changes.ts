import type { QueueChanges } from '#functions/agentGroups/api.ts';
import { markWrites, type Pushed, pushAfterwards } from '../exchange/pushes.ts';
import { queuesOfGroup } from './whole.ts';

/** What a change of a group's agents owes the queues that name it: the exchange hears of them as soon as it is made. */
export async function queueChangesOfGroup(groupId: string): Promise<QueueChanges> {
  const pushed = (await queuesOfGroup(groupId)).map(
    ({ queueId }): Pushed => ({ kind: 'queue', name: queueId }),
  );
  return { writes: markWrites(pushed), afterwards: () => pushAfterwards(pushed) };
}
