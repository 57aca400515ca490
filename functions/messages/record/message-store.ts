import { z } from 'zod';
import { dueAt, earlierItems } from '#functions/kernel/due.ts';
import { entity, ifVersion } from '#functions/kernel/entity.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { type Message, type MessageChannel, messageChannels } from '#shared/model/message.ts';

/** A message as it is stored: what the contract answers, and what only the store knows. */
export type MessageRecord = Message & {
  /** What it was sent with; the same again is the same message. */
  key: string;
  /** The provider's own id of it. */
  providerId: string | null;
  /** Whoever sends it has it to themselves until then, ms since 1970. */
  leaseUntil: number;
  /** Whether the provider may have it although it never said so. */
  asked: 'no' | 'maybe';
  /** The pool that its number was drawn from; what was passed over is kept with the draw. */
  numberPoolId?: string;
  /** Of a campaign's test, which of its texts this is: its index. */
  variant?: number;
  version: number;
};

const Messages = entity('message', {
  fields: z.object({
    messageId: z.string(),
    channel: z.enum(messageChannels),
    conversationId: z.string(),
    at: z.string(),
    /** Of messages of earlier versions that are being sent; else empty. */
    openAt: z.string().optional(),
    message: z.custom<MessageRecord>(),
    version: z.number(),
  }),
  key: { partition: ['messageId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: ['channel'], sort: ['at', 'messageId'], casing: 'none' },
    ofConversation: {
      index: 'gsi2',
      partition: ['conversationId'],
      sort: ['at', 'messageId'],
      casing: 'none',
    },
    open: { index: 'gsi3', partition: [], sort: ['openAt', 'messageId'], casing: 'none', retired: true },
  },
  due: true,
});

/** Ms after which the sweeper looks at a message that is still being sent. */
const forgottenAfter = 60_000;

/** When a message that is being sent is nobody's any more, ms since 1970. */
export const forgottenAt = ({ at, leaseUntil }: MessageRecord): number =>
  Math.max(Date.parse(at) + forgottenAfter, leaseUntil);

const item = (message: MessageRecord) => ({
  messageId: message.id,
  channel: message.channel,
  conversationId: message.conversationId,
  at: message.at,
  openAt: '',
  message,
  version: message.version,
  ...(message.status === 'sending' ? dueAt('message', message.id, forgottenAt(message)) : {}),
});

export async function findMessage(messageId: string): Promise<MessageRecord | undefined> {
  return (await Messages.find({ messageId }))?.message;
}

export async function findMessages(messageIds: readonly string[]): Promise<Map<string, MessageRecord>> {
  const found = await Messages.findMany([...new Set(messageIds)].map((messageId) => ({ messageId })));
  return new Map(found.map(({ messageId, message }) => [messageId, message]));
}

/** Reads messages for a step that is going to ask for each of them. @returns those that are there */
export async function readMessagesAhead(messageIds: readonly string[]): Promise<MessageRecord[]> {
  const found = await Messages.readAhead(messageIds.map((messageId) => ({ messageId })));
  return found.map(({ message }) => message);
}

/** The write of a new message; refused when it is there already. */
export const insertMessage = (message: MessageRecord): object => Messages.insert(item(message));

/** The write of a change; refused when the message has changed since. */
export const replaceMessage = (before: MessageRecord, after: MessageRecord): object =>
  Messages.put(item(after), ifVersion(before.version));

/** Some messages of a conversation, the oldest first; its index tells of the newest ones a moment late. */
export async function someOfConversation(conversationId: string, limit: number): Promise<MessageRecord[]> {
  const { data } = await Messages.query('ofConversation', { conversationId }).go({ limit });
  return data.map(({ message }) => message);
}

/** A page of the messages of a conversation, the oldest first, from a cursor on. */
export async function pageOfConversation(conversationId: string, cursor: string | null, limit: number) {
  const page = await Messages.query('ofConversation', { conversationId }).go({ cursor, limit });
  return { messages: page.data.map(({ message }) => message), cursor: page.cursor };
}

/** A page of the messages of a channel from before an instant (ISO 8601), the oldest first. */
export async function messagesBefore(
  channel: MessageChannel,
  before: string,
  cursor: string | null,
  limit: number,
) {
  const query = Messages.query('byTime', { channel }).between({ at: '' }, { at: before });
  const page = await query.go({ cursor, limit });
  return { messages: page.data.map(({ message }) => message), cursor: page.cursor };
}

export const deleteMessages = (messageIds: readonly string[]): Promise<void> =>
  Messages.removeEvery(messageIds.map((messageId) => ({ messageId })));

interface Range {
  since?: string | undefined;
  until?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Reads of one page; where little passes, it ends early with a cursor. */
const readsAtMost = 40;

/** Messages newest first, of one channel or of one conversation; `pass` is asked of each. */
export async function messagesPage(
  of: { channel: MessageChannel } | { conversationId: string },
  { since = '', until = '9', limit, cursor }: Range,
  pass: (message: MessageRecord) => boolean | Promise<boolean> = () => true,
): Promise<{ messages: MessageRecord[]; nextCursor: string | null }> {
  const all = 'channel' in of ? Messages.query('byTime', of) : Messages.query('ofConversation', of);
  const query = all.between({ at: since }, { at: until });
  const messages: MessageRecord[] = [];
  let place: string | null = cursor ?? null;
  let reads = 0;
  do {
    reads++;
    const page: Awaited<ReturnType<typeof query.go>> = await fromCursor(
      (options) => query.go({ ...options, order: 'desc' }),
      place,
      limit - messages.length,
    );
    for (const { message } of page.data) if (await pass(message)) messages.push(message);
    place = page.cursor;
  } while (place && messages.length < limit && reads < readsAtMost);
  return { messages, nextCursor: place };
}

export const earlierMessages = () => earlierItems(Messages.query('open'), 'messageId');
