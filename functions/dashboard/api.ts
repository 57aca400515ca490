/** What other nouns use of this one. They import this file and no other. */

export { countersOf } from './counters.ts';
export { agentsOf, leaderboard, sumOf, tenantNow, totalsOf } from './figures.ts';
