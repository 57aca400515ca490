import { didDrawsFor } from '#functions/didPools/api.ts';
import { actor, currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { findLeads, type LeadRecord, mayUse } from '#functions/leads/api.ts';
import { type Conversation, type Message, messageChannels } from '#shared/model/message.ts';
import { listedAt } from '../desk/assigned-store.ts';
import { closed } from '../desk/desk.ts';
import { forgetMention } from '../desk/notes-store.ts';
import { findMessages, type MessageRecord, messagesPage } from '../record/message-store.ts';
import { changeConversation } from './change.ts';
import {
  type ConversationList,
  type ConversationRecord,
  conversationCursor,
  conversationsAfter,
  findConversation,
  findConversations,
  joinedInto,
  nobody,
  unreadOf,
  waitingAfter,
} from './conversation-store.ts';
import { conversationIdOf } from './recipient.ts';

/**
 * Which conversations are looked at: `texts` those with texts, `all` with mails too, `own` those of the caller's own
 * leads in which there are texts or somebody has written. Agents see of the first two those of their leads and of nobody's.
 */
export type View = 'texts' | 'all' | 'own';

/** Conversations that are looked through for one page of a narrowed list. */
const lookedAtMost = 1_000;

export function messageView({
  key: _key,
  providerId: _providerId,
  leaseUntil: _lease,
  asked: _asked,
  numberPoolId: _numberPoolId,
  version: _version,
  ...message
}: MessageRecord): Message {
  return message;
}

/** The leads of conversations, by id; those that are gone are left out. */
export async function leadsOf(
  conversations: readonly ConversationRecord[],
): Promise<Map<string, LeadRecord>> {
  const leads = await findLeads([...new Set(conversations.flatMap(({ leadId }) => leadId ?? []))]);
  return new Map(leads.filter(({ state }) => state === 'live').map((lead) => [lead.id, lead]));
}

/** By the lead as it is now, whatever index the conversation was found in: a lead changes hands. */
export function maySee(view: View, { leadId }: ConversationRecord, lead: LeadRecord | undefined): boolean {
  const who = actor();
  if (view === 'own') return who.kind === 'user' && lead?.ownerId === who.userId;
  if (leadId === null) return true;
  return lead ? mayUse(lead) : !seesOwnLeadsOnly();
}

const contactName = (lead: LeadRecord | undefined, address: string) =>
  (lead && (`${lead.firstName} ${lead.lastName}`.trim() || lead.company)) || address;

function conversationView(
  {
    version: _v,
    provider: _p,
    lastSource: _s,
    at: _a,
    smsAt: _t,
    desk: _d,
    last,
    ...conversation
  }: ConversationRecord,
  lead: LeadRecord | undefined,
  lastMessage: MessageRecord | undefined,
): Conversation {
  const withdrawn = messageChannels.filter((channel) => lead?.consent[channel].state === 'withdrawn');
  return {
    ...conversation,
    name: contactName(lead, conversation.address),
    ownerId: lead?.ownerId ?? null,
    lastMessage: { ...last, status: lastMessage?.status ?? 'sent' },
    optedOut: [...new Set([...conversation.optedOut, ...withdrawn])],
  };
}

export async function views(conversations: readonly ConversationRecord[], leads: Map<string, LeadRecord>) {
  const messages = await findMessages(conversations.map(({ last }) => last.id));
  return conversations.map((one) =>
    conversationView(one, leads.get(one.leadId ?? ''), messages.get(one.last.id)),
  );
}

/** The indexes that hold what the caller may see of a view. */
export function listsOf(view: View): ConversationList[] {
  const ofOwner = (owner: string) => ({ list: 'ofOwner' as const, owner });
  if (view === 'own') return [ofOwner(currentUser().userId)];
  if (seesOwnLeadsOnly()) return [ofOwner(currentUser().userId), ofOwner(nobody)];
  return [{ list: view }];
}

/** Texts make a thread one of a list; a mail that came in does so where one's own people are looked at. */
const isIn = (view: View, { smsAt, lastInboundAt }: ConversationRecord): boolean =>
  view === 'all' || smsAt !== null || (view === 'own' && lastInboundAt !== null);

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  unread?: boolean | undefined;
  search?: string | undefined;
}

