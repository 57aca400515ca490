import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion } from '#functions/kernel/entity.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import type { Channel } from '#shared/model/lead.ts';
import type { MessageChannel } from '#shared/model/message.ts';
import { assignedUpTo, assignedWrites, listedAt } from '../desk/assigned-store.ts';
import { afterHandOver, deskOf, givenTo, nobody, type StoredDesk } from '../desk/desk.ts';
import { taggedUpTo, tagWrites } from '../desk/tag-store.ts';
import { scopeOf, unreadWrites } from '../desk/unread-store.ts';

export { nobody } from '../desk/desk.ts';
export { answeredBy, unreadOf } from '../desk/unread-store.ts';

/** The thread with one lead, or with one address that belongs to no lead. */
export interface ConversationRecord {
  id: string;
  leadId: string | null;
  address: string;
  ownerId: string | null;
  /** The number that the person knows. */
  ownAddress: string | null;
  provider: string | null;
  campaignId: string | null;
  last: {
    id: string;
    channel: MessageChannel;
    direction: 'outbound' | 'inbound';
    text: string;
    at: string;
  };
  /** The source of the last text that went out, for what an answer belongs to. */
  lastSource: { kind: string; id: string | null } | null;
  unread: number;
  messages: number;
  optedOut: Channel[];
  waitingSince: string | null;
  lastInboundAt: string | null;
  /** When anything was last said, and when by text; undefined where only mails went. */
  at: string;
  smsAt: string | null;
  /** What colleagues agreed about it; earlier versions had none. */
  desk?: StoredDesk | undefined;
  version: number;
}

const Conversations = entity('conversation', {
  fields: z.object({
    conversationId: z.string(),
    owner: z.string(),
    at: z.string(),
    /** Empty where only mails went. */
    smsAt: z.string().optional(),
    /** Whom it was given to that is not the owner: whose page hears of it. */
    givenTo: z.string().optional(),
    conversation: z.custom<ConversationRecord>(),
    version: z.number(),
  }),
  key: { partition: ['conversationId'], sort: [] },
  indexes: {
    all: { index: 'gsi1', partition: [], sort: ['at', 'conversationId'], casing: 'none' },
    ofOwner: { index: 'gsi2', partition: ['owner'], sort: ['at', 'conversationId'], casing: 'none' },
    texts: {
      index: 'gsi3',
      partition: [],
      sort: ['smsAt', 'conversationId'],
      casing: 'none',
      onlyWith: 'smsAt',
    },
  },
  due: true,
});

/** Conversations in which a text waits for an answer, by the blast that it answers. */
const Waiting = entity('waitingText', {
  fields: z.object({ campaignId: z.string(), since: z.string(), conversationId: z.string() }),
  key: { partition: ['campaignId'], sort: ['since', 'conversationId'], casing: 'none' },
});

/** How long the address of a conversation that was put into another leads there; seconds. */
const joinedSeconds = 90 * 86_400;

/** Where a conversation went that was put into another. */
const Joined = entity('joinedConversation', {
  fields: z.object({ conversationId: z.string(), into: z.string(), expiresAt: z.number() }),
  key: { partition: ['conversationId'], sort: [] },
});

export async function findConversation(conversationId: string): Promise<ConversationRecord | undefined> {
  return (await Conversations.find({ conversationId }))?.conversation;
}

