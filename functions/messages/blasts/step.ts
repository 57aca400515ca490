import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { sharingReads } from '#functions/kernel/shared-reads.ts';
import { type LeadRecord, readLeadsAhead, usable } from '#functions/leads/api.ts';
import { rendered, valuesFor } from '#functions/messageTemplates/api.ts';
import { shortened } from '../links/store.ts';
import { giveBackTokens, takeTokens } from '../numbers/bucket-store.ts';
import { readCarriersAhead } from '../numbers/carriers.ts';
import { readClaimsAhead, recipientWrites } from '../record/recipient-store.ts';
import { bucketOfCampaign, campaignFull } from '../send/compose.ts';
import { ProviderDown, refusedAhead, type SendOutcome, sendMessage } from '../send/send.ts';
import { readSettings } from '../settings/store.ts';
import { readConversationsAhead } from '../threads/conversation-store.ts';
import { findRecipient, type Recipient, Unsendable } from '../threads/recipient.ts';
import { answeredMeanwhile, isStillMeant } from './follow-up.ts';
import { type BlastRecord, type Chunk, chunkSeconds, failedAs, putLater } from './store.ts';
import { textOf, variantOf } from './variants.ts';

/** Leads of one step. */
export const stepSize = 24;

/** Texts that are on their way at the same time. */
const atOnce = 6;

/** Different reasons that are told. */
const mostReasons = 30;

/** What an hour or a day stands against, and nothing else: it passes by itself. */
export const ofHours: readonly string[] = ['too_early', 'too_late', 'closed_day', 'holiday'];

/** How often somebody is put off, and how far ahead; ms. */
const putOff = { passes: 3, most: 4 * 24 * 3_600_000 };

export const campaignHours = 'It waits for its own hours.';

export const theirHours = 'It waits for the hours in which these people may be texted.';

interface Settled {
  kind: 'sent' | 'refused' | 'failed' | 'deferred';
  code: string;
  text: string;
  /** Of who is put off: until when, ms since 1970. */
  until?: number;
  /** What they wait for, where that is not their hours. */
  why?: string;
}

/** People whom a carrier keeps waiting are tried again in batches: a token bucket holds ten seconds' worth. */
const batchMs = 10_000;
const endOfBatch = (retryAt: string): number => Math.ceil(Date.parse(retryAt) / batchMs) * batchMs;

/** When somebody may be texted whom only the hour stands against; undefined when they are refused. */
function hoursOf(
  { reasons, nextAllowedAt }: Extract<SendOutcome, { kind: 'refused' }>,
  { outsideHours }: BlastRecord,
  pass: number,
): number | undefined {
  if (outsideHours === 'skip' || pass >= putOff.passes || !nextAllowedAt) return undefined;
  if (!reasons.every(({ code }) => ofHours.includes(code))) return undefined;
  const until = Date.parse(nextAllowedAt);
  return until - clock.now() <= putOff.most ? until : undefined;
}

function settledAs(outcome: SendOutcome, blast: BlastRecord, pass: number): Settled {
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'sent', code: '', text: '' };
    case 'refused': {
      const [reason] = outcome.reasons;
      const until = hoursOf(outcome, blast, pass);
      if (until !== undefined) return { kind: 'deferred', code: '', text: '', until };
      return {
        kind: 'refused',
        code: reason?.code ?? 'refused',
        text: reason?.text ?? 'This person may not be contacted now.',
      };
    }
    case 'later':
      return { kind: 'deferred', code: '', text: '', until: endOfBatch(outcome.retryAt), why: outcome.why };
    case 'failed':
      return { kind: 'failed', code: failedAs(outcome.error), text: outcome.error };
  }
}

const keyOf = (blast: BlastRecord, leadId: string): string => `blast ${blast.id} ${leadId}`;

/** A lead's own phone and who they are; undefined for whom the text itself will say why it cannot go to them. */
async function recipientIn(lead: LeadRecord): Promise<Recipient | undefined> {
  try {
    return await findRecipient('sms', lead.id, undefined, lead);
  } catch (error) {
    if (error instanceof AppError || error instanceof Unsendable) return undefined;
    throw error;
  }
}

