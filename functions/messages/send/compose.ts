import { numberOfPool } from '#functions/didPools/api.ts';
import type { TextNumber } from '#functions/dids/api.ts';
import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { commit } from '#functions/kernel/table.ts';
import type { LeadRecord } from '#functions/leads/api.ts';
import { noteUse, segmentsOf } from '#functions/messageTemplates/api.ts';
import { ownCaps, takingMessage } from '#functions/tenants/api.ts';
import { messageLimits, messageWords } from '#shared/model/message.ts';
import type { Caps } from '#shared/model/trial-caps.ts';
import { calendar } from '../calendar.ts';
import { deskAfter } from '../desk/desk.ts';
import { linkWrites } from '../links/store.ts';
import { bucketOfNumber, leastUsed, takeTokens } from '../numbers/bucket-store.ts';
import { CarrierMinuteFull, carrierClaim } from '../numbers/carriers.ts';
import { usableNumbers } from '../numbers/numbers.ts';
import { mayText, NotRegistered, notRegistered } from '../numbers/registrations.ts';
import { smsProviderOf } from '../providers/index.ts';
import { reserveMail } from '../record/counter-store.ts';
import { insertMessage, type MessageRecord } from '../record/message-store.ts';
import type { SendOutcome } from '../record/outcome.ts';
import { numberClaim } from '../record/recipient-store.ts';
import { emailState, mailSender, smsKeys, smsState } from '../settings/accounts.ts';
import { hasPostalAddress, type MessageSettings, readSettings } from '../settings/store.ts';
import {
  type ConversationRecord,
  conversationWrites,
  findConversation,
} from '../threads/conversation-store.ts';
import { findRecipient, type Recipient, Unsendable } from '../threads/recipient.ts';
import { leaseMs } from './hand-over.ts';
import type { Outgoing } from './send.ts';

/** The mails of the day are used up. */
export class DailyLimit extends Error {
  readonly retryAt: string;
  constructor(limit: number, retryAt: string) {
    super(`The ${limit} mails of today are out.`);
    this.retryAt = retryAt;
  }
}

/** A message that may be written down as soon as compliance has said yes. */
export interface Prepared {
  party: Recipient;
  before: ConversationRecord | undefined;
  message: MessageRecord;
  /** The mails of the tenant's day. */
  mails: { day: string; limit: number; full: DailyLimit } | null;
  /** What the platform lets the tenant do. */
  caps: Caps;
  /** What takes the number for a campaign, so that nobody is texted by it twice, and the short links in its text. */
  claims: object[];
}

/** It is not sent now, or never, and why. */
type NotNow = { outcome: Extract<SendOutcome, { kind: 'later' | 'failed' }> };

/** The product answers for itself without waiting: to STOP and HELP, and when settings are tried. */
const isLimited = ({ source }: Outgoing) => source.kind !== 'system' && source.kind !== 'test';

/** Answers to STOP and HELP are owed, and count against no cap. */
const capsFor = async ({ source }: Outgoing): Promise<Caps> => (source.kind === 'system' ? {} : ownCaps());

interface Sender
  extends Pick<TextNumber, 'number' | 'provider' | 'sandbox'>,
    Partial<Pick<TextNumber, 'registration'>> {
  /** Why this one, as people read it. */
  reason: string;
  poolId?: string;
}

/** Why a text goes out from a number that no pool has given. */
const reasons = {
  answered: 'They wrote to it.',
  chosen: 'It was chosen.',
  known: 'They know it from earlier texts.',
  least: 'They know none of your numbers, and it was used least.',
  service: 'The messaging service at the provider chooses it.',
} as const;

/** @throws NotRegistered where a number may not text as it is registered */
function assertRegistered(number: TextNumber | undefined): void {
  const trouble = number && notRegistered(number);
  if (trouble) throw new NotRegistered(trouble);
}

/**
 * The number that a text goes out from: the one asked for, the one that the person knows, the least used. Those that may
 * not text as they are registered are passed over; answers to STOP and HELP are owed all the same, from the number that
 * was written to.
 * @throws NotRegistered where none is left
 */
