import { z } from 'zod';
import { hide, worker } from '#functions/kernel/queue.ts';
import { announce, giveUpAnnouncing } from './announce.ts';
import { attemptCall, callEnded } from './call.ts';
import { giveUp, workChunk, workDelivery } from './deliver.ts';

const ofDelivery = z.object({ webhookId: z.string(), deliveryId: z.string() });

/** The event of a delivery, a call that ended, or the queue's own messages. */
const message = z.union([
  z.object({ type: z.literal('webhook.delivery.accepted'), data: ofDelivery }),
  z.object({
    type: z.literal('call.ended'),
    entityId: z.string(),
    data: z.object({
      source: z.object({ kind: z.string(), id: z.string() }).nullable().default(null),
      result: z.string().nullable().default(null),
    }),
  }),
  ofDelivery.extend({ chunk: z.number().int() }),
  z.object({ callRun: z.string() }),
  z.object({ announce: ofDelivery }),
]);
type Message = z.output<typeof message>;

/** As cdk/constructs/queue-worker.ts has it: after so many tries a message goes to the dead-letter queue. */
const maxReceives = 3;
/** A message that failed comes again after so long for each time it came, not after the queue's own time; seconds. */
const againSeconds = 30;

async function work(body: Message): Promise<void> {
  if ('callRun' in body) return attemptCall(body.callRun);
  if ('announce' in body) return announce(body.announce.webhookId, body.announce.deliveryId);
  if ('chunk' in body) return workChunk(body);
  if (body.type === 'webhook.delivery.accepted')
    return workDelivery(body.data.webhookId, body.data.deliveryId);
  const { source, result } = body.data;
  if (source?.kind === 'webhook') await callEnded(source.id, body.entityId, result);
}

const deliveryIn = (body: Message) =>
  'chunk' in body ? body : 'data' in body && 'deliveryId' in body.data ? body.data : undefined;

/** Works what came in by webhooks. */
export const handler = worker('hooks', message, async (body, record) => {
  try {
    await work(body);
  } catch (error) {
    const of = deliveryIn(body);
    const received = Number(record.attributes.ApproximateReceiveCount);
    const isLast = received >= maxReceives;
    if (isLast && of) await giveUp(of.webhookId, of.deliveryId);
    else if (isLast && 'announce' in body)
      await giveUpAnnouncing(body.announce.webhookId, body.announce.deliveryId);
    else await hide('HOOKS', record.receiptHandle, againSeconds * received, record.eventSourceARN);
    throw error;
  }
});
