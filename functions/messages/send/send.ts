import { setTimeout as pause } from 'node:timers/promises';
import { keepRefusals, type Person } from '#functions/compliance/api.ts';
import { actor } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { count } from '#functions/kernel/metrics.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { findLead, type LeadRecord, personOf } from '#functions/leads/api.ts';
import { CapReached } from '#functions/tenants/api.ts';
import type { Decision } from '#shared/api/tcpa.ts';
import type { MessageSource } from '#shared/model/message.ts';
import type { NewLink } from '../links/store.ts';
import { CarrierDayFull } from '../numbers/carriers.ts';
import { NotRegistered } from '../numbers/registrations.ts';
import { ProviderDown, ProviderRefused } from '../providers/types.ts';
import { advance } from '../record/advance.ts';
import { findMessage, type MessageRecord, readMessagesAhead } from '../record/message-store.ts';
import { optedOut, optedOutError, outcomeOf, type SendOutcome } from '../record/outcome.ts';
import { Unsendable } from '../threads/recipient.ts';
import { heldBack } from './assert-may-send.ts';
import { DailyLimit, type InStep, prepare, write } from './compose.ts';
import { claim, handOver, type JustWritten, release, wasTaken } from './hand-over.ts';
import { isOptOut, permission } from './permission.ts';

export { ProviderDown } from '../providers/types.ts';
export type { SendOutcome } from '../record/outcome.ts';

/** A text or mail to be sent, already rendered. */
export interface Outgoing {
  channel: 'sms' | 'email';
  /** null: an address outside the leads; `to` is then required. */
  leadId: string | null;
  /** Else the lead's first phone or e-mail. */
  to?: string;
  subject?: string;
  /** An e-mail's body is HTML or plain, as templates have it. */
  body: string;
  /** For usage counting. */
  templateId?: string | null;
  /** Else the number that the person knows, else the least used of the tenant's. */
  from?: string;
  source: MessageSource;
  /**
   * Of a campaign: how soon after another one a person is texted, the pool that numbers come from, and of a test which of
   * its texts this is, and the short links in it.
   */
  campaign?: {
    onceWithinHours: number;
    poolId: string | null;
    variant?: number;
    links?: readonly NewLink[];
  };
  /** The same key again: the same message, never a second one. */
  key: string;
}

export const messageIdOf = (key: string): string => deterministicId('msg', key);

/** When a pool is asked again whose numbers all rest or have had their day; ms. */
const poolWaitMs = 60_000;
const poolEmpty = 'No number of the pool may text now.';

/** How long another sender of the same message is waited for, in ms of the real clock. */
const patienceMs = 4_000;

/*
 * The way of a message:
 *
 *   standing and limits ─▶ compliance ─▶ written down ('sending') ─▶ provider ─▶ 'sent'
 *
 * The message is in the table before the provider hears of it. Whoever finds it there as 'sending', after a kill or
 * with the same key, does not send it again before the provider has been asked whether it has it; where that cannot
 * be asked (mail, some providers) it is 'unconfirmed' for people to see, and never sent twice.
 */

/**
 * Sends a message, once for each key however often and by however many it is asked.
 * @throws ProviderDown: come again with the same key; 400 and 404 for a user who asks for what cannot be
 */
export async function sendMessage(
  outgoing: Outgoing,
  /** Of whoever sends many at once. */
  { inStep = false, lead }: InStep = {},
): Promise<SendOutcome> {
  const messageId = messageIdOf(outgoing.key);
  try {
    // Two may send to one person at one instant: the loser reads the conversation again.
    const entered = await retryOnConflict(
      // Its tokens are taken once, however often the writing is tried.
      (tried) =>
        writeDown(outgoing, messageId, {
          inStep,
          limited: tried === 0,
          ...(tried === 0 ? { lead } : {}),
        }),
      { tries: 13, pauseMs: 15, maxPauseMs: 480 },
    );
    if ('outcome' in entered) return entered.outcome;
    if ('known' in entered) return await continueSending(entered.known, outgoing.key);
    return await handToProvider(entered.written, { lead: entered.lead, isNew: true });
  } catch (error) {
    return outcomeOfError(error, outgoing);
  }
}

type WrittenDown =
  | { known: MessageRecord }
  | { written: MessageRecord; lead: LeadRecord | undefined }
  | { outcome: SendOutcome };

/** Writes a message down, or answers the one that its key has already, or why it may not go out. */
async function writeDown(
  outgoing: Outgoing,
  messageId: string,
  how: InStep & { limited: boolean },
): Promise<WrittenDown> {
  const known = await findMessage(messageId);
  if (known) return { known };
  const held = await heldBack();
  if (held) return { outcome: held };
  const ready = await prepare(outgoing, messageId, how);
  if ('outcome' in ready) return ready;
  const refusal = await refused(ready.party.person, outgoing);
  return refusal ? { outcome: refusal } : { written: await write(ready), lead: ready.party.lead };
}

const byHand: readonly MessageSource['kind'][] = ['manual', 'reply', 'test'];

