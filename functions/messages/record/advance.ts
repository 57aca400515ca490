import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { contactedWrites, findLead, type LeadRecord, timelineEvent } from '#functions/leads/api.ts';
import { photosInMail } from '#functions/repPhotos/api.ts';
import type { MessageStatus } from '#shared/model/message.ts';
import { calendar } from '../calendar.ts';
import { countWrites, type DayCounts } from './counter-store.ts';
import { findMessage, type MessageRecord, replaceMessage } from './message-store.ts';
import { recipientWrites } from './recipient-store.ts';

/*
 *   sending ──▶ unconfirmed ──▶ sent ──▶ delivered
 *      └────────────┴────────────┴─────▶ failed
 *                                └────────────┴─▶ bounced ──▶ complained   (mails)
 *
 * Forward only: what a provider tells late ('sent' after 'delivered') or twice changes nothing. Each step that is
 * passed is told by its event once, because the message's version guards the transaction that tells it.
 */
const rank: Record<MessageStatus, number> = {
  sending: 0,
  unconfirmed: 1,
  sent: 2,
  delivered: 3,
  failed: 3,
  // A server may take a mail and send it back later, and a receiver complains of what arrived.
  bounced: 4,
  complained: 5,
  received: 9,
};

/** Whether a message is as far as a status already, or farther. */
export const toldBefore = (message: MessageRecord, status: MessageStatus): boolean =>
  rank[message.status] >= rank[status];

/** Tries against others who change the message or the lead at the same instant. */
const tries = 9;

export interface Change {
  status: 'unconfirmed' | 'sent' | 'delivered' | 'failed' | 'bounced' | 'complained';
  /** Of a mail that came back: for good. */
  permanent?: boolean;
  providerId?: string | null;
  error?: string | null;
  errorCode?: string | null;
}

const excerpt = (text: string, most = 300) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const noun = { sms: 'Text', email: 'Mail' } as const;
const timelineEntry = (message: MessageRecord) =>
  excerpt(message.channel === 'email' && message.subject ? message.subject : message.body);

const happenings = {
  sent: 'sent',
  received: 'received',
  failed: 'failed',
  bounced: 'came back',
  complained: 'marked as spam',
} as const;

/** What stands on a lead's timeline of a message; `data` names it. */
export function onTimeline(message: MessageRecord, happened: keyof typeof happenings): object[] {
  if (!message.leadId) return [];
  const why = happened === 'failed' || happened === 'bounced' ? ` (${message.error})` : '';
  const what = message.kind === 'auto' ? 'Automatic mail' : noun[message.channel];
  const text = `${what} ${happenings[happened]}${why}: ${timelineEntry(message)}`;
  return [
    timelineEvent(message.leadId, message.channel, text, {
      messageId: message.id,
      conversationId: message.conversationId,
      direction: message.direction,
      status: message.status,
      source: message.source,
    }),
  ];
}

/**
 * Whether it has left. A message that failed or bounced has left where its provider accepted it and gave it an id: the
 * callback about the failure may come before the response to our request. One that was refused at once has not left.
 */
const hasLeft = ({ status, providerId }: MessageRecord) =>
  (status !== 'failed' && status !== 'bounced') || providerId !== null;

function tellings(
  before: MessageRecord,
  after: MessageRecord,
  permanent: boolean,
): { writes: object[]; by: Partial<DayCounts> } {
  const { id: messageId, leadId, channel, address, conversationId, source } = after;
  const data = { messageId, leadId, channel, address, conversationId, source };
  const writes: object[] = [];
  const by: Partial<DayCounts> = {};
  const passed = (status: MessageStatus) =>
    rank[before.status] < rank[status] && rank[after.status] >= rank[status];
  if (before.sentAt === null && passed('sent') && hasLeft(after)) {
    const count = after.segments?.count ?? 0;
    writes.push(event('message.sent', messageId, { ...data, segments: count }), ...onTimeline(after, 'sent'));
    Object.assign(by, { sent: 1, ...(count > 0 ? { segments: count } : {}) });
  }
  if (after.status === 'delivered') {
    writes.push(event('message.delivered', messageId, data));
    by.delivered = 1;
  }
  if (after.status === 'failed') {
    writes.push(
      event('message.failed', messageId, { ...data, error: after.error ?? 'It failed.' }),
      ...onTimeline(after, 'failed'),
    );
    by.failed = 1;
  }
  if (after.status === 'bounced') {
    const error = after.error ?? 'It came back.';
    writes.push(
      event('message.bounced', messageId, { ...data, permanent, error }),
      ...onTimeline(after, 'bounced'),
    );
    by.bounced = 1;
  }
  if (after.status === 'complained') {
    writes.push(event('message.complained', messageId, data), ...onTimeline(after, 'complained'));
    by.complained = 1;
  }
  return { writes, by };
}

