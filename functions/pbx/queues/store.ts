import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { groupPause, queue, queueGroup, queueMember } from '#shared/model/queue.ts';

const Queues = entity('queue', {
  fields: queue.omit({ id: true }).extend({
    queueId: z.string(),
    members: z.array(queueMember),
    groups: z.array(queueGroup).default([]),
    groupPauses: z.array(groupPause).default([]),
  }),
  key: { partition: [], sort: ['queueId'] },
});
export type QueueRecord = Stored<typeof Queues>;

export const changedSince = changedSinceOpened('queue');

export const everyQueue = (): Promise<QueueRecord[]> => Queues.all('key');
export const findQueue = (queueId: string): Promise<QueueRecord | undefined> => Queues.find({ queueId });

/** Which of these queues are there. */
export async function queuesThere(queueIds: string[]): Promise<string[]> {
  const found = await Queues.findMany(queueIds.map((queueId) => ({ queueId })));
  return found.map(({ queueId }) => queueId);
}

/** The queues that name an extension themselves; those of which it takes calls are `queuesOf` (whole.ts). */
export const queuesNaming = async (extensionId: string): Promise<QueueRecord[]> =>
  (await everyQueue()).filter(({ members }) => members.some((one) => one.extensionId === extensionId));

/** The write of a queue: new when `before` is undefined, else refused when it has changed since. */
export const queueWrite = (before: QueueRecord | undefined, after: QueueRecord): object =>
  before
    ? Queues.put({ ...after, version: before.version + 1 }, ifVersion(before.version, changedSince))
    : Queues.insert(after);

export const queueRemoval = ({ queueId, version }: QueueRecord): object =>
  Queues.remove({ queueId }, ifVersion(version, changedSince));