/** What an error on the way means for whoever sends. */
function outcomeOfError(error: unknown, { source }: Outgoing): SendOutcome {
  if (error instanceof Unsendable) return { kind: 'failed', error: error.message };
  if (error instanceof CarrierDayFull)
    return { kind: 'later', retryAt: error.retryAt, why: error.message, onlyThey: true };
  // Whoever writes by hand is told at once; what goes out by itself waits: a review ends, a rejection can be mended.
  if (error instanceof NotRegistered)
    return byHand.includes(source.kind)
      ? { kind: 'failed', error: error.message }
      : { kind: 'later', retryAt: error.retryAt, why: error.message };
  if (error instanceof DailyLimit || error instanceof CapReached)
    return { kind: 'later', retryAt: error.retryAt, why: error.message };
  if (error instanceof AppError && error.code === 'no_number_available')
    return { kind: 'later', retryAt: new Date(clock.now() + poolWaitMs).toISOString(), why: poolEmpty };
  if (error instanceof ProviderRefused) throw new ProviderDown(error.message, { cause: error });
  // A user or a program is told what they asked for wrongly; a part of the product has nobody to tell.
  if (error instanceof AppError && actor().kind !== 'user' && actor().kind !== 'key') {
    if (error.code === 'provider_not_connected') throw new ProviderDown(error.message, { cause: error });
    if (error.status === 400 || error.status === 404) return { kind: 'failed', error: error.message };
  }
  throw error;
}

type Refusal = Extract<SendOutcome, { kind: 'refused' }>;

/** What somebody who may not be contacted is to who sends. */
const refusalOf = (decision: Decision): Refusal => ({
  kind: 'refused',
  reasons: decision.reasons as Refusal['reasons'],
  nextAllowedAt: decision.nextAllowedAt,
  optedOut: isOptOut(decision),
});

/**
 * Of many who are going to be texted those who may not be now, by the keys of their messages, before numbers and carriers
 * are asked for them. Whose message is there already is left out, and so is everybody while the tenant may not send.
 */
export async function refusedAhead(
  texts: readonly { key: string; person: Person }[],
): Promise<Map<string, Refusal>> {
  const [sent, held] = await Promise.all([
    readMessagesAhead(texts.map(({ key }) => messageIdOf(key))),
    heldBack(),
  ]);
  if (held) return new Map();
  const known = new Set(sent.map(({ id }) => id));
  const attempts = texts
    .filter(({ key }) => !known.has(messageIdOf(key)))
    .map(({ key, person }) => ({ person, attemptId: key }));
  const refusals = await keepRefusals(attempts, 'sms');
  return new Map([...refusals].map(([key, decision]) => [key, refusalOf(decision)]));
}

/** What compliance says against it. Answers to STOP and HELP are allowed by 47 CFR 64.1200(a)(12). */
async function refused(
  person: Person,
  { channel, source, key }: Pick<Outgoing, 'channel' | 'source' | 'key'>,
): Promise<Refusal | undefined> {
  if (source.kind === 'system') return undefined;
  const decision = await permission(person, channel, key);
  return decision.allowed ? undefined : refusalOf(decision);
}

async function handToProvider(message: MessageRecord, known?: JustWritten): Promise<SendOutcome> {
  try {
    return outcomeOf(await handOver(message, known));
  } catch (error) {
    if (error instanceof ProviderDown) count('CarrierFailures', 1, message.channel);
    throw error;
  }
}

/** The end of a message that another is sending. @throws ProviderDown when it does not come */
async function waitForHolder(messageId: string): Promise<MessageRecord> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const message = (await findMessage(messageId))!;
    if (message.status !== 'sending' || message.leaseUntil <= clock.now()) return message;
    if (Date.now() > end) throw new ProviderDown('The message is being sent at this moment.');
    await pause(40);
  }
}

const personOfMessage = async ({ leadId, channel, address }: MessageRecord): Promise<Person> => {
  const [phone, email] = channel === 'sms' ? [address, undefined] : [undefined, address];
  const lead = leadId ? await findLead(leadId) : undefined;
  return lead ? personOf(lead, phone, email) : { phone, email };
};

/** Goes on with a message that is there already. @throws ProviderDown */
async function continueSending(found: MessageRecord, key: string): Promise<SendOutcome> {
  const known =
    found.status === 'sending' && found.leaseUntil > clock.now() ? await waitForHolder(found.id) : found;
  if (known.status !== 'sending') return outcomeOf(known);
  const mine = await claim(known);
  // Somebody else has just taken it up.
  if (!mine) return outcomeOf(await waitedFor(known.id));
  const settled = await wasTaken(mine);
  if (settled) return outcomeOf(settled);
  const held = await heldBack();
  if (held) {
    await release(mine, 'no');
    return held;
  }
  const refusal = await refused(await personOfMessage(mine), { ...mine, key });
  if (!refusal) return handToProvider(mine);
  if (refusal.optedOut)
    await advance(mine.id, { status: 'failed', error: optedOut.reasons[0]!.text, errorCode: optedOutError });
  else await release(mine, 'no');
  return refusal;
}

async function waitedFor(messageId: string): Promise<MessageRecord> {
  const message = await waitForHolder(messageId);
  if (message.status === 'sending') throw new ProviderDown('The message is being sent at this moment.');
  return message;
}

/**
 * Takes up a message that was left behind as 'sending', by a kill or a provider that was down; its key is the one
 * that it was written with. @throws ProviderDown
 */
export async function resumeMessage(message: MessageRecord): Promise<SendOutcome> {
  return continueSending(message, message.key);
}
