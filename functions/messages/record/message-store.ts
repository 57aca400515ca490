import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems } from '#functions/kernel/due.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';
import type { Message, MessageChannel } from '#shared/model/message.ts';

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
  version: number;
};

const { primary, gsi1, gsi2, gsi3 } = keys;

const Messages = new Entity(
  {
    model: model('message'),
    attributes: {
      tenantId: { type: 'number', required: true },
      messageId: { type: 'string', required: true },
      channel: { type: 'string', required: true },
      conversationId: { type: 'string', required: true },
      at: { type: 'string', required: true },
      /** Of messages of earlier versions that are being sent; else empty. */
      openAt: { type: 'string' },
      message: { type: 'any', required: true },
      version: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'messageId'] },
        sk: { ...primary.sk, composite: [] },
      },
      byTime: {
        index: gsi1.index,
        pk: { ...gsi1.pk, composite: ['tenantId', 'channel'] },
        sk: { ...gsi1.sk, composite: ['at', 'messageId'], casing: 'none' },
      },
      ofConversation: {
        index: gsi2.index,
        pk: { ...gsi2.pk, composite: ['tenantId', 'conversationId'] },
        sk: { ...gsi2.sk, composite: ['at', 'messageId'], casing: 'none' },
      },
      open: {
        index: gsi3.index,
        condition: () => false,
        pk: { ...gsi3.pk, composite: ['tenantId'] },
        sk: { ...gsi3.sk, composite: ['openAt', 'messageId'], casing: 'none' },
      },
    },
  },
  connection,
);

const tenant = () => ({ tenantId: tenantOf() });

/** Ms after which the sweeper looks at a message that is still being sent. */
const forgottenAfter = 60_000;

/** When a message that is being sent is nobody's any more, ms since 1970. */
export const forgottenAt = ({ at, leaseUntil }: MessageRecord): number =>
  Math.max(Date.parse(at) + forgottenAfter, leaseUntil);

const item = (message: MessageRecord) => ({
  ...tenant(),
  messageId: message.id,
  channel: message.channel,
  conversationId: message.conversationId,
  at: message.at,
  openAt: '',
  message,
  version: message.version,
  ...(message.status === 'sending' ? dueAt('message', message.id, forgottenAt(message)) : {}),
});

const recordOf = (stored: { message: unknown }) => stored.message as MessageRecord;

export async function findMessage(messageId: string): Promise<MessageRecord | undefined> {
  const { data } = await Messages.get({ ...tenant(), messageId }).go({ consistent: true });
  return data ? recordOf(data) : undefined;
}

export async function findMessages(messageIds: readonly string[]): Promise<Map<string, MessageRecord>> {
  if (messageIds.length === 0) return new Map();
  const asked = [...new Set(messageIds)].map((messageId) => ({ ...tenant(), messageId }));
  const { data } = await Messages.get(asked).go({ concurrency: 4, consistent: true });
  return new Map(data.map((stored) => [stored.messageId, recordOf(stored)]));
}

/** The write of a new message; refused when it is there already. */
export const insertMessage = (message: MessageRecord): object => Messages.create(item(message)).params();

/** The write of a change; refused when the message has changed since. */
export const changingMessage = (before: MessageRecord, after: MessageRecord): object =>
  Messages.put(item(after))
    .where(({ version }, { eq }) => eq(version, before.version))
    .params();

/** Some messages of a conversation, the oldest first; its index tells of the newest ones a moment late. */
export async function someOfConversation(conversationId: string, limit: number): Promise<MessageRecord[]> {
  const { data } = await Messages.query.ofConversation({ ...tenant(), conversationId }).go({ limit });
  return data.map(recordOf);
}

export async function deleteMessages(messageIds: readonly string[]): Promise<void> {
  const { unprocessed } = await Messages.delete(
    messageIds.map((messageId) => ({ ...tenant(), messageId })),
  ).go({ concurrency: 4 });
  if (unprocessed.length > 0) throw new Error('The table did not remove all of the messages.');
}

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
  const range = [{ at: since }, { at: until }] as const;
  const query =
    'channel' in of
      ? Messages.query.byTime({ ...tenant(), ...of }).between(...range)
      : Messages.query.ofConversation({ ...tenant(), ...of }).between(...range);
  const messages: MessageRecord[] = [];
  let place: string | null = cursor ?? null;
  let reads = 0;
  do {
    reads++;
    const page: { data: { message: unknown }[]; cursor: string | null } = await fromCursor(
      (options) => query.go({ ...options, order: 'desc' }) as never,
      place,
      limit - messages.length,
    );
    for (const stored of page.data) {
      const message = recordOf(stored);
      if (await pass(message)) messages.push(message);
    }
    place = page.cursor;
  } while (place && messages.length < limit && reads < readsAtMost);
  return { messages, nextCursor: place };
}

export const earlierMessages = () => earlierItems(Messages.query.open(tenant()), 'messageId');
