import { Entity } from 'electrodb';
import * as z from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';
import type { Channel } from '#shared/model/lead.ts';
import type { MessageChannel } from '#shared/model/message.ts';

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
  version: number;
}

const { primary, gsi1, gsi2, gsi3 } = keys;

/** Whose list a conversation is in that belongs to nobody. */
export const nobody = 'none';

const Conversations = new Entity(
  {
    model: model('conversation'),
    attributes: {
      tenantId: { type: 'number', required: true },
      conversationId: { type: 'string', required: true },
      owner: { type: 'string', required: true },
      at: { type: 'string', required: true },
      smsAt: { type: 'string' },
      conversation: { type: 'any', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'conversationId'] },
        sk: { ...primary.sk, composite: [] },
      },
      all: {
        index: gsi1.index,
        pk: { ...gsi1.pk, composite: ['tenantId'] },
        sk: { ...gsi1.sk, composite: ['at', 'conversationId'], casing: 'none' },
      },
      ofOwner: {
        index: gsi2.index,
        pk: { ...gsi2.pk, composite: ['tenantId', 'owner'] },
        sk: { ...gsi2.sk, composite: ['at', 'conversationId'], casing: 'none' },
      },
      texts: {
        index: gsi3.index,
        condition: ({ smsAt }) => typeof smsAt === 'string' && smsAt !== '',
        pk: { ...gsi3.pk, composite: ['tenantId'] },
        sk: { ...gsi3.sk, composite: ['smsAt', 'conversationId'], casing: 'none' },
      },
    },
  },
  connection,
);

/** Texts that were not read: of everybody, of each owner, of nobody. */
const Unread = new Entity(
  {
    model: model('unreadTexts'),
    attributes: {
      tenantId: { type: 'number', required: true },
      /** 'all', a user's id, or 'none'. */
      scope: { type: 'string', required: true },
      count: { type: 'number' },
      conversations: { type: 'number' },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['scope'], casing: 'none' },
      },
    },
  },
  connection,
);

/** Conversations in which a text waits for an answer, by the blast that it answers. */
const Waiting = new Entity(
  {
    model: model('waitingText'),
    attributes: {
      tenantId: { type: 'number', required: true },
      campaignId: { type: 'string', required: true },
      since: { type: 'string', required: true },
      conversationId: { type: 'string', required: true },
    },
    indexes: {
      ofCampaign: {
        pk: { ...primary.pk, composite: ['tenantId', 'campaignId'] },
        sk: { ...primary.sk, composite: ['since', 'conversationId'], casing: 'none' },
      },
    },
  },
  connection,
);

/** How long the address of a conversation that was put into another leads there; seconds. */
const joinedSeconds = 90 * 86_400;