async function senderOf(
  { from, campaign, source }: Outgoing,
  settings: MessageSettings,
  before: ConversationRecord | undefined,
  party: Recipient,
  messageId: string,
): Promise<Sender> {
  const provider = settings.defaultProvider;
  const { sandbox } = smsState(settings, provider);
  const every = await usableNumbers(settings);
  const numbers = source.kind === 'system' ? every : every.filter(mayText);
  if (from) {
    const wanted = toE164(from);
    const chosen = every.find(({ number }) => number === wanted);
    if (!chosen) throw badRequest('This is not one of your numbers.', { field: 'from' });
    if (source.kind !== 'system') assertRegistered(chosen);
    const isAnswer = source.kind === 'system' || source.kind === 'autoReply';
    return { ...chosen, reason: isAnswer ? reasons.answered : reasons.chosen };
  }
  const known = numbers.find(({ number }) => number === before?.ownAddress);
  if (known) return { ...known, reason: reasons.known };
  if (campaign?.poolId) {
    const { poolId } = campaign;
    const { didId, reason } = await numberOfPool(
      poolId,
      { phone: party.address, state: party.lead?.address.state ?? '' },
      numbers.map(({ numberId }) => numberId),
      messageId,
    );
    return { ...numbers.find(({ numberId }) => numberId === didId)!, reason, poolId };
  }
  const own = numbers.filter((one) => one.provider === provider);
  if (own.length === 0) assertRegistered(every.find((one) => one.provider === provider));
  if (!sandbox && smsProviderOf(provider).choosesNumber?.(smsKeys(settings, provider)))
    return { number: '', provider, sandbox, reason: reasons.service };
  if (own.length === 0)
    throw new Unsendable('There is no number that texts could go out from. Rent one in Settings.');
  const least = await leastUsed(own.map(({ number }) => number));
  return { ...own.find(({ number }) => number === least)!, reason: reasons.least };
}

async function claimOf(
  { source, campaign }: Outgoing,
  { lead, address }: Recipient,
): ReturnType<typeof numberClaim> {
  if (source.kind !== 'blast' || !source.id || !campaign || !lead) return { writes: [] };
  const whom = { campaignId: source.id, leadId: lead.id };
  const claim = await numberClaim({ ...whom, address, onceWithinHours: campaign.onceWithinHours });
  if ('refusal' in claim) return claim;
  return { writes: [...claim.writes, ...linkWrites(whom, campaign.links ?? [])] };
}

export const bucketOfCampaign = ({ kind, id }: Outgoing['source']): string => `${kind} ${id}`;

const isOfCampaign = ({ source }: Pick<Outgoing, 'source'>): boolean =>
  (source.kind === 'blast' || source.kind === 'journey') && source.id !== null;

/** Undefined when the limits of campaign and number let the text through. */
async function limited(
  { source }: Outgoing,
  number: string,
  settings: MessageSettings,
  inStep: boolean,
): Promise<NotNow | undefined> {
  const isCampaign = isOfCampaign({ source });
  const asked: { bucket: string; perMinute: number; why: string }[] = [];
  if (isCampaign && !inStep)
    asked.push({
      bucket: bucketOfCampaign(source),
      perMinute: settings.campaignPerMinute,
      why: campaignFull,
    });
  if (number)
    asked.push({
      bucket: bucketOfNumber(number),
      perMinute: settings.numberPerMinute,
      why: `${number} sends as many texts a minute as it may.`,
    });
  for (const { bucket, perMinute, why } of asked) {
    const { granted, at } = await takeTokens(bucket, perMinute, { comesBack: isCampaign && !inStep });
    if (granted === 0) return { outcome: { kind: 'later', retryAt: new Date(at).toISOString(), why } };
  }
  return undefined;
}

export const campaignFull = 'It sends as many texts a minute as it may.';

const blank = {
  direction: 'outbound' as const,
  mediaUrls: [],
  status: 'sending' as const,
  error: null,
  errorCode: null,
  kind: 'text' as const,
  sentAt: null,
  deliveredAt: null,
  failedAt: null,
  providerId: null,
  // It is given to the provider at once, so who finds it cannot know better.
  asked: 'maybe' as const,
  version: 1,
};

function messageOf(outgoing: Outgoing, messageId: string, party: Recipient) {
  const { channel, body, templateId = null, source, key, campaign } = outgoing;
  return {
    ...blank,
    id: messageId,
    key,
    channel,
    conversationId: party.conversationId,
    leadId: party.lead?.id ?? null,
    address: party.address,
    body,
    source,
    templateId,
    sentBy: actorName(),
    at: clock.iso(),
    leaseUntil: clock.now() + leaseMs,
    ...(campaign?.variant === undefined ? {} : { variant: campaign.variant }),
  };
}

/** How a message is sent by who sends many. */
export interface InStep {
  /** Its campaign's token was taken with those of others. */
  inStep?: boolean;
  /** Its lead, as it was read a moment ago. */
  lead?: LeadRecord | undefined;
}

interface Limits extends InStep {
  /** false: its tokens have been taken. */
  limited: boolean;
}

