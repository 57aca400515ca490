import { createHash } from 'node:crypto';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { finder, findLeads, type LeadRecord, leadsOfNumber, mergeLead } from '#functions/leads/api.ts';
import { type LeadSettings, leadLimits } from '#shared/model/lead.ts';
import type { RowOutcome, WebhookRow } from '#shared/model/webhook.ts';
import { textAt } from '#shared/model/webhook-path.ts';
import { callWords } from './call.ts';
import type { Effects, Working } from './effects.ts';
import { leadOf, type Named, namedIn, ruleBroken, tagsFor } from './read.ts';

export interface RowWork {
  webhook: Working;
  settings: LeadSettings;
  effects: Effects;
  /** Names the row for good, so that what it makes has the same ids when it is worked twice. */
  deliveryId: string;
}

/** What a row came to, with what the test's answer counts. */
export interface WorkedRow {
  row: WebhookRow;
  stopped?: { journeysRemoved: number; executionsCancelled: number };
  call?: { phone: string; leadId: string; at: string; did: string | null } | undefined;
}

/** Two who write at one instant: it is tried again, and no fault of the row. */
const passing = new Set(['busy', 'conflict', 'phone_taken', 'lead_exists']);

class Unfit extends Error {}

/** Live leads that have a phone number, the oldest first. */
async function withPhone(phones: readonly string[]): Promise<LeadRecord[]> {
  const ids = (await Promise.all(phones.map(leadsOfNumber))).flat();
  return (await findLeads([...new Set(ids)])).filter(({ state }) => state === 'live');
}

/** The live leads that a row means: by phone, else by e-mail. */
async function leadsNamed({ phone, email }: Named): Promise<LeadRecord[]> {
  const number = toE164(phone);
  if (number) return withPhone([number]);
  if (!email) return [];
  const { leads } = await finder().search(email, { limit: 50 });
  return leads.filter(({ emails }) => emails.includes(email));
}

/** What a webhook sets of leads by itself, where its payload does not name it. */
const ownFields = ['brand', 'source', 'status'];

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The id of a row's lead: the delivery's time, as lists of leads are sorted by it, the row, and a mark of both. The
 * same however often it is made.
 */
function leadIdOf(deliveryId: string, index: number): string {
  const time = deliveryId.slice('dlv_'.length, 'dlv_'.length + 10);
  const row = index.toString(32).padStart(4, '0');
  const mark = createHash('sha256').update(`${deliveryId}#${index}`).digest().subarray(0, 12);
  const letters = [...row].map((digit) => crockford[Number.parseInt(digit, 32)]);
  return `led_${time}${letters.join('')}${[...mark].map((byte) => crockford[byte % 32]).join('')}`;
}

/** The lead of a row, made or brought up to date. The same row again gets the same lead. */
async function saved(work: RowWork, row: unknown, index: number) {
  const { webhook, settings, effects, deliveryId } = work;
  const read = leadOf(row, webhook.fields, settings);
  if ('reason' in read) throw new Unfit(read.reason);
  const { fields, given } = read;
  const leadId = leadIdOf(deliveryId, index);
  const made = await effects.made(leadId);
  if (made) return { lead: made, outcome: 'created' as const };
  const { allowDuplicatePhone, onDuplicate } = webhook.fields.validationRules;
  const mayRepeat = settings.allowDuplicatePhones && allowDuplicatePhone;
  const numbers = fields.phones.flatMap((one) => toE164(typeof one === 'string' ? one : one.number) ?? []);
  const found = await retryOnConflict(
    async () => {
      const [other] = mayRepeat ? [] : await withPhone(numbers);
      if (other)
        return { lead: other, outcome: onDuplicate === 'skip' ? ('skipped' as const) : ('updated' as const) };
      // Where a number is no one lead's alone, its lead is made by one row at a time.
      if (settings.allowDuplicatePhones && !mayRepeat && !(await effects.claim(numbers, leadId)))
        throw conflict('Another lead with this number is being added.');
      return { lead: await effects.create(fields, leadId), outcome: 'created' as const };
    },
    {
      // Two rows may create a lead of one number at the same instant.
      isOvertaken: (error) => error instanceof AppError && passing.has(error.code),
      tries: 7,
      pauseMs: 20,
    },
  );
  if (found.outcome !== 'updated') return found;
  const defaults = ownFields.filter((field) => !given.has(field));
  const merged = (before: LeadRecord) => mergeLead(before, fields, { first: 'standing', defaults });
  return { ...found, lead: await effects.change(found.lead, merged) };
}

const enrolWords: Record<string, string> = {
  enrolled: 'Enrolled in the journey.',
  already: 'Is in the journey already.',
  not_again: 'Was in the journey before, and it takes nobody twice.',
  not_live: 'The journey is not live, so it takes nobody.',
  no_lead: 'The journey did not find the lead.',
  too_deep: 'Journeys have put the lead into each other too often in a row.',
  day_cap: 'The lead has come into journeys too often today.',
};