export async function findConversations(ids: readonly string[]): Promise<ConversationRecord[]> {
  const stored = await Conversations.findMany(
    [...new Set(ids)].map((conversationId) => ({ conversationId })),
  );
  const found = new Map(stored.map(({ conversationId, conversation }) => [conversationId, conversation]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Reads conversations for a step that is going to ask for each of them. */
export async function readConversationsAhead(ids: readonly string[]): Promise<void> {
  await Conversations.readAhead(ids.map((conversationId) => ({ conversationId })));
}

/** What a conversation was, and what it is after a change; either may be missing. */
interface Step {
  before?: ConversationRecord | undefined;
  after?: ConversationRecord | undefined;
}

const waitingOf = (conversation: ConversationRecord | undefined) =>
  conversation?.waitingSince
    ? {
        campaignId: conversation.campaignId ?? nobody,
        since: conversation.waitingSince,
        conversationId: conversation.id,
      }
    : undefined;

function waitingWrites({ before, after }: Step): object[] {
  const [was, is] = [waitingOf(before), waitingOf(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  return [...(was ? [Waiting.remove(was)] : []), ...(is ? [Waiting.put(is)] : [])];
}

/**
 * The writes that bring a conversation to a new state, the counts of unread texts and what waits for an answer with
 * it. Refused when it has changed since `before` was read.
 */
export function conversationWrites(
  before: ConversationRecord | undefined,
  changed: ConversationRecord,
): object[] {
  const after = { ...afterHandOver(before, changed), version: (before?.version ?? 0) + 1 };
  return [
    writeOf(before, after),
    ...unreadWrites([{ before, after }]),
    ...waitingWrites({ before, after }),
    ...assignedWrites(before, after),
    ...tagWrites(before, after),
  ];
}

function writeOf(before: ConversationRecord | undefined, after: ConversationRecord): object {
  const { state, snoozedUntil } = deskOf(after);
  const to = givenTo(after);
  const item = {
    conversationId: after.id,
    owner: scopeOf(after),
    at: listedAt(after),
    smsAt: after.smsAt ?? '',
    ...(to ? { givenTo: to } : {}),
    ...(state === 'snoozed' && snoozedUntil ? dueAt('snoozedConversation', after.id, snoozedUntil) : {}),
    conversation: after,
    version: after.version,
  };
  return before ? Conversations.put(item, ifVersion(before.version)) : Conversations.insert(item);
}

const deletionOf = ({ id, version }: ConversationRecord): object =>
  Conversations.remove({ conversationId: id }, ifVersion(version));

/** The writes that remove a conversation and all that counts it. Refused when it has changed since it was read. */
export const conversationRemovalWrites = (before: ConversationRecord): object[] => [
  deletionOf(before),
  ...unreadWrites([{ before }]),
  ...waitingWrites({ before }),
  ...assignedWrites(before, undefined),
  ...tagWrites(before, undefined),
];

/** The writes that put one conversation into another, which may be new, so that all is counted once. */
export function conversationJoinWrites(
  from: ConversationRecord,
  into: ConversationRecord | undefined,
  joined: ConversationRecord,
): object[] {
  const after = { ...afterHandOver(into ?? from, joined), version: (into?.version ?? 0) + 1 };
  return [
    deletionOf(from),
    writeOf(into, after),
    ...unreadWrites([{ before: from }, { before: into, after }]),
    ...waitingWrites({ before: from }),
    ...waitingWrites({ before: into, after }),
    ...assignedWrites(from, undefined),
    ...assignedWrites(into, after),
    ...tagWrites(from, undefined),
    ...tagWrites(into, after),
    Joined.put({ conversationId: from.id, into: after.id, expiresAt: clock.seconds() + joinedSeconds }),
  ];
}

/** The conversation that another one was put into, for who has the old one's address. */
export async function joinedInto(conversationId: string): Promise<string | undefined> {
  return (await Joined.find({ conversationId }))?.into;
}

/** Which list of conversations is walked. */
export type ConversationList =
  | { list: 'texts' }
  | { list: 'all' }
  | { list: 'ofOwner'; owner: string }
  | { list: 'givenTo'; answerer: string }
  | { list: 'tagged'; tag: string };

const place = z.strictObject({ at: z.string().max(40), id: z.string().max(100) });
export const conversationCursor = placeCursor(place);
type Place = z.output<typeof place>;

/** Conversations of a list, the latest first, after a place. */
export async function conversationsAfter(
  which: ConversationList,
  from: Place | undefined,
  limit: number,
): Promise<{ conversations: ConversationRecord[]; more: boolean }> {
  // The place itself is read again and left out: a range has both its ends.
  const options = { limit: limit + 1, order: 'desc' } as const;
  const at = from?.at ?? '9';
  const conversationId = from?.id ?? '';
  const upTo = { at, conversationId };
  if (which.list === 'givenTo' || which.list === 'tagged') {
    const { ids, more } =
      which.list === 'tagged'
        ? await taggedUpTo(which.tag, upTo, limit + 1)
        : await assignedUpTo(which.answerer, at, conversationId, limit + 1);
    const found = (await findConversations(ids)).filter(({ id }) => id !== from?.id);
    return { conversations: found.slice(0, limit), more: more || found.length > limit };
  }
  const query =
    which.list === 'texts'
      ? Conversations.query('texts').between({ smsAt: '' }, { smsAt: at, conversationId })
      : which.list === 'all'
        ? Conversations.query('all').between({ at: '' }, upTo)
        : Conversations.query('ofOwner', { owner: which.owner }).between({ at: '' }, upTo);
  const found = await query.go(options);
  const conversations = found.data
    .map(({ conversation }) => conversation)
    .filter(({ id }) => id !== from?.id);
  return {
    conversations: conversations.slice(0, limit),
    more: found.cursor !== null || conversations.length > limit,
  };
}

/** A page of the conversations in which nothing was said from an instant on (ISO 8601), the oldest first. */
export async function conversationsBefore(before: string, cursor: string | null, limit: number) {
  const page = await Conversations.query('all').between({ at: '' }, { at: before }).go({ cursor, limit });
  return { conversations: page.data.map(({ conversation }) => conversation), cursor: page.cursor };
}

/** Conversations of a blast in which a text waits for an answer, the longest first, after a place. */
export async function waitingAfter(campaignId: string, from: Place | undefined, limit: number) {
  const { data, cursor } = await Waiting.query('key', { campaignId })
    .between(from ? { since: from.at, conversationId: from.id } : { since: '' }, { since: '9' })
    .go({ limit: limit + 1 });
  const waiting = data.filter(({ conversationId }) => conversationId !== from?.id);
  return {
    waiting: waiting.slice(0, limit).map(({ since, conversationId }) => ({ since, conversationId })),
    more: cursor !== null || waiting.length > limit,
  };
}

/** How many conversations of a blast have a text that waits for an answer. */
export const countWaiting = async (campaignId: string): Promise<number> =>
  (await Waiting.all('key', { campaignId })).length;
