import { z } from 'zod';
import { joinDidPool } from '#functions/didPools/api.ts';
import { joinPool } from '#functions/dids/api.ts';
import { hide, worker } from '#functions/kernel/queue.ts';
import { roles } from '#shared/api/contract.ts';
import { messageSource } from '#shared/model/message.ts';
import { autoReplyTo } from './blasts/auto-reply.ts';
import { blastTurn } from './blasts/work.ts';
import { workOrder } from './numbers/work-order.ts';
import { lineTurn } from './send/waiting.ts';
import { workForgotten, workQueued } from './send/work.ts';
import { conversationIdOf } from './threads/recipient.ts';
import { handOverThread } from './threads/threads.ts';

const queued = z.object({
  outgoing: z.object({
    channel: z.enum(['sms', 'email']),
    leadId: z.string().nullable(),
    to: z.string().exactOptional(),
    subject: z.string().exactOptional(),
    body: z.string(),
    templateId: z.string().nullable().exactOptional(),
    from: z.string().exactOptional(),
    source: messageSource,
    key: z.string(),
  }),
  by: z
    .object({
      kind: z.literal('user'),
      tenantId: z.number(),
      userId: z.string(),
      role: z.enum(roles),
      username: z.string(),
      sessionId: z.string(),
    })
    .exactOptional(),
  tries: z.number().optional(),
});
const blast = z.object({ blastId: z.string() });
const line = z.object({ line: z.string() });
const numberOrder = z.object({ numberOrder: z.string() });
const forgotten = z.object({ messageId: z.string() });
/** The event of a lead that has come to another owner. */
const assigned = z.object({
  type: z.literal('lead.assigned'),
  entityId: z.string(),
  data: z.object({ ownerId: z.string().nullable() }),
});

/** The event of a text that came in. */
const received = z.object({
  type: z.literal('message.received'),
  entityId: z.string(),
  data: z.object({ messageId: z.string() }),
});

/** Seconds that a turn at a blast or a line is hidden while it lives. */
const hiddenSeconds = 30;

joinPool.register(joinDidPool);

/** Queued messages, numbers being bought, turns at blasts and at lines of those that wait, messages left behind, and threads of leads that change hands. */
export const handler = worker(
  'messages',
  z.union([queued, blast, line, assigned, received, numberOrder, forgotten]),
  async (body, record) => {
    const hideIt = () => hide('MESSAGES', record.receiptHandle, hiddenSeconds);
    if ('outgoing' in body) return workQueued(body);
    if ('blastId' in body) return blastTurn(body.blastId, hideIt);
    if ('numberOrder' in body) return void (await workOrder(body.numberOrder));
    if ('line' in body) return lineTurn(body.line, hideIt);
    if ('type' in body && body.type === 'message.received') return autoReplyTo(body.data.messageId);
    if ('type' in body) return handOverThread(conversationIdOf(body.entityId, ''), body.data.ownerId);
    return workForgotten(body.messageId);
  },
);
