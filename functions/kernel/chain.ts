import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * What a journey does to a lead may put it into another journey, by a step of its own or because the lead changed. How
 * many journeys stand behind a piece of work travels beside the actor, and in the events of what it changes.
 */
const storage = new AsyncLocalStorage<number>();

/** How many journeys, one caused by the other, lead up to what is being done; 0 outside of any. */
export const chainDepth = (): number => storage.getStore() ?? 0;

export const inChain = <T>(depth: number, work: () => T): T => storage.run(depth, work);