function changed(before: MessageRecord, change: Change): MessageRecord {
  const now = clock.iso();
  const { status } = change;
  const isLost = status === 'failed' || status === 'bounced';
  const after: MessageRecord = {
    ...before,
    status,
    providerId: change.providerId ?? before.providerId,
    error: isLost ? (change.error ?? 'It failed.') : (change.error ?? null),
    errorCode: change.errorCode ?? null,
    deliveredAt: status === 'delivered' ? now : before.deliveredAt,
    failedAt: isLost ? now : before.failedAt,
    leaseUntil: 0,
    version: before.version + 1,
  };
  const left = rank[status] >= rank.sent && hasLeft(after);
  return { ...after, sentAt: before.sentAt ?? (left ? now : null) };
}

/** The writes that note on the lead that it was contacted, while nobody else changes the lead all the time. */
async function contacted(message: MessageRecord, tried: number, known?: LeadRecord): Promise<object[]> {
  if (!message.leadId || !message.sentAt || tried >= tries / 2) return [];
  const lead = known?.id === message.leadId ? known : await findLead(message.leadId);
  return lead ? contactedWrites(lead, message.sentAt) : [];
}

/** The writes that note on a campaign's lead what has become of its text. */
function onCampaign(
  before: MessageRecord,
  after: MessageRecord,
  isNew: boolean,
): Promise<object[]> | object[] {
  const { source, leadId, status, sentAt, failedAt, error, id } = after;
  if (source.kind !== 'blast' || !source.id || !leadId) return [];
  const mark = {
    ...(before.sentAt === null && sentAt ? { sentAt } : {}),
    ...(status === 'delivered' ? { deliveredAt: after.deliveredAt } : {}),
    ...(status === 'failed' ? { failedAt, reason: error } : {}),
  };
  if (Object.keys(mark).length === 0) return [];
  const { variant = null } = after;
  const unread = isNew ? { read: async () => undefined } : {};
  return recipientWrites(source.id, [{ leadId, mark: { ...mark, variant } }], id, unread);
}

/** What is known already of a message that is brought on. Each is believed once, under its version: then all is read. */
export interface Known {
  message?: MessageRecord;
  lead?: LeadRecord | undefined;
  /** It was written down a moment ago, so that its campaign has most likely not noted its lead before. */
  isNew?: boolean;
}

/** Brings a message on to a status, with all that tells of it. Answers it as it is then, changed or not. */
export async function advance(
  messageId: string,
  change: Change,
  known: Known = {},
): Promise<MessageRecord | undefined> {
  const { day } = await calendar();
  return retryOnConflict(
    async (tried) => {
      const { message, lead, isNew = false } = tried === 0 ? known : {};
      const before = message ?? (await findMessage(messageId));
      if (!before || rank[change.status] <= rank[before.status]) return before;
      const after = changed(before, change);
      const { writes, by } = tellings(before, after, change.permanent ?? false);
      const first = before.sentAt === null && after.sentAt !== null;
      await commit(
        replaceMessage(before, after),
        writes,
        Object.keys(by).length > 0 ? countWrites(after.channel, day, by, messageId) : [],
        first ? await contacted(after, tried, lead) : [],
        first && after.channel === 'email' ? photosInMail(after.body) : [],
        await onCampaign(before, after, isNew),
      );
      return after;
    },
    {
      tries,
      isOvertaken: (error) =>
        error instanceof ConditionFailed || (error instanceof AppError && error.status === 409),
    },
  );
}
