import { z } from 'zod';
import { envelope, type eventSchemas } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { dialFor } from './dialler/dial.ts';
import { lookAtLine } from './lines/line.ts';
import { paceList } from './lines/pace.ts';

type CallEnded = z.output<(typeof eventSchemas)['call.ended']>;

const message = z.discriminatedUnion('type', [
  envelope('calling.agent.free'),
  envelope('agent.status.changed'),
  envelope('call.ended'),
]);

/** A call that a list had placed without an agent is over: its line is free for another one. */
async function lineEnded({ source, leadId }: CallEnded): Promise<void> {
  if (source?.kind !== 'list' || !leadId) return;
  await lookAtLine(source.id, leadId);
  await paceList(source.id);
}

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
      await lineEnded(told.data);
      for (const agentId of new Set(told.data.legs.map((leg) => leg.agentId))) await dialFor(agentId);
      return;
    default:
      return told satisfies never;
  }
});
