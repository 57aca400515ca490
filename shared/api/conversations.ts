import { z } from 'zod';
import { conversationNote, conversationStates, inboxConversation, inboxLimits } from '../model/inbox.ts';
import { refersTo } from '../model/reference.ts';
import { id, message, route } from './contract.ts';

const ofConversation = { id: id('cnv') };
const named = z.object({ id: z.string(), name: z.string() });

/** The inbox as a team works it: who answers a thread, when it comes back, what colleagues note on it. */
export const conversations = {
  list: route('GET', '/conversations', 'messages.view', 'The threads of the inbox, the latest first')
    .input(
      z.strictObject({
        assigned: z
          .enum(['mine', 'unassigned', 'all'])
          .default('all')
          .describe("mine: the caller's, or a group's that they are in; unassigned: nobody answers it yet"),
        state: z.enum(conversationStates).optional(),
        mentioned: z.stringbool().optional().describe('only those in which a note names the caller'),
        unread: z.stringbool().optional().describe('only those with texts that were not read'),
        search: z.string().trim().max(100).optional().describe('part of the name or the number'),
        cursor: z.string().max(2_000).optional().describe("an earlier answer's `nextCursor`"),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(
      z.object({
        conversations: z.array(inboxConversation),
        nextCursor: z.string().nullable().describe('there may be more, also where this page is empty'),
      }),
    ),
  counts: route('GET', '/conversations/counts', 'messages.view', 'What the caller has not read')
    .input(z.strictObject({}))
    .output(
      z.object({
        mine: z.object({ count: z.number().int(), conversations: z.number().int() }),
        mentions: z.number().int().describe('threads in which a note names the caller'),
      }),
    ),
  get: route('GET', '/conversations/{id}', 'messages.view', 'One thread: who answers it, and its notes')
    .input(z.strictObject(ofConversation))
    .output(
      z.object({
        conversation: inboxConversation,
        notes: z.array(conversationNote).describe('oldest first'),
        people: z.array(named).describe('those who see it: it can be theirs, and a note can name them'),
        groups: z.array(named),
      }),
    ),
  assign: route('POST', '/conversations/{id}/assign', 'messages.send', 'Say who answers a thread')
    .input(
      z
        .strictObject({
          ...ofConversation,
          assigneeId: id('usr').nullable().default(null),
          groupId: refersTo('agentGroup', id('agr')).nullable().default(null),
        })
        .refine(({ assigneeId, groupId }) => !assigneeId || !groupId, {
          message: 'A conversation is assigned to a person or to a group.',
          path: ['groupId'],
        }),
    )
    .output(inboxConversation),
  snooze: route('POST', '/conversations/{id}/snooze', 'messages.send', 'Put a thread off until a time')
    .input(z.strictObject({ ...ofConversation, until: z.iso.datetime({ offset: true }) }))
    .output(inboxConversation),
  close: route('POST', '/conversations/{id}/close', 'messages.send', 'A thread needs no answer')
    .input(z.strictObject(ofConversation))
    .output(inboxConversation),
  open: route('POST', '/conversations/{id}/open', 'messages.send', 'Open a thread that was put off or closed')
    .input(z.strictObject(ofConversation))
    .output(inboxConversation),
  addNote: route('POST', '/conversations/{id}/notes', 'messages.send', 'Note something for colleagues', {
    status: 201,
  })
    .input(
      z.strictObject({
        ...ofConversation,
        text: z
          .string()
          .trim()
          .min(1, 'Please write a note.')
          .max(inboxLimits.note, `A note has at most ${inboxLimits.note} characters.`),
        mentions: z
          .array(id('usr'))
          .max(inboxLimits.mentions, `A note names at most ${inboxLimits.mentions} people.`)
          .default([])
          .describe('who is told of it'),
      }),
    )
    .output(conversationNote),
  removeNote: route(
    'DELETE',
    '/conversations/{id}/notes/{noteId}',
    'messages.send',
    "Remove a note: one's own, or as an admin anybody's",
  )
    .input(z.strictObject({ ...ofConversation, noteId: id('cno') }))
    .output(message),
  presence: route('POST', '/conversations/{id}/presence', 'messages.view', 'Say that one has a thread open')
    .input(
      z.strictObject({
        ...ofConversation,
        isWriting: z.boolean().default(false),
        leaving: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        others: z.array(z.object({ userId: z.string(), name: z.string(), isWriting: z.boolean() })),
      }),
    ),
};
