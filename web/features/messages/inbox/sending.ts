import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { Message, MessageChannel } from '#shared/model/message.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { ApiError, messageOf } from '#web/app/api-error.ts';
import { state } from '#web/app/state.ts';
import { hasVariables } from '../shared/useRendered.ts';

/** Whom a thread is with. */
export interface Party {
  leadId: string | null;
  /** The number or e-mail address of a thread that belongs to no lead. */
  to: string;
  /** Whether the lead is the caller's own and the caller an agent. */
  asAgent: boolean;
}

/** A message that was written here and of which the thread does not know yet. */
export interface Pending {
  /** The same key again is the same message. */
  key: string;
  channel: MessageChannel;
  subject: string;
  body: string;
  templateId: string | null;
  at: string;
  state: 'sending' | 'sent' | 'refused' | 'failed' | 'again';
  /** Why it did not go out. */
  error: string;
  nextAllowedAt: string | null;
  message: Message | null;
}

export type Draft = Pick<Pending, 'channel' | 'subject' | 'body'> & { templateId?: string | null };

/* What was written outlives the page it was written on: one looks at another thread and comes back. */
const threadsAtom = atom<Readonly<Record<string, readonly Pending[]>>>({});
const none: readonly Pending[] = [];

const put = (thread: string, change: (before: readonly Pending[]) => readonly Pending[]): void =>
  state.set(threadsAtom, (threads) => ({ ...threads, [thread]: change(threads[thread] ?? none) }));
const set = (thread: string, key: string, part: Partial<Pending>) =>
  put(thread, (before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));

export const usePending = (thread: string): readonly Pending[] =>
  useAtomValue(useMemo(() => atom((get) => get(threadsAtom)[thread] ?? none), [thread]));

export const discard = (thread: string, key: string) =>
  put(thread, (before) => before.filter((one) => one.key !== key));

async function renderedDraft({ channel, subject, body }: Pending, { leadId }: Party) {
  if (!hasVariables(subject + body)) return { subject, body };
  if (!leadId) throw new Error('Variables want a lead, whose values stand in them.');
  return api.messageTemplates.preview({ channel, subject, body, leadId });
}

async function hand(one: Pending, party: Party): Promise<Message> {
  const { key } = one;
  const { leadId, to, asAgent } = party;
  if (one.templateId && leadId && one.channel === 'sms')
    return (await api.sms.sendTemplate({ leadId, templateId: one.templateId, key })).message;
  const { subject, body } = await renderedDraft(one, party);
  if (one.channel === 'email')
    return (await api.email.send({ ...(leadId ? { leadId } : { to }), subject, body, key })).message;
  if (!leadId) return (await api.sms.send({ to, message: body, key })).message;
  const text = { leadId, message: body, key };
  return (await (asAgent ? api.sms.agentSend(text) : api.sms.send(text))).message;
}

/** What became of it, told apart: what the law says no to, what may go out later, and what never will. */
function outcomeOf(error: unknown): Partial<Pending> {
  const text = messageOf(error);
  if (!(error instanceof ApiError)) return { state: 'failed', error: text };
  if (error.code === 'contact_refused') {
    const { nextAllowedAt = null } = (error.details ?? {}) as { nextAllowedAt?: string | null };
    return { state: 'refused', error: text, nextAllowedAt };
  }
  const passes = error.status === 0 || error.status === 429 || error.status >= 500;
  return { state: passes ? 'again' : 'failed', error: text };
}

/** The lists, threads and counts that a message changes. */
const isInbox = (key: readonly unknown[]) => /unified|agentConv/.test(JSON.stringify(key));

async function attempt(thread: string, one: Pending, party: Party): Promise<Message | null> {
  try {
    const message = await hand(one, party);
    set(thread, one.key, { state: 'sent', message });
    return message;
  } catch (error) {
    const outcome = outcomeOf(error);
    set(thread, one.key, outcome);
    // What the card beside the thread says of the law is not so any more.
    if (outcome.state === 'refused') void queryClient.invalidateQueries({ queryKey: query.tcpa.check.key() });
    return null;
  } finally {
    void queryClient.invalidateQueries({
      queryKey: query.sms.key(),
      predicate: ({ queryKey }) => isInbox(queryKey),
    });
    void queryClient.invalidateQueries({ queryKey: query.conversations.key() });
  }
}

/** Shows the message in the thread at once and sends it. Answers it, or null where it did not go out. */
export function sendDraft(thread: string, draft: Draft, party: Party): Promise<Message | null> {
  const one: Pending = {
    ...draft,
    templateId: draft.templateId ?? null,
    key: crypto.randomUUID(),
    at: new Date().toISOString(),
    state: 'sending',
    error: '',
    nextAllowedAt: null,
    message: null,
  };
  put(thread, (before) => [...before, one]);
  return attempt(thread, one, party);
}

/** Tries again with the same key, so that nothing goes out twice. */
export function sendAgain(thread: string, one: Pending, party: Party): Promise<Message | null> {
  set(thread, one.key, { state: 'sending', error: '', nextAllowedAt: null });
  return attempt(thread, one, party);
}