/**
 * Reads the people of a step, and what sending asks of each of them, in one request of each kind. Whatever is written by
 * what was read is written under its version, so that who was changed meanwhile is read again.
 * @returns who may not be texted now, by lead: nothing else is read of them
 */
async function readAhead(blast: BlastRecord, leadIds: readonly string[]): Promise<Map<string, SendOutcome>> {
  const [leads, settings] = await Promise.all([readLeadsAhead(leadIds), readSettings()]);
  const found = await Promise.all(leads.map(recipientIn));
  const recipients = found.filter((one): one is Recipient & { lead: LeadRecord } => one?.lead !== undefined);
  const keyTo = ({ lead }: { lead: LeadRecord }) => keyOf(blast, lead.id);
  const refusals = await refusedAhead(recipients.map((one) => ({ key: keyTo(one), person: one.person })));
  const rest = recipients.filter((one) => !refusals.has(keyTo(one)));
  const numbers = [...new Set(rest.map(({ address }) => address))];
  await Promise.all([
    readConversationsAhead(rest.map(({ conversationId }) => conversationId)),
    readClaimsAhead(blast.id, numbers),
    readCarriersAhead(numbers, settings),
  ]);
  return new Map(
    recipients.flatMap((one) => {
      const refusal = refusals.get(keyTo(one));
      return refusal ? [[one.lead.id, refusal]] : [];
    }),
  );
}

async function sendTo(blast: BlastRecord, leadId: string): Promise<SendOutcome> {
  try {
    const lead = await usable(leadId);
    const { followUp } = blast.audience;
    if (followUp && !(await isStillMeant(followUp, leadId)))
      return { kind: 'failed', error: answeredMeanwhile };
    const variant = variantOf(blast, leadId);
    const source = textOf(blast, variant);
    const whole = rendered('sms', '', source, await valuesFor(lead)).body;
    const { body, links } = blast.shortLinks ? shortened(whole, source) : { body: whole, links: [] };
    return await sendMessage(
      {
        channel: 'sms',
        leadId,
        body,
        templateId: blast.templateId,
        ...(blast.from ? { from: blast.from } : {}),
        source: { kind: 'blast', id: blast.id },
        key: keyOf(blast, leadId),
        campaign: {
          onceWithinHours: blast.onceWithinHours ?? 0,
          poolId: blast.poolId ?? null,
          ...(variant === undefined ? {} : { variant }),
          links,
        },
      },
      { inStep: true, lead },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'busy') throw error;
    if (error.code === 'provider_not_connected') throw new ProviderDown(error.message, { cause: error });
    return { kind: 'failed', error: error.message };
  }
}

/** Sends to the leads in order, some at once, until one has to wait; those before it are settled. */
async function sendStep(blast: BlastRecord, leadIds: readonly string[], pass: number) {
  const outcomes: (SendOutcome | undefined)[] = leadIds.map(() => undefined);
  let next = 0;
  let stop: { retryAt: number; why: string } | undefined;
  let down: unknown;
  let refused = new Map<string, SendOutcome>();
  const work = async () => {
    while (next < leadIds.length && !stop && !down) {
      const at = next++;
      try {
        const leadId = leadIds[at]!;
        const outcome = refused.get(leadId) ?? (await sendTo(blast, leadId));
        // Whom their carrier alone keeps waiting is put off, and the others go on.
        if (outcome.kind === 'later' && !outcome.onlyThey)
          stop ??= { retryAt: Date.parse(outcome.retryAt), why: outcome.why };
        else outcomes[at] = outcome;
      } catch (error) {
        down ??= error;
      }
    }
  };
  await sharingReads(async () => {
    refused = await readAhead(blast, leadIds);
    await Promise.all(Array.from({ length: atOnce }, work));
  });
  const open = outcomes.indexOf(undefined);
  const settled = outcomes.slice(0, open < 0 ? outcomes.length : open) as SendOutcome[];
  const unsent = outcomes.filter(
    (outcome) => outcome?.kind === 'refused' || outcome?.kind === 'later',
  ).length;
  return { settled: settled.map((outcome) => settledAs(outcome, blast, pass)), stop, down, unsent };
}

