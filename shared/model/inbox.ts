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
});
export type InboxConversation = z.output<typeof inboxConversation>;

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
