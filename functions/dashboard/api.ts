/** What other nouns use of this one. They import this file and no other. */

export { countersOf } from './counters.ts';
export {
  type AgentFigures,
  agentsOf,
  leaderboard,
  sumOf,
  sumsByAgent,
  tenantNow,
  totalsOf,
} from './figures.ts';
export { figuresOfNumbers, figuresTogether } from './number-figures.ts';
