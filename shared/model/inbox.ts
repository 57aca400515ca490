import * as z from 'zod';
import { conversation } from './message.ts';

/**
 * Where a thread stands. `snoozed`: it comes back by itself, at its time or when the person writes. `closed`: it needs
 * no answer, until the person writes again.
 */
export const conversationStates = ['open', 'snoozed', 'closed'] as const;
export type ConversationState = (typeof conversationStates)[number];

export const inboxLimits = {
  note: 2_000,
  /** People whom one note may name. */
  mentions: 20,
  /** Notes of one thread. */
  notes: 500,
  /** Tags of one thread, characters of one, and tags that a workspace uses. */
  tags: 10,
  tag: 40,
  tagsOfTenant: 200,
  /** Threads that one call changes. */
  bulk: 100,
  /** Threads of which somebody is told that they were named there and have not looked. */
  unseenMentions: 200,
  snoozeDays: 366,
  /** Seconds for which a sign of life counts, and ms between two of them. */
  presenceLifetime: 15,
  presenceBeat: 4_000,
} as const;

/** A thread with what colleagues agree about it. */
export const inboxConversation = conversation.extend({
  state: z.enum(conversationStates),
  snoozedUntil: z.string().nullable(),
  returnedAt: z.string().nullable().describe('when its snooze ended, until something else happens to it'),
  assigneeId: z.string().nullable().describe('the person who was asked to answer it'),
  groupId: z.string().nullable().describe('the agent group that was asked to answer it'),
  answererName: z
    .string()
    .nullable()
    .describe("the name of that person or group, else of the lead's owner; null: nobody answers it yet"),
  isMine: z.boolean().describe('the caller answers it, or a group that they are in'),
  mentioned: z.boolean().describe('a note names the caller, who has not looked since'),
  tags: z.array(z.string()).describe('what colleagues call it, in the order of the alphabet'),
});
export type InboxConversation = z.output<typeof inboxConversation>;

export const conversationTag = z
  .string()
  .trim()
  .min(1, 'Please name the tag.')
  .max(inboxLimits.tag, `A tag has at most ${inboxLimits.tag} characters.`);

/** Tags as they are kept: each once, whatever its case, in the order of the alphabet. */
export function tidyTags(tags: readonly string[]): string[] {
  const byKey = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  return [...byKey.values()].sort((a, b) => a.localeCompare(b, 'en'));
}

/** Which threads of the inbox a saved view shows. */
export const inboxFilter = z.strictObject({
  assigned: z.enum(['mine', 'unassigned', 'all']).default('all'),
  state: z.enum([...conversationStates, 'any']).default('open'),
  unread: z.boolean().default(false),
  tag: conversationTag.nullable().default(null),
  search: z.string().trim().max(100).default(''),
});
export type InboxFilter = z.output<typeof inboxFilter>;

/** What is done to many threads at once. */
export const bulkChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('close') }),
  z.strictObject({ action: z.literal('open') }),
  z.strictObject({ action: z.literal('snooze'), until: z.iso.datetime({ offset: true }) }),
  z.strictObject({
    action: z.literal('assign'),
    assigneeId: z.string().max(64).nullable().default(null),
    groupId: z.string().max(64).nullable().default(null),
  }),
  z.strictObject({ action: z.literal('tag'), tag: conversationTag }),
  z.strictObject({ action: z.literal('untag'), tag: conversationTag }),
]);
export type BulkChange = z.output<typeof bulkChange>;

/** What colleagues tell each other about a thread. It is never sent. */
export const conversationNote = z.object({
  id: z.string(),
  text: z.string(),
  by: z.string().describe("a user's id"),
  byName: z.string(),
  mentions: z.array(z.object({ id: z.string(), name: z.string() })),
  at: z.string(),
});
export type ConversationNote = z.output<typeof conversationNote>;
