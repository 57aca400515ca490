import { usableIds } from '#functions/leads/api.ts';
import { type CampaignRecipient, isSilent, recipientsOf, recipientsPage } from '../record/recipient-store.ts';
import { findConversation } from '../threads/conversation-store.ts';
import { conversationIdOf } from '../threads/recipient.ts';
import type { BlastRecord } from './store.ts';

/*
 * A campaign that follows up another is for those whom that one has reached and who have not answered. They are found when
 * it begins, and each is asked about again at their turn, because many answer in between.
 */

export type FollowUp = NonNullable<BlastRecord['audience']['followUp']>;

export const answeredMeanwhile = 'They have answered meanwhile.';

const isMeant = (one: CampaignRecipient | undefined, { who }: FollowUp): boolean =>
  isSilent(one) && (who === 'silent' || one.clickedAt !== null);

/** Whether somebody is still to be followed up. Who has written since, be it to another campaign, has answered. */
export async function isStillMeant(followUp: FollowUp, leadId: string): Promise<boolean> {
  const [recipients, conversation] = await Promise.all([
    recipientsOf(followUp.campaignId, [leadId]),
    findConversation(conversationIdOf(leadId, '')),
  ]);
  const one = recipients.get(leadId);
  return isMeant(one, followUp) && !((conversation?.lastInboundAt ?? '') > (one!.sentAt ?? ''));
}

/**
 * A page of those whom a campaign is to follow up: leads that its sender may text, and how many others there are, in
 * one number, so that it tells nothing of a colleague's lead.
 */
export async function followUpPage(followUp: FollowUp, cursor: string | null, limit: number) {
  const page = await recipientsPage(followUp.campaignId, cursor, limit);
  const ids = page.recipients.filter((one) => isMeant(one, followUp)).map(({ leadId }) => leadId);
  const leadIds = await usableIds(ids);
  return { leadIds, unusable: ids.length - leadIds.length, cursor: page.cursor };
}
