/** What other nouns use of this one. They import this file and no other. */

export { addAgents, createGroup as createAgentGroup } from './groups.ts';
export { agentsOfGroups, groupsOfAgent } from './members.ts';
export { type QueueChanges, queueChanges } from './queue-hook.ts';
export { everyGroup as everyAgentGroup, groupsThere as agentGroupsThere } from './store.ts';
