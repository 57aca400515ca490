import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { followAgentStatus, isAtPhone, queuesOfAgents } from '#functions/pbx/api.ts';
import { agentCallBegan, agentCallEnded, agentSignedIn, agentSignedOut } from './present.ts';
import { queuesOfExchange } from './queues.ts';

queuesOfExchange.register(queuesOfAgents);

const message = z.discriminatedUnion('type', [
  envelope('call.agents'),
  envelope('phone.session.changed'),
  envelope('agent.status.changed'),
]);

/**
 * What agents are in follows from their phones and calls, and their extensions follow what they are in. Of phones and
 * statuses it goes by how things stand now, so that news may come twice, late and in any order.
 */
export const handler = worker('statuses', message, async (told) => {
  switch (told.type) {
    case 'call.agents':
      for (const { agentId, talking, at, wrapsUp } of told.data.agents)
        await (talking
          ? agentCallBegan(agentId, told.entityId, at)
          : agentCallEnded(agentId, told.entityId, at, wrapsUp));
      return;
    case 'phone.session.changed': {
      const { userId } = told.data;
      await ((await isAtPhone(userId)) ? agentSignedIn(userId) : agentSignedOut(userId));
      return;
    }
    case 'agent.status.changed':
      return followAgentStatus(told.entityId);
    default:
      return told satisfies never;
  }
});
