import { randomUUID } from 'node:crypto';
import type { SandboxClock } from './clock.ts';
import type { Script, Scripts } from './scripts.ts';
import type { WorkQueue } from './work.ts';

/** An event as SES hands it to EventBridge, for the configuration set that the mail was sent with. */
export interface SesEvent {
  configurationSet: string;
  /** As the event destination's MatchingEventTypes name it. */
  matching: 'BOUNCE' | 'COMPLAINT' | 'REJECT';
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

/** Time that the receiver's server takes to send a mail back; ms. */
const usualMs = 300;

/** Tries to hand an event on come after so long; ms. */
const againMs = 1_000;

const smtpSaid = (subType: string) =>
  subType === 'MailboxFull'
    ? { status: '4.2.2', diagnosticCode: 'smtp; 452 4.2.2 The mailbox is full.' }
    : { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 No such mailbox.' };

/** What SES tells of mails after it took them: that they came back, or were marked as spam. */
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
    if (!mail.configurationSet) return;
    for (const address of mail.to) {
      const script = simulator[address.toLowerCase()] ?? this.#scripts.for('mail', address);
      const event = script && this.#event(mail, address, script);
      if (event)
        this.#work.add({
          lane: `ses ${mail.messageId} ${address}`,
          kind: 'ses-event',
          body: event,
          delay: script.delayMs ?? usualMs,
        });
    }
  }

  #event(mail: TakenMail, address: string, script: MailScript): SesEvent | undefined {
    const { configurationSet } = mail;
    const at = this.#clock.iso();
    const base = { configurationSet };
    const feedbackId = `0100${randomUUID().replaceAll('-', '')}-000000`;
    if (script.outcome === 'bounce') {
      const { bounceType = 'Permanent' } = script;
      const { bounceSubType = bounceType === 'Permanent' ? 'NoEmail' : 'MailboxFull' } = script;
      return {
        ...base,
        matching: 'BOUNCE',
        detailType: 'Email Bounced',
        detail: {
          eventType: 'Bounce',
          bounce: {
            feedbackId,
            bounceType,
            bounceSubType,
            bouncedRecipients: [{ emailAddress: address, action: 'failed', ...smtpSaid(bounceSubType) }],
            timestamp: at,
            reportingMTA: 'dsn; a8-70.smtp-out.amazonses.com',
          },
          mail: this.#mail(mail, at),
        },
      };
    }
    if (script.outcome === 'complaint')
      return {
        ...base,
        matching: 'COMPLAINT',
        detailType: 'Email Complaint Received',
        detail: {
          eventType: 'Complaint',
          complaint: {
            feedbackId,
            complaintSubType: null,
            complainedRecipients: [{ emailAddress: address }],
            timestamp: at,
            userAgent: 'Dealbell sandbox',
            complaintFeedbackType: 'abuse',
            arrivalDate: at,
          },
          mail: this.#mail(mail, at),
        },
      };
    return undefined;
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
