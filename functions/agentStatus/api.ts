/** What other nouns use of this one. They import this file and no other. */

export { createConfig as createAgentStatusConfig } from './configs.ts';
export { floor } from './floor.ts';
export {
  agentCallBegan,
  agentCallEnded,
  agentPresenceWork,
  agentSignedIn,
  agentSignedOut,
  endWrapUp,
  setStatusOf,
  statusesNow,
  statusOf,
} from './present.ts';
export { type QueueOfAgents, queuesOfExchange } from './queues.ts';
