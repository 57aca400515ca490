import { groupsOfAgent } from '#functions/agentGroups/api.ts';
import { actor, currentUser } from '#functions/kernel/actor.ts';
import type { LeadRecord } from '#functions/leads/api.ts';
import type { ConversationState, InboxConversation } from '#shared/model/inbox.ts';
import { answererOf, deskOf, nobody } from '../desk/desk.ts';
import { mentionsOf, notesOf } from '../desk/notes-store.ts';
import {
  answeredBy,
  type ConversationList,
  type ConversationRecord,
  findConversations,
  unreadOf,
} from '../threads/conversation-store.ts';
import { conversationsPage, leadsOf, listsOf, maySee, seen, views } from '../threads/threads.ts';
import { activeGroups, colleaguesOf, names } from './colleagues.ts';

interface InboxQuery {
  assigned: 'mine' | 'unassigned' | 'all';
  state?: ConversationState | undefined;
  mentioned?: boolean | undefined;
  unread?: boolean | undefined;
  tag?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** The caller and the groups they are in; nobody for an API key. */
async function ownIds(): Promise<string[]> {
  const who = actor();
  return who.kind === 'user' ? [who.userId, ...(await groupsOfAgent(who.userId))] : [];
}

/** Threads as the inbox shows them, with the names of those who answer. */
async function inboxViews(
  conversations: readonly ConversationRecord[],
  leads: Map<string, LeadRecord>,
): Promise<InboxConversation[]> {
  const who = actor();
  const [shown, called, own, mentions] = await Promise.all([
    views(conversations, leads),
    names(),
    ownIds(),
    who.kind === 'user' ? mentionsOf(who.userId) : new Set<string>(),
  ]);
  return shown.map((one, at) => {
    const record = { ...conversations[at]!, ownerId: one.ownerId };
    const answerer = answererOf(record);
    return {
      ...one,
      ...deskOf(record),
      answererName: answerer === nobody ? null : (called.get(answerer) ?? 'Somebody who has left'),
      isMine: own.includes(answerer),
      mentioned: mentions.has(one.id),
    };
  });
}

/** One thread as the inbox shows it. @throws 404 */
export async function inboxView(id: string): Promise<InboxConversation> {
  const { conversation, lead } = await seen('all', id);
  return (await inboxViews([conversation], new Map(lead ? [[lead.id, lead]] : [])))[0]!;
}

/** Which lists hold what is asked for, and which of their threads are meant. */
async function narrowed({ assigned, state, tag }: InboxQuery) {
  const inState = (one: ConversationRecord) => !state || deskOf(one).state === state;
  const tagged: ConversationList[] | undefined = tag ? [{ list: 'tagged', tag }] : undefined;
  if (assigned === 'all') return { lists: tagged ?? listsOf('all'), isMeant: inState };
  const who = assigned === 'mine' ? [currentUser().userId, ...(await ownIds()).slice(1)] : [nobody];
  const lists: ConversationList[] = tagged ?? [
    { list: 'ofOwner', owner: who[0]! },
    ...(assigned === 'mine' ? who.map((answerer) => ({ list: 'givenTo' as const, answerer })) : []),
  ];
  return { lists, isMeant: (one: ConversationRecord) => who.includes(answererOf(one)) && inState(one) };
}

/** The threads in which a note names the caller who has not looked since, the latest first. */
async function mentionedIn({ state, tag, limit }: InboxQuery) {
  const found = await findConversations([...(await mentionsOf(currentUser().userId))]);
  const leads = await leadsOf(found);
  const shown = found
    .filter((one) => maySee('all', one, leads.get(one.leadId ?? '')))
    .filter((one) => !state || deskOf(one).state === state)
    .filter((one) => !tag || deskOf(one).tags.some((has) => has.toLowerCase() === tag.toLowerCase()))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, limit);
  return { conversations: await inboxViews(shown, leads), nextCursor: null };
}

/** A page of the inbox. @throws 403 'person_required' where what is the caller's is asked for by an API key */
export async function listInbox(query: InboxQuery) {
  if (query.mentioned) return mentionedIn(query);
  const { chosen, leads, nextCursor } = await conversationsPage('all', query, await narrowed(query));
  return { conversations: await inboxViews(chosen, leads), nextCursor };
}

/** What the caller has not read of what is theirs to answer, and where they were named. */
export async function inboxCounts() {
  const { userId } = currentUser();
  const own = await ownIds();
  const [mine, mentions] = await Promise.all([
    unreadOf([userId, ...own.map(answeredBy)]),
    mentionsOf(userId),
  ]);
  return { mine, mentions: mentions.size };
}

/** One thread with its notes, and who can be asked to answer it. @throws 404 */
export async function inboxConversationOf(id: string) {
  const { conversation, lead } = await seen('all', id);
  const [[shown], notes, people, groups, called] = await Promise.all([
    inboxViews([conversation], new Map(lead ? [[lead.id, lead]] : [])),
    notesOf(conversation.id),
    colleaguesOf(lead),
    activeGroups(),
    names(),
  ]);
  const named = (userId: string) => ({ id: userId, name: called.get(userId) ?? 'Somebody who has left' });
  return {
    conversation: shown!,
    notes: notes.map(({ noteId, text, by, mentions, at }) => ({
      id: noteId,
      text,
      by,
      byName: named(by).name,
      mentions: mentions.map(named),
      at,
    })),
    people,
    groups,
  };
}
