import { hook } from '#functions/kernel/hook.ts';

/** A queue of the exchange, as statuses need to know it. */
export interface QueueOfAgents {
  queueId: string;
  name: string;
  /** Users whose extensions are members of it. */
  userIds: readonly string[];
}

/** The queues of the workspace. Whoever keeps them does this: statuses are told of by the exchange's own parts. */
export const queuesOfExchange = hook<[], QueueOfAgents[]>('queuesOfExchange');
