import { countRevision } from './store.ts';

/**
 * The write that tells that plans have changed; commit it with the change. Whoever is killed after that leaves the
 * displays to the minute's look, which finds that this revision has not been applied.
 */
export const plansChanged = (): object => countRevision();