/** Tokens that a step waits for lest it be made for one person: as many as come in two seconds. */
const worthAStep = (perMinute: number): number => Math.max(1, Math.floor(perMinute / 30));

/** A step of as many texts as the blast's own limit lets through now. Who gets none leaves their token to others. */
export async function throttledStep(
  blast: BlastRecord,
  leadIds: readonly string[],
  pass: number,
): Promise<Omit<Awaited<ReturnType<typeof sendStep>>, 'unsent'>> {
  const id = blast.paces ? `${blast.id} ${blast.paces}` : blast.id;
  const bucket = bucketOfCampaign({ kind: 'blast', id });
  const wanted = leadIds.length;
  const least = Math.min(wanted, worthAStep(blast.ratePerMinute));
  const { granted, at, fullAt } = await takeTokens(bucket, blast.ratePerMinute, { wanted, least });
  if (fullAt === undefined) return { settled: [], stop: { retryAt: at, why: campaignFull }, down: undefined };
  const { unsent, ...step } = await sendStep(blast, leadIds.slice(0, granted), pass);
  await giveBackTokens(bucket, blast.ratePerMinute, unsent, fullAt);
  return step;
}

export function tallied(
  blast: BlastRecord,
  settled: readonly Settled[],
  { pass, later }: Chunk,
): Partial<BlastRecord> {
  const reasons = { ...blast.reasons };
  const count = (kind: Settled['kind']) => settled.filter((one) => one.kind === kind).length;
  for (const { kind, code, text } of settled) {
    if (
      kind === 'sent' ||
      kind === 'deferred' ||
      (!reasons[code] && Object.keys(reasons).length >= mostReasons)
    )
      continue;
    reasons[code] = { count: (reasons[code]?.count ?? 0) + 1, text };
  }
  return {
    later,
    done: blast.done + settled.length,
    ...(pass === 0 ? { turned: (blast.turned ?? 0) + settled.length } : {}),
    sent: blast.sent + count('sent'),
    refused: blast.refused + count('refused'),
    failed: blast.failed + count('failed'),
    // Who was put off before is looked at now, and may be put off once more.
    deferred: blast.deferred + count('deferred') - (pass > 0 ? settled.length : 0),
    reasons,
  };
}

/** The writes that note whom a step has left out, and why; who was texted has been noted with the message. */
export function leftOutWrites(
  { id }: BlastRecord,
  leadIds: readonly string[],
  settled: readonly Settled[],
): Promise<object[]> {
  const skippedAt = clock.iso();
  const marks = settled.flatMap(({ kind, text }, at) =>
    kind === 'refused' || kind === 'failed'
      ? [{ leadId: leadIds[at]!, mark: { skippedAt, reason: text } }]
      : [],
  );
  return recipientWrites(id, marks, leadIds[0]!);
}

/** The writes that put people off, for each instant from which on they may be texted. */
export function puttingOff(
  { id, version }: BlastRecord,
  leadIds: readonly string[],
  settled: readonly Settled[],
  pass: number,
): object[] {
  const groups = new Map<string, { until: number; why: string | undefined; ids: string[] }>();
  for (const [at, { kind, until, why }] of settled.entries()) {
    if (kind !== 'deferred') continue;
    const key = `${until} ${why ?? ''}`;
    const group = groups.get(key) ?? { until: until!, why, ids: [] };
    group.ids.push(leadIds[at]!);
    groups.set(key, group);
  }
  const expiresAt = clock.seconds() + chunkSeconds;
  return [...groups.values()].map(({ until, why, ids }, n) => {
    const key = { notBefore: new Date(until).toISOString(), n: version * stepSize + n };
    // Waiting for a carrier is none of the times that somebody's hours are waited for.
    const passes = why ? Math.max(1, pass) : pass + 1;
    return putLater(id, key, { leadIds: ids, pass: passes, why }, expiresAt);
  });
}