/** Where a conversation went that was put into another. */
const Joined = new Entity(
  {
    model: model('joinedConversation'),
    attributes: {
      tenantId: { type: 'number', required: true },
      conversationId: { type: 'string', required: true },
      into: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'conversationId'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

const tenant = () => ({ tenantId: tenantOf() });
const scopeOf = (conversation: Pick<ConversationRecord, 'ownerId'>) => conversation.ownerId ?? nobody;
const recordOf = (stored: { conversation: unknown }) => stored.conversation as ConversationRecord;

export async function findConversation(conversationId: string): Promise<ConversationRecord | undefined> {
  const { data } = await Conversations.get({ ...tenant(), conversationId }).go({ consistent: true });
  return data ? recordOf(data) : undefined;
}

export async function findConversations(ids: readonly string[]): Promise<ConversationRecord[]> {
  if (ids.length === 0) return [];
  const asked = [...new Set(ids)].map((conversationId) => ({ ...tenant(), conversationId }));
  const { data } = await Conversations.get(asked).go({ concurrency: 4, consistent: true });
  const found = new Map(data.map((stored) => [stored.conversationId, recordOf(stored)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** What a conversation was, and what it is after a change; either may be missing. */
interface Step {
  before?: ConversationRecord | undefined;
  after?: ConversationRecord | undefined;
}

/** By how much the counts of unread texts change, by scope. */
function unreadWrites(steps: readonly Step[]): object[] {
  const changes = new Map<string, { count: number; conversations: number }>();
  const note = (scope: string, of: ConversationRecord, sign: number) => {
    if (of.unread === 0) return;
    const change = changes.get(scope) ?? { count: 0, conversations: 0 };
    change.count += sign * of.unread;
    change.conversations += sign;
    changes.set(scope, change);
  };
  for (const { before, after } of steps)
    for (const [of, sign] of [
      [before, -1],
      [after, 1],
    ] as const)
      if (of) for (const scope of ['all', scopeOf(of)]) note(scope, of, sign);
  return [...changes]
    .filter(([, { count, conversations }]) => count !== 0 || conversations !== 0)
    .map(([scope, { count, conversations }]) =>
      Unread.upsert({ ...tenant(), scope })
        .add({ count, conversations })
        .params(),
    );
}

const waitingOf = (conversation: ConversationRecord | undefined) =>
  conversation?.waitingSince
    ? {
        ...tenant(),
        campaignId: conversation.campaignId ?? nobody,
        since: conversation.waitingSince,
        conversationId: conversation.id,
      }
    : undefined;

function waitingWrites({ before, after }: Step): object[] {
  const [was, is] = [waitingOf(before), waitingOf(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  return [...(was ? [Waiting.delete(was).params()] : []), ...(is ? [Waiting.put(is).params()] : [])];
}

/**
 * The writes that bring a conversation to a new state, the counts of unread texts and what waits for an answer with
 * it. Refused when it has changed since `before` was read.
 */
export function conversationWrites(
  before: ConversationRecord | undefined,
  changed: ConversationRecord,
): object[] {
  const after = { ...changed, version: (before?.version ?? 0) + 1 };
  return [writeOf(before, after), ...unreadWrites([{ before, after }]), ...waitingWrites({ before, after })];
}

function writeOf(before: ConversationRecord | undefined, after: ConversationRecord): object {
  const item = {
    ...tenant(),
    conversationId: after.id,
    owner: scopeOf(after),
    at: after.at,
    smsAt: after.smsAt ?? '',
    conversation: after,
    version: after.version,
  };
  return before
    ? Conversations.put(item)
        .where(({ version }, { eq }) => eq(version, before.version))
        .params()
    : Conversations.create(item).params();
}

const deletionOf = ({ id, version: known }: ConversationRecord): object =>
  Conversations.delete({ ...tenant(), conversationId: id })
    .where(({ version }, { eq }) => eq(version, known))
    .params();

/** The writes that remove a conversation and all that counts it. Refused when it has changed since it was read. */
export const removingConversation = (before: ConversationRecord): object[] => [
  deletionOf(before),
  ...unreadWrites([{ before }]),
  ...waitingWrites({ before }),
];

/** The writes that put one conversation into another, which may be new, so that all is counted once. */
export function joiningConversations(
  from: ConversationRecord,
  into: ConversationRecord | undefined,
  joined: ConversationRecord,
): object[] {
  const after = { ...joined, version: (into?.version ?? 0) + 1 };
  return [
    deletionOf(from),
    writeOf(into, after),
    ...unreadWrites([{ before: from }, { before: into, after }]),
    ...waitingWrites({ before: from }),
    ...waitingWrites({ before: into, after }),
    Joined.put({
      ...tenant(),
      conversationId: from.id,
      into: after.id,
      expiresAt: clock.seconds() + joinedSeconds,
    }).params(),
  ];
}

/** The conversation that another one was put into, for who has the old one's address. */
export async function joinedInto(conversationId: string): Promise<string | undefined> {
  const { data } = await Joined.get({ ...tenant(), conversationId }).go({ consistent: true });
  return data?.into;
}

export async function unreadOf(scopes: readonly string[]): Promise<{ count: number; conversations: number }> {
  const { data } = await Unread.get(scopes.map((scope) => ({ ...tenant(), scope }))).go({ consistent: true });
  return {
    count: data.reduce((sum, { count = 0 }) => sum + count, 0),
    conversations: data.reduce((sum, { conversations = 0 }) => sum + conversations, 0),
  };
}

/** Which list of conversations is walked. */
export type ConversationList = { list: 'texts' } | { list: 'all' } | { list: 'ofOwner'; owner: string };

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
  const found =
    which.list === 'texts'
      ? await Conversations.query
          .texts(tenant())
          .between({ smsAt: '' }, { smsAt: at, conversationId })
          .go(options)
      : which.list === 'all'
        ? await Conversations.query.all(tenant()).between({ at: '' }, { at, conversationId }).go(options)
        : await Conversations.query
            .ofOwner({ ...tenant(), owner: which.owner })
            .between({ at: '' }, { at, conversationId })
            .go(options);
  const conversations = found.data.map(recordOf).filter(({ id }) => id !== from?.id);
  return {
    conversations: conversations.slice(0, limit),
    more: found.cursor !== null || conversations.length > limit,
  };
}

/** Conversations of a blast in which a text waits for an answer, the longest first, after a place. */
export async function waitingAfter(campaignId: string, from: Place | undefined, limit: number) {
  const { data, cursor } = await Waiting.query
    .ofCampaign({ ...tenant(), campaignId })
    .between(from ? { since: from.at, conversationId: from.id } : { since: '' }, { since: '9' })
    .go({ limit: limit + 1 });
  const waiting = data.filter(({ conversationId }) => conversationId !== from?.id);
  return {
    waiting: waiting.slice(0, limit).map(({ since, conversationId }) => ({ since, conversationId })),
    more: cursor !== null || waiting.length > limit,
  };
}
