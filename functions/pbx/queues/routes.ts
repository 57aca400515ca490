import { routesOf } from '#functions/kernel/http.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import { endCallbacksOf } from '../callbacks/list.ts';
import { numbersTo } from '../exchange/number-hooks.ts';
import { ledThere } from '../exchange/numbers-to.ts';
import { addMember, pauseMember, removeMember } from './members.ts';
import {
  createQueue,
  listQueues,
  membersShown,
  queueOr404,
  queueShown,
  removeQueue,
  updateQueue,
} from './queues.ts';
import { statsOf } from './stats.ts';

const r = routesOf(pbx);

export const queues = {
  listQueues: r.listQueues.handler(({ input }) => listQueues(input.search)),
  createQueue: r.createQueue.handler(({ input }) => createQueue(input)),
  getQueue: r.getQueue.handler(async ({ input }) => queueShown(await queueOr404(input.id))),
  updateQueue: r.updateQueue.handler(({ input: { id, version, ...changes } }) =>
    updateQueue(id, changes, version),
  ),
  removeQueue: r.removeQueue.handler(async ({ input }) => {
    const numbers = await numbersTo.run(input.id);
    const { name } = await removeQueue(input.id);
    await endCallbacksOf(input.id);
    return { message: `“${name}” has been removed.${ledThere(numbers)}` };
  }),
  queueMembers: r.queueMembers.handler(async ({ input }) => ({
    members: await membersShown(await queueOr404(input.id)),
  })),
  addQueueMember: r.addQueueMember.handler(({ input: { id, extensionId, penalty } }) =>
    addMember(id, extensionId, penalty),
  ),
  removeQueueMember: r.removeQueueMember.handler(({ input: { id, extensionId } }) =>
    removeMember(id, extensionId),
  ),
  pauseQueueMember: r.pauseQueueMember.handler(({ input: { id, extensionId, ...pause } }) =>
    pauseMember(id, extensionId, pause),
  ),
  queueStats: r.queueStats.handler(({ input: { id, days } }) => statsOf(id, days)),
};