async function goOrCall(work: RowWork, row: unknown, index: number, notes: string[]) {
  const { webhook, effects, deliveryId } = work;
  const { webhookType, autoEnrollJourneyId, callConfig } = webhook.fields;
  const { lead, outcome } = await saved(work, row, index);
  if (outcome === 'skipped') notes.push('There is a lead with this phone already; it stays as it is.');
  if (webhookType === 'go' && autoEnrollJourneyId && outcome !== 'skipped') {
    const came = await effects.enrol(autoEnrollJourneyId, lead.id, `${deliveryId}#${index}`);
    notes.push(enrolWords[came] ?? came);
  }
  const calls = webhookType === 'call' || (callConfig.enabled && outcome !== 'skipped');
  if (!calls) return { lead, outcome };
  const phone = lead.phones[0]?.number;
  if (!phone) throw new Unfit('There is no phone number to call.');
  const start = await effects.call({
    runId: deterministicId('wcr', deliveryId, String(index)),
    leadId: lead.id,
    phone,
  });
  notes.push(callWords(start));
  const call = start.at ? { phone, leadId: lead.id, at: start.at, did: start.did } : undefined;
  return { lead, outcome: webhookType === 'call' ? ('called' as const) : outcome, call };
}

async function pauseOrStop(work: RowWork, row: unknown, named: Named, notes: string[]) {
  const { webhook, effects } = work;
  const { webhookType, stopConfig, name } = webhook.fields;
  const leads = await leadsNamed(named);
  if (leads.length === 0) throw new Unfit('No lead has this phone number or e-mail address.');
  const tags = tagsFor(row, webhook.fields);
  const stopped = { journeysRemoved: 0, executionsCancelled: 0 };
  let lead = leads[0]!;
  for (const one of leads) {
    const isStop = webhookType === 'stop';
    const reason = textAt(row, stopConfig.reasonField).slice(0, 200).toWellFormed();
    const why = isStop && reason ? reason : `Webhook “${name}”`;
    const added = isStop ? [...tags, ...stopConfig.tags] : tags;
    let after = one;
    if (isStop) {
      const left = await effects.leave(one.id, why);
      stopped.journeysRemoved += left.journeysRemoved;
      stopped.executionsCancelled += left.executionsCancelled;
      notes.push(`Left ${left.journeysRemoved} journey${left.journeysRemoved === 1 ? '' : 's'}.`);
    } else {
      const paused = await effects.pause(one.id, why);
      notes.push(`Paused in ${paused} journey${paused === 1 ? '' : 's'}.`);
    }
    const status = isStop ? stopConfig.markStatus : null;
    if (added.length > 0 || status)
      after = await effects.change(one, (before) => ({
        ...(status ? { status } : {}),
        tags: [...new Set([...before.tags, ...added])].slice(0, leadLimits.tags),
      }));
    if (isStop && stopConfig.optOut.length > 0) {
      await effects.optOut(after, stopConfig.optOut, why);
      notes.push(`Opted out of ${stopConfig.optOut.join(', ')}.`);
    }
    if (one === leads[0]) lead = after;
  }
  const outcome: RowOutcome = webhookType === 'stop' ? 'stopped' : 'paused';
  return webhookType === 'stop' ? { lead, outcome, stopped } : { lead, outcome };
}

/**
 * Works one row: by the webhook's type, with what its rules say. What is wrong with the row, or forbidden, is told in
 * its outcome; what may pass by itself is thrown, so that the message comes again.
 */
export async function workRow(work: RowWork, row: unknown, index: number): Promise<WorkedRow> {
  const { webhook } = work;
  const named = namedIn(row, webhook.fields);
  const notes: string[] = [];
  const result = (outcome: RowOutcome, lead: LeadRecord | undefined, error: string | null): WebhookRow => ({
    index,
    outcome,
    leadId: lead?.id ?? null,
    ...named,
    name: lead ? `${lead.firstName} ${lead.lastName}`.trim() || named.name : named.name,
    tags: lead?.tags ?? [],
    // A sentence may quote the beginning of what was sent, and so half of a character.
    error: error?.toWellFormed() ?? null,
    notes,
  });
  try {
    if (row === null || typeof row !== 'object' || Array.isArray(row))
      throw new Unfit('The entry is not a JSON object.');
    const broken = ruleBroken(named, webhook.fields, row);
    if (broken) throw new Unfit(broken);
    const isHold = webhook.fields.webhookType === 'pause' || webhook.fields.webhookType === 'stop';
    const { lead, outcome, ...more } = isHold
      ? await pauseOrStop(work, row, named, notes)
      : await goOrCall(work, row, index, notes);
    return { row: result(outcome, lead, null), ...more };
  } catch (error) {
    const told =
      error instanceof Unfit || (error instanceof AppError && error.status < 500 && !passing.has(error.code));
    if (!told) throw error;
    return { row: result('failed', undefined, (error as Error).message) };
  }
}
