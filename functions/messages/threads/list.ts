import { findLeads, mayUse, usable } from '#functions/leads/api.ts';
import type { MessageStatus } from '#shared/model/message.ts';
import { type MessageRecord, messagesPage } from '../record/message-store.ts';
import { conversationIdOf } from './recipient.ts';
import { messageView, threadOf } from './threads.ts';

interface Query {
  leadId?: string | undefined;
  conversationId?: string | undefined;
  direction?: 'outbound' | 'inbound' | undefined;
  status?: MessageStatus | undefined;
  blastId?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Texts, newest first; agents see those of their leads and of nobody's. @throws 404 */
export async function listTexts({ leadId, conversationId, direction, status, blastId, ...page }: Query) {
  if (leadId) await usable(leadId);
  if (conversationId) await threadOf('texts', { id: conversationId, limit: 1 });
  const thread = leadId ? conversationIdOf(leadId, '') : conversationId;
  const seen = new Map<string, boolean>();
  const maySee = async (message: MessageRecord) => {
    if (!message.leadId) return true;
    if (!seen.has(message.leadId)) {
      const [lead] = await findLeads([message.leadId]);
      seen.set(message.leadId, lead ? mayUse(lead) : mayUse({ ownerId: 'nobody' }));
    }
    return seen.get(message.leadId)!;
  };
  const { messages, nextCursor } = await messagesPage(
    thread ? { conversationId: thread } : { channel: 'sms' },
    page,
    (message) =>
      message.channel === 'sms' &&
      (direction === undefined || message.direction === direction) &&
      (status === undefined || message.status === status) &&
      (blastId === undefined || (message.source.kind === 'blast' && message.source.id === blastId)) &&
      maySee(message),
  );
  return { messages: messages.map(messageView), nextCursor };
}
