import { hook } from '#functions/kernel/hook.ts';

/** What the queues of the exchange have to hear when a group changes: written with the change, and told afterwards. */
export interface QueueChanges {
  writes: object[];
  afterwards: () => Promise<void>;
}

/** Of the queues that name a group. */
export const queueChanges = hook<[groupId: string], QueueChanges>('queueChanges');
