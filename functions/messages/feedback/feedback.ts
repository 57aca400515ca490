import { z } from 'zod';
import { advance, toldBefore } from '../record/advance.ts';
import { findMessage } from '../record/message-store.ts';
import { bounced, bouncedForNow, complained } from './bounce.ts';

/*
 * What SES tells of mails after it took them, as it puts it on the account's default bus.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */

const mail = z.object({
  messageId: z.string(),
  /** What the mail was sent with: `messageId` is ours. */
  tags: z.object({ messageId: z.array(z.string()).min(1) }),
});

export const feedback = z.discriminatedUnion('eventType', [
  z.object({ eventType: z.literal('Delivery'), mail }),
  z.object({
    eventType: z.literal('Bounce'),
    mail,
    bounce: z.object({
      bounceType: z.string(),
      bounceSubType: z.string().default(''),
      bouncedRecipients: z.array(z.object({ diagnosticCode: z.string().optional() })).default([]),
    }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    mail,
    complaint: z.object({
      complaintSubType: z.string().nullish(),
      complaintFeedbackType: z.string().nullish(),
    }),
  }),
  z.object({
    eventType: z.literal('Reject'),
    mail,
    reject: z.object({ reason: z.string().default('') }),
  }),
]);
export type Feedback = z.output<typeof feedback>;

const reasons: Readonly<Record<string, string>> = {
  NoEmail: 'There is no such mailbox',
  Suppressed: 'Amazon SES does not send to this address, because mails to it came back before',
  OnAccountSuppressionList: 'The address is on the suppression list',
  UnsubscribedRecipient: 'The receiver has unsubscribed',
  MailboxFull: 'The mailbox is full',
  MessageTooLarge: 'The receiver does not take mails of this size',
  ContentRejected: 'The receiver does not take what it says',
  AttachmentRejected: 'The receiver does not take its attachment',
};

function bounceText({ bounceSubType, bouncedRecipients }: Extract<Feedback, { bounce: object }>['bounce']) {
  const said = bouncedRecipients[0]?.diagnosticCode?.replace(/^smtp;\s*/i, '').slice(0, 200);
  return `${reasons[bounceSubType] ?? 'The receiver did not take it'}.${said ? ` The server said: ${said}` : ''}`;
}

/**
 * Notes what became of a mail. What is told twice, late or in another order changes nothing; what is about no mail of
 * ours is passed over.
 */
export async function takeFeedback(told: Feedback): Promise<void> {
  const message = await findMessage(told.mail.tags.messageId[0]!);
  const providerId = told.mail.messageId;
  if (message?.channel !== 'email' || message.direction !== 'outbound') return;
  if (message.providerId !== null && message.providerId !== providerId) return;
  switch (told.eventType) {
    case 'Delivery':
      await advance(message.id, { status: 'delivered', providerId });
      return;
    case 'Bounce': {
      // An address that was opted in again since is not opted out by a bounce that is told once more.
      if (toldBefore(message, 'bounced')) return;
      const { bounceType, bounceSubType } = told.bounce;
      const change = {
        providerId,
        error: bounceText(told.bounce),
        errorCode: `${bounceType}/${bounceSubType}`,
      };
      await (bounceType === 'Permanent' ? bounced(message, change) : bouncedForNow(message, change));
      return;
    }
    case 'Complaint': {
      const { complaintFeedbackType: kind } = told.complaint;
      // The reader took it out of the spam folder.
      if (kind === 'not-spam' || toldBefore(message, 'complained')) return;
      await complained(message, {
        providerId,
        error: 'The receiver marked it as spam.',
        errorCode: kind ?? told.complaint.complaintSubType ?? null,
      });
      return;
    }
    case 'Reject':
      await advance(message.id, {
        status: 'failed',
        providerId,
        error: `Amazon SES did not send it: ${told.reject.reason || 'it refused what it says'}.`,
        errorCode: 'Reject',
      });
  }
}