/** Other lists than those of the view, and which of their conversations are meant. */
interface Narrowed {
  lists: readonly ConversationList[];
  isMeant: (one: ConversationRecord) => boolean;
}

const placeIn = (list: ConversationList, one: ConversationRecord) => ({
  at: (list.list === 'texts' && one.smsAt) || listedAt(one),
  id: one.id,
});

/** The next conversations of several indexes as one list, the latest first. */
async function nextOf(
  lists: readonly ConversationList[],
  from: { at: string; id: string } | undefined,
  limit: number,
) {
  const pages = await Promise.all(lists.map((list) => conversationsAfter(list, from, limit)));
  const merged = pages
    .flatMap((page, at) => page.conversations.map((one) => ({ one, place: placeIn(lists[at]!, one) })))
    .sort((a, b) => (`${a.place.at} ${a.place.id}` < `${b.place.at} ${b.place.id}` ? 1 : -1));
  return { found: merged.slice(0, limit), more: merged.length > limit || pages.some(({ more }) => more) };
}

/** A page of conversations with their leads, the latest first. */
export async function conversationsPage(
  view: View,
  { limit, cursor, unread, search = '' }: ListQuery,
  { lists, isMeant }: Narrowed,
) {
  const needle = search.toLowerCase();
  const digits = search.replace(/\D/g, '');
  const hits = (name: string, address: string) =>
    name.toLowerCase().includes(needle) ||
    address.includes(needle) ||
    (digits.length > 2 && address.includes(digits));
  const chosen = new Map<string, ConversationRecord>();
  const leads = new Map<string, LeadRecord>();
  let place = cursor ? conversationCursor.placeOf(cursor) : undefined;
  let looked = 0;
  for (;;) {
    const { found, more } = await nextOf(lists, place, limit);
    looked += found.length;
    const known = await leadsOf(found.map(({ one }) => one));
    for (const { one, place: at } of found) {
      place = at;
      const lead = known.get(one.leadId ?? '');
      if (!isIn(view, one) || !isMeant(one)) continue;
      if (!maySee(view, one, lead) || (unread && one.unread === 0)) continue;
      if (needle && !hits(contactName(lead, one.address), one.address)) continue;
      if (lead) leads.set(lead.id, lead);
      chosen.set(one.id, one);
      if (chosen.size === limit) break;
    }
    const full = chosen.size === limit;
    const ended = !more && !(full && place?.id !== found.at(-1)?.one.id);
    if (full || ended || looked >= lookedAtMost)
      return {
        chosen: [...chosen.values()],
        leads,
        nextCursor: ended || !place ? null : conversationCursor.cursorOf(place),
      };
  }
}

/** A page of the conversations of a view, the latest first. */
export async function listConversations(view: View, query: ListQuery) {
  const { chosen, leads, nextCursor } = await conversationsPage(view, query, {
    lists: listsOf(view),
    isMeant: () => true,
  });
  return { conversations: await views(chosen, leads), nextCursor };
}

/** The lead's conversation that a stranger's was put into. */
async function movedOn(conversationId: string): Promise<ConversationRecord | undefined> {
  const into = await joinedInto(conversationId);
  return into ? findConversation(into) : undefined;
}

/** A conversation that the caller may see. @throws 404 */
export async function seen(view: View, conversationId: string) {
  const conversation = (await findConversation(conversationId)) ?? (await movedOn(conversationId));
  const lead = conversation && (await leadsOf([conversation])).get(conversation.leadId ?? '');
  if (!conversation || !maySee(view, conversation, lead)) throw notFound('The conversation');
  return { conversation, lead };
}

