import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import {
  bulkChange,
  conversationNote,
  conversationStates,
  conversationTag,
  inboxConversation,
  inboxFilter,
  inboxLimits,
} from '../model/inbox.ts';
import { refersTo } from '../model/reference.ts';
import { id, message, route } from './contract.ts';
import { savedView, storedView, viewVersion } from './saved-views.ts';

const ofConversation = { id: id('cnv') };
const named = z.object({ id: z.string(), name: z.string() });
const inboxView = savedView.extend({ filter: inboxFilter });
const storedInboxView = storedView(inboxView);

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
        tag: conversationTag.optional().describe('only those with this tag'),
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
  tags: route('GET', '/conversations/tags', 'messages.view', 'The tags that threads have')
    .input(z.strictObject({}))
    .output(z.object({ tags: z.array(z.string()).describe('in the order of the alphabet') })),
  views: route('GET', '/conversations/views', 'messages.view', 'Saved views: your own and the shared ones')
    .input(z.strictObject({}))
    .output(z.object({ views: z.array(storedInboxView) })),
  saveView: route('POST', '/conversations/views', 'messages.view', 'Save a view of the inbox', {
    status: 201,
  })
    .input(inboxView)
    .output(storedInboxView),
  updateView: route('PUT', '/conversations/views/{id}', 'messages.view', 'Change a saved view of your own')
    .input(changesOf(inboxView).extend({ id: id('ivw'), version: viewVersion }))
    .output(storedInboxView),
  removeView: route('DELETE', '/conversations/views/{id}', 'messages.view', 'Remove a saved view of your own')
    .input(z.strictObject({ id: id('ivw') }))
    .output(message),
  changeMany: route('POST', '/conversations/bulk', 'messages.send', 'Do one thing to many threads')
    .input(
      z.strictObject({
        ids: z
          .array(id('cnv'))
          .min(1, 'Please choose a conversation.')
          .max(inboxLimits.bulk, `One call changes at most ${inboxLimits.bulk} conversations.`),
        change: bulkChange,
      }),
    )
    .output(
      z.object({
        changed: z.number().int(),
        refused: z.array(z.object({ id: z.string(), reason: z.string() })),
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
  setTags: route('PUT', '/conversations/{id}/tags', 'messages.send', 'Give a thread these tags')
    .input(
      z.strictObject({
        ...ofConversation,
        tags: z
          .array(conversationTag)
          .max(inboxLimits.tags, `A conversation has at most ${inboxLimits.tags} tags.`),
      }),
    )
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