async function prepareText(
  outgoing: Outgoing,
  messageId: string,
  limits: Limits,
): Promise<Prepared | NotNow> {
  if (outgoing.body.trim() === '') throw new Unsendable('The text is empty.');
  if (outgoing.body.length > messageLimits.sms)
    throw new Unsendable(`A text message has at most ${messageLimits.sms} characters.`);
  const [settings, party] = await Promise.all([
    readSettings(),
    findRecipient('sms', outgoing.leadId, outgoing.to, limits.lead),
  ]);
  const before = await findConversation(party.conversationId);
  const claim = await claimOf(outgoing, party);
  if ('refusal' in claim) return { outcome: { kind: 'failed', error: claim.refusal } };
  const sender = await senderOf(outgoing, settings, before, party, messageId);
  const { number, provider, sandbox, registration } = sender;
  const segments = segmentsOf(outgoing.body);
  const carrier = isLimited(outgoing)
    ? await carrierClaim(
        {
          to: party.address,
          from: number,
          provider,
          segments: segments.count,
          registration: registration ?? null,
        },
        settings,
        { takesTokens: limits.limited, comesBack: isOfCampaign(outgoing) },
      )
    : { writes: [] };
  if (carrier instanceof CarrierMinuteFull)
    return {
      outcome: {
        kind: 'later',
        retryAt: new Date(carrier.at).toISOString(),
        why: carrier.why,
        onlyThey: true,
      },
    };
  const later =
    limits.limited && isLimited(outgoing)
      ? await limited(outgoing, number, settings, limits.inStep ?? false)
      : undefined;
  if (later) return later;
  const message: MessageRecord = {
    ...messageOf(outgoing, messageId, party),
    ownAddress: number,
    numberReason: sender.reason,
    ...(sender.poolId ? { numberPoolId: sender.poolId } : {}),
    provider,
    sandbox,
    subject: '',
    segments,
  };
  return {
    party,
    before,
    message,
    mails: null,
    caps: await capsFor(outgoing),
    claims: [...claim.writes, ...carrier.writes],
  };
}

async function prepareMail(outgoing: Outgoing, messageId: string, limits: Limits): Promise<Prepared> {
  const subject = (outgoing.subject ?? '').replace(/\s+/g, ' ').trim();
  if (!subject) throw new Unsendable('The mail has no subject.');
  const [settings, party, { day, nextDay, tenant }] = await Promise.all([
    readSettings(),
    findRecipient('email', outgoing.leadId, outgoing.to, limits.lead),
    calendar(),
  ]);
  const { provider, dailyLimit } = settings.email;
  if (outgoing.source.kind !== 'system' && !hasPostalAddress(settings))
    throw new Unsendable(messageWords.noPostalAddress);
  const message: MessageRecord = {
    ...messageOf(outgoing, messageId, party),
    ownAddress: mailSender(settings, tenant).from.address,
    provider,
    sandbox: emailState(settings, provider).sandbox,
    subject: subject.slice(0, messageLimits.subject),
    segments: null,
  };
  const mails = isLimited(outgoing)
    ? { day, limit: dailyLimit, full: new DailyLimit(dailyLimit, nextDay) }
    : null;
  const before = await findConversation(party.conversationId);
  return { party, before, message, mails, caps: await capsFor(outgoing), claims: [] };
}

/**
 * Everything about a message but compliance's word. A token of each limit is taken on the way.
 * @throws Unsendable; 400 and 404 for a user
 */
export const prepare = (outgoing: Outgoing, messageId: string, limits: Limits): Promise<Prepared | NotNow> =>
  outgoing.channel === 'sms'
    ? prepareText(outgoing, messageId, limits)
    : prepareMail(outgoing, messageId, limits);

function conversationAfter({ before, message, party }: Prepared): ConversationRecord {
  const { id, channel, direction, at, source, body, subject } = message;
  const isText = channel === 'sms';
  // Who answers by hand has read what was there.
  const byHand = source.kind === 'manual' || source.kind === 'reply';
  return {
    id: party.conversationId,
    leadId: party.lead?.id ?? null,
    address: isText || !before ? party.address : before.address,
    ownerId: party.lead?.ownerId ?? null,
    ownAddress: isText ? message.ownAddress || null : (before?.ownAddress ?? null),
    provider: isText ? message.provider : (before?.provider ?? null),
    // Who waits for an answer waits for it in the campaign that they wrote to.
    campaignId: source.kind === 'blast' && !before?.waitingSince ? source.id : (before?.campaignId ?? null),
    last: { id, channel, direction, text: (isText ? body : subject).slice(0, 160), at },
    lastSource: isText && source.kind !== 'system' ? source : (before?.lastSource ?? null),
    unread: byHand ? 0 : (before?.unread ?? 0),
    messages: (before?.messages ?? 0) + 1,
    optedOut: before?.optedOut ?? [],
    waitingSince: byHand ? null : (before?.waitingSince ?? null),
    lastInboundAt: before?.lastInboundAt ?? null,
    at,
    smsAt: isText ? at : (before?.smsAt ?? null),
    ...deskAfter(before, false),
    version: before?.version ?? 0,
  };
}

/** Writes a message down as being sent. @throws ConditionFailed when somebody was quicker, DailyLimit, CapReached */
export async function write(ready: Prepared): Promise<MessageRecord> {
  const { message, before, mails, caps, claims } = ready;
  await commit(
    insertMessage(message),
    conversationWrites(before, conversationAfter(ready)),
    mails ? reserveMail(mails.day, mails.limit, mails.full) : [],
    takingMessage(caps),
    claims,
    message.templateId ? noteUse(message.templateId, message.at) : [],
  );
  return message;
}
