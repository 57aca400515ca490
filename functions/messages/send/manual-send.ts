import { type Author, actor, author, currentUser, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest, conflict, notFound, tooMany } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { send as sendToQueue } from '#functions/kernel/queue.ts';
import { findLead } from '#functions/leads/api.ts';
import { renderFor, templateById, variablesOf } from '#functions/messageTemplates/api.ts';
import type { MessageChannel } from '#shared/model/message.ts';
import { findMessage } from '../record/message-store.ts';
import { conversationIdOf } from '../threads/recipient.ts';
import { messageView } from '../threads/threads.ts';
import { assertMaySend } from './assert-may-send.ts';
import { messageIdOf, type Outgoing, ProviderDown, type SendOutcome, sendMessage } from './send.ts';
import { waitInLine } from './waiting.ts';

/** Seconds until a message whose provider was down is tried again. */
const againAfter = 30;

/** A message that goes out by itself: what travels to the worker of messages, and what waits in a line. */
export interface Queued {
  outgoing: Outgoing;
  /** Who sent it: it is theirs, and may go where they may. */
  by?: Author;
}

export const queue = (outgoing: Outgoing, delaySeconds = 0): Promise<void> => {
  const { kind } = actor();
  const by = kind === 'user' || kind === 'key' ? { by: author() } : {};
  return sendToQueue('MESSAGES', tenantOf(), { outgoing, ...by } satisfies Queued, delaySeconds);
};

/** A key of a caller is the caller's own: nobody else's can be met. */
export const ownKey = (what: string, key: string | undefined): string =>
  `${what} ${author().userId} ${key ?? newId('key')}`;

const secondsUntil = (at: string) => Math.max(1, Math.ceil((Date.parse(at) - clock.now()) / 1000));

/** What a caller is told when a message did not go out. */
function sendErrorOf(outcome: Exclude<SendOutcome, { kind: 'sent' }>): AppError {
  switch (outcome.kind) {
    case 'refused': {
      const { reasons, nextAllowedAt, optedOut } = outcome;
      const sentence = reasons.map(({ text }) => text).join(' ') || 'This person may not be contacted now.';
      return conflict(sentence, { reasons, nextAllowedAt, optedOut }, 'contact_refused');
    }
    case 'later':
      return tooMany(outcome.why, secondsUntil(outcome.retryAt));
    case 'failed':
      return new AppError(422, 'not_sent', outcome.error);
  }
}

/**
 * Sends what somebody wrote, and answers the message. While its provider is down it stays 'sending' and is tried
 * again by itself. @throws 400, 404; 403 while nothing may leave the tenant; 409 'contact_refused'; 422 'not_sent'; 429 with the seconds to wait
 */
async function sendByHand(outgoing: Outgoing) {
  await assertMaySend();
  try {
    const outcome = await sendMessage(outgoing);
    if (outcome.kind !== 'sent') throw sendErrorOf(outcome);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    const written = await findMessage(messageIdOf(outgoing.key));
    if (!written) throw new AppError(502, 'provider_down', error.message, { cause: error });
    await queue(outgoing, againAfter);
  }
  const message = (await findMessage(messageIdOf(outgoing.key)))!;
  return { message: messageView(message), provider: message.provider, sandbox: message.sandbox };
}

interface Written {
  leadId?: string | undefined;
  to?: string | undefined;
  message: string;
  from?: string | undefined;
  key?: string | undefined;
}

const manual = () => ({ kind: 'manual' as const, id: author().userId });
const reply = () => ({ kind: 'reply' as const, id: author().userId });

const text = (
  { leadId, to, message, from, key }: Written,
  source: Outgoing['source'] = manual(),
): Outgoing => ({
  channel: 'sms',
  leadId: leadId ?? null,
  ...(to === undefined ? {} : { to }),
  body: message,
  ...(from === undefined ? {} : { from }),
  source,
  key: ownKey('text', key),
});

/**
 * A text as it goes out: its variables are those of the lead, as in templates and blasts. What names none is sent as it
 * was written. @throws 400 for a variable that there is not, that has no value, or without a lead
 */
async function filledIn(message: string, leadId: string | undefined): Promise<string> {
  if (!message.includes('{{') && !message.includes('{%')) return message;
  if (variablesOf('sms', message).length > 0 && !leadId)
    throw badRequest('Variables want a lead, whose values stand in the text.', { field: 'leadId' });
  return (await renderFor('sms', '', message, leadId)).body;
}

/** @throws as `sendByHand`, and 400 for a text whose variables cannot be filled in */
export const sendText = async (written: Written) =>
  sendByHand(text({ ...written, message: await filledIn(written.message, written.leadId) }));

/** A text to one of the caller's own leads. @throws 404 for any other's */
export async function sendTextToOwn(written: Written & { leadId: string }) {
  const lead = await findLead(written.leadId);
  if (lead?.state !== 'live' || lead.ownerId !== currentUser().userId) throw notFound('The lead');
  return sendText(written);
}

export const replyTo = (leadId: string, message: string, key: string | undefined) =>
  sendByHand(text({ leadId, message, key }, reply()));

type Values = Record<string, Record<string, unknown>>;

