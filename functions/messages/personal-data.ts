import { textNumbers } from '#functions/dids/api.ts';
import { eraseEvents, eventsOf } from '#functions/kernel/events.ts';
import {
  type Found,
  onePage,
  type PersonalData,
  picked,
  type Subject,
  throughEach,
} from '#functions/kernel/personal-data.ts';
import { commit } from '#functions/kernel/table.ts';
import { codesIn } from '#shared/model/short-links.ts';
import { type BlastRecord, blastsPage } from './blasts/store.ts';
import { notesOf, removeNotes, type StoredNote } from './desk/notes-store.ts';
import { forgetLinks } from './links/store.ts';
import { forgetCarriers, keptCarriers } from './numbers/carriers.ts';
import { deleteMessages, type MessageRecord, pageOfConversation } from './record/message-store.ts';
import {
  forgetLastTexts,
  forgetRemembered,
  lastTextsOf,
  type Remembered,
  rememberedBy,
} from './record/recipient-store.ts';
import { type ConversationRecord, findConversation } from './threads/conversation-store.ts';
import { removeConversation } from './threads/delete.ts';
import { conversationIdOf } from './threads/recipient.ts';
import { pageOfLine, removalWrites, type WaitingMessage } from './waiting/store.ts';

const pageSize = 50;
const campaignsAtOnce = 10;

/** The threads with a person: of their leads, and of addresses that are no lead's. */
const threadIdsOf = ({ leadIds, phones, emails }: Subject): string[] => [
  ...leadIds.map((leadId) => conversationIdOf(leadId, '')),
  ...[...phones, ...emails].map((address) => conversationIdOf(null, address)),
];

/** Every event that tells of a message holds its address. */
async function eraseEventsOf(messageId: string): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof eventsOf>> = await eventsOf(messageId, cursor);
    await eraseEvents(page.events);
    cursor = page.cursor;
  } while (cursor);
}

/** Erases messages with what was told of them. It bears being asked twice. */
export async function eraseMessages(found: readonly MessageRecord[]): Promise<void> {
  // Events first: when a kill comes between, the message still leads to them.
  for (const { id } of found) await eraseEventsOf(id);
  await forgetLinks(found.flatMap(({ body }) => codesIn(body)));
  await deleteMessages(found.map(({ id }) => id));
}

const messages: PersonalData<MessageRecord> = {
  kind: 'messages',
  title: 'Texts and mails',
  stored: ['message', 'shortLink'],
  find: (subject, cursor) =>
    throughEach(threadIdsOf(subject), cursor, async (threadId, inner) => {
      const page = await pageOfConversation(threadId, inner, pageSize);
      return { found: page.messages, cursor: page.cursor };
    }),
  row: picked([
    'id',
    'channel',
    'direction',
    'address',
    'ownAddress',
    'subject',
    'body',
    'quoted',
    'mediaUrls',
    'status',
    'at',
    'sentAt',
    'deliveredAt',
  ]),
  erase: eraseMessages,
};

interface Thread {
  threadId: string;
  conversation: ConversationRecord | undefined;
  notes: StoredNote[];
}

const threads: PersonalData<Thread> = {
  kind: 'conversations',
  title: 'Conversations, and what colleagues noted on them',
  stored: ['conversation', 'waitingText', 'conversationNote', 'taggedConversation', 'assignedConversation'],
  find: (subject, cursor) =>
    throughEach(threadIdsOf(subject), cursor, async (threadId) => {
      const conversation = await findConversation(threadId);
      const notes = await notesOf(threadId);
      return onePage(conversation || notes.length > 0 ? [{ threadId, conversation, notes }] : []);
    }),
  row: ({ threadId, conversation, notes }) => ({
    id: threadId,
    address: conversation?.address,
    lastAt: conversation?.at,
    optedOut: conversation?.optedOut,
    notes: notes.map(({ at, text }) => ({ at, text })),
  }),
  async erase(found) {
    for (const { threadId } of found) {
      await removeConversation(threadId);
      await removeNotes(threadId);
    }
  },
};

type CampaignMemory = Remembered & { name: string; lastTexts: string[] };

async function remembered(subject: Subject, blasts: readonly BlastRecord[]): Promise<CampaignMemory[]> {
  const { leadIds, phones } = subject;
  const all = await Promise.all(
    blasts.map(async ({ id, name }) => ({
      ...(await rememberedBy(id, leadIds, phones)),
      name,
      lastTexts: [],
    })),
  );
  return all.filter(({ recipients, numbers }) => recipients.length + numbers.length > 0);
}

const campaigns: PersonalData<CampaignMemory> = {
  kind: 'campaigns',
  title: 'Campaigns that reached them',
  stored: ['campaignLead', 'campaignNumber', 'lastCampaignText'],
  async find(subject, cursor): Promise<Found<CampaignMemory>> {
    const page = await blastsPage(campaignsAtOnce, cursor ?? undefined);
    const found = await remembered(subject, page.blasts);
    // By number, whichever campaign it was: asked once.
    const lastTexts = cursor === null ? await lastTextsOf(subject.phones) : [];
    if (lastTexts.length > 0)
      found.push({ campaignId: '', name: 'Any campaign', recipients: [], numbers: [], lastTexts });
    return { found, cursor: page.nextCursor };
  },
  row: ({ campaignId, name, recipients, numbers, lastTexts }) => ({
    id: campaignId,
    campaign: name,
    numbers: [...numbers, ...lastTexts],
    reached: recipients.map(({ status, sentAt, deliveredAt, repliedAt, optedOutAt }) => ({
      status,
      sentAt,
      deliveredAt,
      repliedAt,
      optedOutAt,
    })),
  }),
  async erase(found) {
    for (const memory of found) {
      await forgetRemembered(memory);
      await forgetLastTexts(memory.lastTexts);
    }
  },
};

/** Lines of texts and mails: of those that ask for no number, and of each number (send/waiting.ts). */
async function lines(): Promise<string[]> {
  const numbers = (await textNumbers()).map(({ number }) => number);
  return ['sms', 'email', ...numbers.map((number) => `sms ${number}`)];
}

const isFor = ({ leadIds, phones, emails }: Subject, { queued }: WaitingMessage): boolean => {
  const { leadId, to } = queued.outgoing;
  if (leadId !== null) return leadIds.includes(leadId);
  return to !== undefined && (phones.includes(to) || emails.includes(to.toLowerCase()));
};

const waiting: PersonalData<WaitingMessage> = {
  kind: 'waitingMessages',
  title: 'Texts and mails that wait to be sent',
  stored: ['messageWaiting', 'messageWaitingKey'],
  find: async (subject, cursor) =>
    throughEach(await lines(), cursor, async (line, inner) => {
      const page = await pageOfLine(line, inner, pageSize);
      return { found: page.waiting.filter((one) => isFor(subject, one)), cursor: page.cursor };
    }),
  row: ({ queued: { outgoing } }) => ({
    channel: outgoing.channel,
    to: outgoing.to,
    subject: outgoing.subject,
    body: outgoing.body,
  }),
  async erase(found) {
    for (const one of found) await commit(removalWrites(one));
  },
};

const carriers: PersonalData<{ number: string; carrier: string }> = {
  kind: 'carriers',
  title: 'Whose customers their phone numbers are',
  stored: ['numberCarrier'],
  find: async ({ phones }) => onePage(await keptCarriers(phones)),
  row: ({ number, carrier }) => ({ number, carrier }),
  erase: (found) => forgetCarriers(found.map(({ number }) => number)),
};

export const messagePersonalData = [waiting, messages, threads, campaigns, carriers] as PersonalData[];
