import { event } from '#functions/kernel/events.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { calendar } from '../calendar.ts';
import { deskAfter } from '../desk/desk.ts';
import { onTimeline } from '../record/advance.ts';
import { countWrites } from '../record/counter-store.ts';
import { findMessage, insertMessage, type MessageRecord } from '../record/message-store.ts';
import { recipientWrites } from '../record/recipient-store.ts';
import {
  type ConversationRecord,
  conversationWrites,
  findConversation,
} from '../threads/conversation-store.ts';
import type { Recipient } from '../threads/recipient.ts';

/** Whose thread a message that came in belongs to. */
export type From = Pick<Recipient, 'lead' | 'address' | 'conversationId'>;

function optedOutAfter(
  before: ConversationRecord | undefined,
  { kind, channel }: MessageRecord,
): ConversationRecord['optedOut'] {
  const was = before?.optedOut ?? [];
  if (kind === 'stop') return [...new Set([...was, channel])];
  return kind === 'start' ? was.filter((one) => one !== channel) : was;
}

const shownOf = ({ channel, subject, body, mediaUrls }: MessageRecord): string =>
  body || (channel === 'email' ? subject : mediaUrls.length > 0 ? 'A picture' : '');

/** What belongs to texts alone: an answer goes out from the number that was written to. */
function ofTexts(before: ConversationRecord | undefined, message: MessageRecord) {
  const { ownAddress = null, provider = null, smsAt = null, campaignId = null } = before ?? {};
  if (message.channel === 'email') return { ownAddress, provider, smsAt, campaignId };
  return {
    ownAddress: message.ownAddress,
    provider: message.provider,
    smsAt: message.at,
    // What they answer is what they were sent last.
    campaignId: before?.lastSource?.kind === 'blast' ? before.lastSource.id : campaignId,
  };
}

function conversationAfter(
  before: ConversationRecord | undefined,
  from: From,
  message: MessageRecord,
): ConversationRecord {
  const { id, at, kind, channel } = message;
  const isSaid = kind === 'text';
  return {
    id: from.conversationId,
    leadId: from.lead?.id ?? null,
    address: channel === 'sms' || !before ? from.address : before.address,
    ownerId: from.lead?.ownerId ?? null,
    ...ofTexts(before, message),
    last: { id, channel, direction: 'inbound', text: shownOf(message).slice(0, 160), at },
    lastSource: before?.lastSource ?? null,
    unread: (before?.unread ?? 0) + Number(isSaid),
    messages: (before?.messages ?? 0) + 1,
    optedOut: optedOutAfter(before, message),
    waitingSince: isSaid ? (before?.waitingSince ?? at) : (before?.waitingSince ?? null),
    lastInboundAt: at,
    at,
    ...deskAfter(before, isSaid),
    version: before?.version ?? 0,
  };
}

/** The writes that note on a campaign's lead that they have answered, or want no more texts. */
function onCampaign(
  { campaignId, leadId }: ConversationRecord,
  { channel, kind, at, id }: MessageRecord,
): Promise<object[]> | object[] {
  if (channel !== 'sms' || !campaignId || !leadId) return [];
  if (kind !== 'text' && kind !== 'stop') return [];
  const mark = kind === 'stop' ? { optedOutAt: at } : { repliedAt: at };
  return recipientWrites(campaignId, [{ leadId, mark }], id, { onlyKnown: true });
}

/**
 * Writes what came in down with all that tells of it; false when it is there already. `answers`: the source of the
 * mail that is answered; a text answers the last one that went out.
 */
export async function storeInbound(
  from: From,
  message: MessageRecord,
  answers?: MessageRecord['source'] | null,
): Promise<boolean> {
  const { day } = await calendar();
  const { id: messageId, leadId, address, kind, channel } = message;
  const { conversationId } = from;
  return retryOnConflict(
    async () => {
      if (await findMessage(messageId)) return false;
      const before = await findConversation(conversationId);
      const isNews = kind === 'stop' && !before?.optedOut.includes(channel);
      const after = conversationAfter(before, from, message);
      await commit(
        insertMessage(message),
        conversationWrites(before, after),
        await onCampaign(after, message),
        event('message.received', messageId, {
          messageId,
          leadId,
          channel,
          address,
          conversationId,
          kind,
          source: (answers === undefined ? (before?.lastSource ?? null) : answers) as never,
        }),
        onTimeline(message, 'received'),
        countWrites(channel, day, { received: 1, ...(isNews ? { optedOut: 1 } : {}) }, messageId),
      );
      return true;
    },
    { tries: 11, pauseMs: 15, maxPauseMs: 480 },
  );
}
