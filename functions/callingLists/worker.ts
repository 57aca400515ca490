import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { dialFor } from './dialler/dial.ts';

const message = z.discriminatedUnion('type', [
  envelope('calling.agent.free'),
  envelope('agent.status.changed'),
  envelope('call.ended'),
]);

/**
 * Dials for agents who are ready. What has happened only says for whom to look: the dialler goes by how things stand, so
 * that news may come twice, late and in any order.
 */
export const handler = worker('dialler', message, async (told) => {
  switch (told.type) {
    case 'calling.agent.free':
      await dialFor(told.entityId);
      return;
    case 'agent.status.changed':
      if (told.data.isAvailable) await dialFor(told.entityId);
      return;
    case 'call.ended':
      for (const agentId of new Set(told.data.legs.map((leg) => leg.agentId))) await dialFor(agentId);
      return;
    default:
      return told satisfies never;
  }
});
