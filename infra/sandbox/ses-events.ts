import { randomUUID } from 'node:crypto';
import type { SandboxClock } from './clock.ts';
import type { Script, Scripts } from './scripts.ts';
import type { WorkQueue } from './work.ts';

/** An event as SES hands it to EventBridge, for the configuration set that the mail was sent with. */
export interface SesEvent {
  configurationSet: string;
  /** As the event destination's MatchingEventTypes name it. */
  matching: 'DELIVERY' | 'BOUNCE' | 'COMPLAINT' | 'REJECT';
  detailType: string;
  detail: Record<string, unknown>;
}

/** A mail that SES has taken. */
export interface TakenMail {
  messageId: string;
  from: string;
  to: readonly string[];
  subject: string;
  configurationSet: string;
  tags: Readonly<Record<string, string>>;
}

type MailScript = NonNullable<Script['mail']>;

/** SES's own mailbox simulator: https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html */
const simulator: Readonly<Record<string, MailScript>> = {
  'bounce@simulator.amazonses.com': { outcome: 'bounce' },
  'complaint@simulator.amazonses.com': { outcome: 'complaint' },
  'suppressionlist@simulator.amazonses.com': { outcome: 'bounce', bounceSubType: 'OnAccountSuppressionList' },
};

/** Time that the receiver's server takes to take a mail, or to send it back; ms. */
const usualMs = 300;

/** Tries to hand an event on come after so long; ms. */
const againMs = 1_000;

const reportingMTA = 'a8-70.smtp-out.amazonses.com';
const feedbackId = () => `0100${randomUUID().replaceAll('-', '')}-000000`;
const smtpSaid = (subType: string) =>
  subType === 'MailboxFull'
    ? { status: '4.2.2', diagnosticCode: 'smtp; 452 4.2.2 The mailbox is full.' }
    : { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 No such mailbox.' };

/** What a kind of event says beside the mail, of one address at a time. */
const parts = {
  DELIVERY: (address: string, timestamp: string) => ({
    eventType: 'Delivery',
    delivery: {
      timestamp,
      processingTimeMillis: 500,
      recipients: [address],
      smtpResponse: '250 2.6.0 Message received',
      reportingMTA,
    },
  }),
  BOUNCE: (address: string, timestamp: string, { bounceType = 'Permanent', bounceSubType }: MailScript) => {
    const subType = bounceSubType ?? (bounceType === 'Permanent' ? 'NoEmail' : 'MailboxFull');
    return {
      eventType: 'Bounce',
      bounce: {
        feedbackId: feedbackId(),
        bounceType,
        bounceSubType: subType,
        bouncedRecipients: [{ emailAddress: address, action: 'failed', ...smtpSaid(subType) }],
        timestamp,
        reportingMTA: `dsn; ${reportingMTA}`,
      },
    };
  },
  COMPLAINT: (address: string, timestamp: string) => ({
    eventType: 'Complaint',
    complaint: {
      feedbackId: feedbackId(),
      complaintSubType: null,
      complainedRecipients: [{ emailAddress: address }],
      timestamp,
      userAgent: 'Dealbell sandbox',
      complaintFeedbackType: 'abuse',
      arrivalDate: timestamp,
    },
  }),
};
const detailTypes = {
  DELIVERY: 'Email Delivered',
  BOUNCE: 'Email Bounced',
  COMPLAINT: 'Email Complaint Received',
} as const;

/** What comes of a mail, in its order: what somebody marks as spam has arrived before. */
const courseOf = ({ outcome }: MailScript): (keyof typeof parts)[] =>
  outcome === 'bounce' ? ['BOUNCE'] : outcome === 'complaint' ? ['DELIVERY', 'COMPLAINT'] : ['DELIVERY'];

/** What SES tells of mails after it took them: that they arrived, came back, or were marked as spam. */
export class SesEvents {
  readonly #scripts: Scripts;
  readonly #work: WorkQueue;
  readonly #clock: SandboxClock;

  /** `publish` hands an event to the bus; false when there is none to take it yet. */
  constructor(scripts: Scripts, work: WorkQueue, clock: SandboxClock, publish: (event: SesEvent) => boolean) {
    this.#scripts = scripts;
    this.#work = work;
    this.#clock = clock;
    work.on('ses-event', (event: SesEvent) => (publish(event) ? undefined : againMs));
  }

  /** Plans what the scripts have become of a mail. Without a configuration set, SES tells nothing of it. */
  taken(mail: TakenMail): void {
    const { configurationSet, messageId } = mail;
    if (!configurationSet) return;
    const at = this.#clock.iso();
    for (const address of mail.to) {
      const script: MailScript = simulator[address.toLowerCase()] ??
        this.#scripts.for('mail', address) ?? { outcome: 'accept' };
      for (const matching of courseOf(script)) {
        const detail = { ...parts[matching](address, at, script), mail: this.#mail(mail, at) };
        const event: SesEvent = {
          configurationSet,
          matching,
          detailType: detailTypes[matching],
          detail,
        };
        const delay = script.delayMs ?? usualMs;
        this.#work.add({ lane: `ses ${messageId} ${address}`, kind: 'ses-event', body: event, delay });
      }
    }
  }

  #mail({ messageId, from, to, subject, configurationSet, tags }: TakenMail, timestamp: string) {
    const own = Object.entries(tags).map(([name, value]) => [name, [value]]);
    return {
      timestamp,
      messageId,
      source: from,
      sendingAccountId: '000000000000',
      destination: to,
      headersTruncated: false,
      headers: [
        { name: 'From', value: from },
        { name: 'To', value: to.join(', ') },
        { name: 'Subject', value: subject },
      ],
      commonHeaders: { from: [from], to, messageId, subject },
      tags: { 'ses:configuration-set': [configurationSet], ...Object.fromEntries(own) },
    };
  }
}