/** A template with the values of a lead put in. @throws 400, 404 */
export async function written(
  channel: MessageChannel,
  templateId: string,
  leadId: string,
  data?: Values,
): Promise<{ subject: string; body: string }> {
  const template = await templateById(templateId);
  if (template.channel !== channel)
    throw badRequest(`This is a template for ${template.channel === 'sms' ? 'texts' : 'mails'}.`, {
      field: 'templateId',
    });
  if (!template.isActive) throw badRequest('This template is switched off.', { field: 'templateId' });
  return renderFor(channel, template.subject, template.body, leadId, data);
}

export async function sendTemplate(given: {
  leadId: string;
  templateId: string;
  data?: Values | undefined;
  from?: string | undefined;
  key?: string | undefined;
}) {
  const { body } = await written('sms', given.templateId, given.leadId, given.data);
  return sendByHand({ ...text({ ...given, message: body }), templateId: given.templateId });
}

export async function sendMail(given: {
  leadId?: string | undefined;
  to?: string | undefined;
  subject?: string | undefined;
  body?: string | undefined;
  templateId?: string | undefined;
  key?: string | undefined;
}) {
  const { leadId = null, to, templateId = null, key } = given;
  if (templateId && !leadId)
    throw badRequest('A template wants a lead, whose values stand in it.', { field: 'leadId' });
  const mail =
    templateId && leadId
      ? await written('email', templateId, leadId)
      : { subject: given.subject ?? '', body: given.body ?? '' };
  if (!mail.subject) throw badRequest('Please enter a subject.', { field: 'subject' });
  if (!mail.body.trim()) throw badRequest('Please write a message.', { field: 'body' });
  return sendByHand({
    channel: 'email',
    leadId,
    ...(to === undefined ? {} : { to }),
    ...mail,
    templateId,
    source: manual(),
    key: ownKey('mail', key),
  });
}

interface BulkItem {
  leadId?: string | undefined;
  to?: string | undefined;
  message?: string | undefined;
}
type BulkStatus = 'sent' | 'refused' | 'later' | 'failed';

/** Texts that are on their way at the same time. */
const atOnce = 6;

async function one(outgoing: Outgoing) {
  const none = { messageId: null, error: null, retryAt: null };
  const outcome = await sendMessage(outgoing);
  switch (outcome.kind) {
    case 'sent':
      return { ...none, status: 'sent' as const, messageId: outcome.messageId };
    case 'refused':
      return { ...none, status: 'refused' as const, error: sendErrorOf(outcome).message };
    case 'later': {
      // It goes out by itself then.
      await waitInLine(outgoing, outcome.retryAt);
      return { ...none, status: 'later' as const, error: outcome.why, retryAt: outcome.retryAt };
    }
    case 'failed':
      return { ...none, status: 'failed' as const, error: outcome.error };
  }
}

/** Sends several texts, with a result for each; those that a limit holds back go out by themselves. */
async function sendSeveral(items: readonly (BulkItem & { outgoing: () => Promise<Outgoing> })[]) {
  await assertMaySend();
  type Result = Awaited<ReturnType<typeof one>> & { index: number; leadId: string | null; to: string | null };
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const { leadId = null, to = null, outgoing } = items[index]!;
      const place = { index, leadId, to };
      const failed = (error: string) => ({
        ...place,
        status: 'failed' as const,
        messageId: null,
        error,
        retryAt: null,
      });
      try {
        results[index] = { ...place, ...(await one(await outgoing())) };
      } catch (error) {
        if (!(error instanceof AppError || error instanceof ProviderDown)) throw error;
        results[index] = failed(error.message);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const count = (status: BulkStatus) => results.filter((result) => result.status === status).length;
  return {
    summary: {
      sent: count('sent'),
      refused: count('refused'),
      later: count('later'),
      failed: count('failed'),
    },
    results,
  };
}

export async function sendBulk(given: {
  messages: readonly BulkItem[];
  message?: string | undefined;
  templateId?: string | undefined;
  from?: string | undefined;
  key?: string | undefined;
}) {
  const key = given.key ?? newId('key');
  const { templateId } = given;
  if (templateId) await templateById(templateId);
  return sendSeveral(
    given.messages.map((item, n) => ({
      ...item,
      outgoing: async () => {
        const body =
          item.message ??
          (templateId && item.leadId ? (await written('sms', templateId, item.leadId)).body : given.message);
        if (!body) throw badRequest('Please write a message, or choose a template for leads.');
        const own = { ...item, message: body, from: given.from, key: `${key} ${n}` };
        return { ...text(own), templateId: item.message ? null : (templateId ?? null) };
      },
    })),
  );
}

export async function bulkReplies(leadIds: readonly string[], message: string, key = newId('key')) {
  return sendSeveral(
    [...new Set(leadIds)].map((leadId) => ({
      leadId,
      outgoing: async () => text({ leadId, message, key: `${key} ${leadId}` }, reply()),
    })),
  );
}

/** The threads of leads. */
export const threadsOfLeads = (leadIds: readonly string[]): string[] =>
  [...new Set(leadIds)].map((leadId) => conversationIdOf(leadId, ''));
