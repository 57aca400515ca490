import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { findMessage, type MessageRecord } from '../record/message-store.ts';
import { recipientsOf } from '../record/recipient-store.ts';
import { workQueued } from '../send/work.ts';
import { findConversation } from '../threads/conversation-store.ts';
import { type BlastRecord, findBlast } from './store.ts';

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a text has one of the words, or the words of one that is several, in their order. */
export function hasKeyword(text: string, keywords: readonly string[]): boolean {
  const said = ` ${wordsOf(text).join(' ')} `;
  return keywords.some((keyword) => {
    const wanted = wordsOf(keyword).join(' ');
    return wanted !== '' && said.includes(` ${wanted} `);
  });
}

async function isAnswered(
  { autoReply, id }: BlastRecord,
  { body, leadId, at }: MessageRecord,
): Promise<boolean> {
  if (!autoReply?.enabled || !autoReply.message) return false;
  if (autoReply.keywords.length > 0 && !hasKeyword(body, autoReply.keywords)) return false;
  const recipient = (await recipientsOf(id, [leadId!])).get(leadId!);
  if (!recipient) return false;
  // The first reply is noted on the lead with its own time.
  return !autoReply.onlyFirst || recipient.repliedAt === at;
}

/**
 * Answers a text by which somebody replies to a campaign, where the campaign says so: once for each person, because the
 * campaign and the lead are its key, and on the way of every text, so that the law is asked and an opt-out holds. STOP,
 * START, HELP and mails are not answered by it.
 */
export async function autoReplyTo(messageId: string): Promise<void> {
  const message = await findMessage(messageId);
  if (!message?.leadId || message.channel !== 'sms' || message.kind !== 'text') return;
  const campaignId = (await findConversation(message.conversationId))?.campaignId;
  const campaign = campaignId ? await findBlast(campaignId) : undefined;
  if (!campaign || !(await isAnswered(campaign, message))) return;
  const { leadId, address, ownAddress } = message;
  await asSystem(tenantOf(), 'campaign', () =>
    workQueued({
      outgoing: {
        channel: 'sms',
        leadId,
        to: address,
        body: campaign.autoReply!.message,
        from: ownAddress,
        source: { kind: 'autoReply', id: campaign.id },
        key: `auto-reply ${campaign.id} ${leadId}`,
      },
    }),
  );
}
