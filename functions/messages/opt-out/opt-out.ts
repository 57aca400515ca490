import { noteWithdrawal } from '#functions/compliance/api.ts';
import { asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { changeLead, findLead, type LeadRecord } from '#functions/leads/api.ts';
import { noteNewConsent } from '#functions/tcpa/api.ts';
import type { Consent } from '#shared/model/lead.ts';
import type { MessageChannel } from '#shared/model/message.ts';
import { calendar } from '../calendar.ts';
import { countWrites } from '../record/counter-store.ts';
import {
  type ConversationRecord,
  conversationWrites,
  findConversation,
} from '../threads/conversation-store.ts';
import { conversationIdOf, leadsWith, recipientOf } from '../threads/recipient.ts';
import { patient } from '../threads/retry.ts';

interface Who {
  leadId: string | null;
  address: string;
}

const isLost = (error: unknown): boolean =>
  error instanceof ConditionFailed || (error instanceof AppError && error.status === 409);

const persistent = { ...patient, isOvertaken: isLost };

/** Everybody with the address: the one it came from, and all others with the same. */
async function leadsOf(channel: MessageChannel, { leadId, address }: Who): Promise<LeadRecord[]> {
  const lead = leadId ? await findLead(leadId) : undefined;
  const others = await leadsWith(channel, address);
  const all = [...(lead?.state === 'live' ? [lead] : []), ...others];
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

/** Whether the person has withdrawn it themselves; what staff noted before becomes theirs. */
const isTheirs = ({ state, by }: Consent) => state === 'withdrawn' && by !== 'staff';

/** The lead's own record says so too: it is what people see and what other channels ask. */
const withdrawOnLead = (leadId: string, channel: MessageChannel, how: string) =>
  retryOnConflict(async () => {
    const lead = await findLead(leadId);
    if (lead?.state !== 'live' || isTheirs(lead.consent[channel])) return;
    await changeLead(leadId, { consent: { [channel]: { state: 'withdrawn', how } } }, lead.version);
  }, persistent);

/** Where nobody has written yet there is no conversation to note it on. */
async function onConversation(
  conversationId: string,
  channel: MessageChannel,
  withdrawn: boolean,
  counted: boolean,
): Promise<void> {
  const { day } = await calendar();
  await retryOnConflict(async () => {
    const before = await findConversation(conversationId);
    if (!before || before.optedOut.includes(channel) === withdrawn) return;
    const optedOut: ConversationRecord['optedOut'] = withdrawn
      ? [...before.optedOut, channel]
      : before.optedOut.filter((one) => one !== channel);
    await commit(
      conversationWrites(before, { ...before, optedOut }),
      withdrawn && counted ? countWrites(channel, day, { optedOut: 1 }, conversationId) : [],
    );
  }, persistent);
}

async function noted(
  who: Who,
  channel: MessageChannel,
  state: 'given' | 'withdrawn',
  how: string,
  counted = true,
): Promise<void> {
  const lead = who.leadId ? await findLead(who.leadId) : undefined;
  // The gate of every call, text and mail first: nothing that is queued passes it from here on.
  if (state === 'given') {
    const leadIds = (await leadsOf(channel, who)).map(({ id }) => id);
    const addresses = [who.address];
    await noteNewConsent({ leadIds, addresses, channel, how, by: 'person' }, () => undefined);
  } else await noteWithdrawal(recipientOf(channel, lead, who.address).person, channel, how, 'person');
  // Whoever is signed in need not be somebody who may change the lead.
  await asSystem(tenantOf(), 'messages', async () => {
    if (state === 'withdrawn')
      for (const one of await leadsOf(channel, who)) await withdrawOnLead(one.id, channel, how);
    await onConversation(conversationIdOf(who.leadId, who.address), channel, state === 'withdrawn', counted);
  });
}

/**
 * Notes that a person wants no more texts or mails, at once and everywhere. Noted twice it changes nothing.
 * `counted`: it is somebody's wish, and stands in the figures as one.
 */
export const optOut = (who: Who, channel: MessageChannel, how: string, counted = true) =>
  noted(who, channel, 'withdrawn', how, counted);

/** Notes that a person wants texts or mails again, as they said themselves: it lifts their own opt-out. */
export const optIn = (who: Who, channel: MessageChannel, how: string) => noted(who, channel, 'given', how);
