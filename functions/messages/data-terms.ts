import { throughEach } from '#functions/kernel/personal-data.ts';
import type { Aged, FixedLife, TermKind } from '#functions/kernel/retention.ts';
import type { MessageChannel } from '#shared/model/message.ts';
import { messagesBefore } from './record/message-store.ts';
import { conversationsBefore, findConversations } from './threads/conversation-store.ts';
import { isOpenThread } from './threads/standing.ts';

const pageSize = 100;

/** What is looked through, in this order: messages, and then the threads that they were in. */
const lists = ['sms', 'email', 'threads'] as const;

/** Items of both sorts are told apart by the beginning of their ids. */
export const ofMessage = 'message:';
export const ofThread = 'thread:';

async function olderMessages(channel: MessageChannel, before: string, cursor: string | null) {
  const page = await messagesBefore(channel, before, cursor, pageSize);
  const threads = await findConversations(page.messages.map(({ conversationId }) => conversationId));
  const open = new Set(threads.filter(isOpenThread).map(({ id }) => id));
  const found = page.messages.map(
    ({ id, at, leadId, status, conversationId }): Aged => ({
      id: `${ofMessage}${id}`,
      at,
      leadId,
      spare: status === 'sending' ? 'inUse' : open.has(conversationId) ? 'conversation' : undefined,
    }),
  );
  return { found, cursor: page.cursor };
}

async function olderThreads(before: string, cursor: string | null) {
  const page = await conversationsBefore(before, cursor, pageSize);
  const found = page.conversations.map(
    (thread): Aged => ({
      id: `${ofThread}${thread.id}`,
      at: thread.at,
      leadId: thread.leadId,
      spare: isOpenThread(thread) ? 'conversation' : undefined,
    }),
  );
  return { found, cursor: page.cursor };
}

export const messageTerms: TermKind[] = [
  {
    kind: 'messages',
    title: 'Conversations, texts and e-mails',
    goes: 'Texts, e-mails and what colleagues noted on them. A conversation goes when its last message does. Opt-outs stay.',
    covers: ['messages', 'conversations'],
    older: (before, cursor) =>
      throughEach(lists, cursor, (list, inner) =>
        list === 'threads' ? olderThreads(before, inner) : olderMessages(list, before, inner),
      ),
  },
];

export const messageLives: FixedLife[] = [
  {
    title: 'Texts and e-mails that wait to be sent',
    covers: ['waitingMessages'],
    life: 'Until they are sent',
    why: 'They go out when their hour and their limits allow it.',
  },
  {
    title: 'Recipients of campaigns',
    covers: ['campaigns'],
    life: 'As long as their lead',
    why: 'So that no campaign writes to somebody twice; numbers that were texted go after 400 days.',
  },
  {
    title: 'Carriers of phone numbers',
    covers: ['carriers'],
    life: '90 days',
    why: 'People rarely change their carrier.',
  },
];