/** Messages as they are shown, with the numbers that were passed over when the numbers of texts were drawn. */
async function withDraws(messages: readonly MessageRecord[]): Promise<Message[]> {
  const draws = await didDrawsFor(
    messages.flatMap(({ id, numberPoolId }) =>
      numberPoolId ? [{ drawnFor: id, poolId: numberPoolId }] : [],
    ),
  );
  return messages.map((message) => {
    const passedOver = draws.get(message.id)?.passedOver ?? [];
    return { ...messageView(message), ...(passedOver.length > 0 ? { numberPassedOver: passedOver } : {}) };
  });
}

/** One thread, newest first. @throws 404 */
export async function threadOf(
  view: View,
  { id, ...page }: { id: string; limit: number; cursor?: string | undefined },
) {
  const { conversation, lead } = await seen(view, id);
  const { messages, nextCursor } = await messagesPage(
    { conversationId: conversation.id },
    page,
    ({ channel }) => view === 'all' || channel === 'sms',
  );
  const [shown] = await views([conversation], new Map(lead ? [[lead.id, lead]] : []));
  return { conversation: shown!, messages: await withDraws(messages), nextCursor };
}

/** The texts with a lead, newest first. @throws 404 */
export const contactThread = (
  leadId: string,
  page: { limit: number; cursor?: string | undefined },
): ReturnType<typeof threadOf> => threadOf('texts', { id: conversationIdOf(leadId, ''), ...page });

/** Marks a thread as read. @throws 404 */
export async function readThread(view: View, conversationId: string): Promise<Conversation> {
  const {
    lead,
    conversation: { id },
  } = await seen(view, conversationId);
  await changeConversation(id, (before) => ({ ...before, unread: 0 }));
  const who = actor();
  if (who.kind === 'user') await forgetMention(who.userId, id);
  const now = (await findConversation(id))!;
  const [shown] = await views([now], new Map(lead ? [[lead.id, lead]] : []));
  return shown!;
}

/** Texts that the caller has not read, from the counters. */
export function unreadCount(view: View) {
  if (view === 'own') return unreadOf([currentUser().userId]);
  return unreadOf(seesOwnLeadsOnly() ? [currentUser().userId, nobody] : ['all']);
}

/** Closes these, because they need no answer; those that the caller may not see are left as they are. */
export async function markResolved(conversationIds: readonly string[]): Promise<number> {
  const conversations = await findConversations(conversationIds);
  const leads = await leadsOf(conversations);
  let resolved = 0;
  for (const one of conversations)
    if (maySee('all', one, leads.get(one.leadId ?? '')))
      resolved += Number(await changeConversation(one.id, closed));
  return resolved;
}

/** Replies to a blast that wait for an answer, the longest waiting first. */
export async function unresponded(campaignId: string, limit: number, cursor?: string) {
  const from = cursor ? conversationCursor.placeOf(cursor) : undefined;
  const { waiting, more } = await waitingAfter(campaignId, from, limit);
  const conversations = await findConversations(waiting.map(({ conversationId }) => conversationId));
  const leads = await leadsOf(conversations);
  const last = waiting.at(-1);
  return {
    contacts: conversations
      .filter((one) => one.leadId !== null && maySee('all', one, leads.get(one.leadId)))
      .map((one) => ({
        contactId: one.leadId!,
        conversationId: one.id,
        name: contactName(leads.get(one.leadId!), one.address),
        address: one.address,
        message: one.last.text,
        waitingSince: one.waitingSince ?? one.at,
      })),
    nextCursor:
      more && last ? conversationCursor.cursorOf({ at: last.since, id: last.conversationId }) : null,
  };
}

/** A lead has come to another owner: its thread stands in that one's list, and is unread there. */
export async function handOverThread(conversationId: string, ownerId: string | null): Promise<void> {
  await changeConversation(conversationId, (before) => ({ ...before, ownerId }));
}
