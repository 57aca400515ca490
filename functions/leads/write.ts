import { noteWithdrawal } from '#functions/compliance/api.ts';
import { actingAgent, actor, actorName, currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { chainDepth } from '#functions/kernel/chain.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, forbidden, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { newId, timeOfId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { findUser, takesLeads } from '#functions/users/api.ts';
import {
  type Consents,
  type LeadFields,
  type LeadSettings,
  leadLimits,
  noConsent,
} from '#shared/model/lead.ts';
import { assertNotOnHold, unlessOnHold } from './holds.ts';
import { leadDeleted } from './journey-hooks.ts';
import { assertFree, heldAfter, leadsOfNumber } from './phones.ts';
import { applyChanges, differences, newLeadFields, withdrawnBy } from './prepare.ts';
import { dealAfter, dealEvents } from './sale.ts';
import { currentScorer, type Scorer, withScore } from './scoring/scorer.ts';
import { leadSettings } from './settings.ts';
import { findLead, findLeads, isOvertaken, LeadChanged, type LeadRecord, leadWrites } from './store.ts';
import { mayUse } from './view.ts';

/** An owner is an active user; an agent takes a lead for themselves or leaves it, and gives it to nobody else. */
async function assertOwner(ownerId: string | null): Promise<void> {
  if (ownerId === null) return;
  if (seesOwnLeadsOnly() && ownerId !== currentUser().userId)
    throw forbidden('An agent can take a lead, or hand it over on the assignments page.');
  if (!takesLeads(await findUser(ownerId)))
    throw badRequest('The owner is not an active user.', { field: 'ownerId' });
}

/** A live lead that the actor may see. @throws 404 */
export async function usable(leadId: string): Promise<LeadRecord> {
  const lead = await findLead(leadId);
  if (lead?.state !== 'live' || !mayUse(lead)) throw notFound('The lead');
  return lead;
}

/** Leads that are read at once: some megabytes. */
const readAtOnce = 1_000;

/** Those of many ids that name a live lead which the actor may see, in their order. */
export async function usableIds(leadIds: readonly string[]): Promise<string[]> {
  const usables: string[] = [];
  for (let at = 0; at < leadIds.length; at += readAtOnce)
    for (const lead of await findLeads(leadIds.slice(at, at + readAtOnce)))
      if (lead.state === 'live' && mayUse(lead)) usables.push(lead.id);
  return usables;
}

export interface Origin {
  importId?: string | null;
  createdBy?: string;
  /** A new id otherwise; given by who must make the same lead when asked twice. It begins with its time (`timedId`). */
  id?: string;
}

/** The record of a new lead. @throws 400 */
export function newLead(fields: LeadFields, settings: LeadSettings, origin: Origin = {}): LeadRecord {
  const now = clock.iso();
  // Lists and reports look for leads of some days by their ids, so a lead was made when its id says.
  const made = origin.id === undefined ? undefined : timeOfId(origin.id);
  const prepared = newLeadFields(fields, settings, now);
  const held = settings.allowDuplicatePhones ? [] : prepared.phones.map(({ number }) => number);
  return {
    ...prepared,
    id: origin.id ?? newId('led'),
    version: 1,
    state: 'live',
    importId: origin.importId ?? null,
    assignedAt: prepared.ownerId === null ? null : now,
    lastContactedAt: null,
    createdAt: made === undefined ? now : new Date(made).toISOString(),
    createdBy: origin.createdBy ?? actorName(),
    updatedAt: now,
    deletedAt: null,
    heldPhones: held,
    reached: [prepared.status],
    won: null,
    importedVersion: origin.importId ? 1 : null,
  };
}

type Known = Pick<LeadFields | LeadRecord, 'firstName' | 'lastName' | 'company' | 'phones' | 'emails'>;

/** What a lead is known by: without any of it there is nobody to contact. */
const isSomebody = ({ firstName, lastName, company, phones, emails }: Known): boolean =>
  [firstName, lastName, company, phones[0], emails[0]].some(Boolean);

/** @throws 400 for a lead that nothing is known of */
function assertSomebody(fields: Known): void {
  if (!isSomebody(fields))
    throw badRequest('A lead needs at least a name, a company, a phone number or an e-mail address.');
}

/** The event that tells of a new lead, with the fields that it was made with. */
export function createdEvent(lead: LeadRecord): object {
  const { firstName, lastName, company, phones, emails, address, brand, tags, score, dealAmount } = lead;
  return event('lead.created', lead.id, {
    status: lead.status,
    source: lead.source,
    ownerId: lead.ownerId,
    importId: lead.importId,
    createdAt: lead.createdAt,
    fields: {
      firstName,
      lastName,
      company,
      phones,
      emails,
      address,
      brand,
      tags,
      customFields: lead.customFields,
      score,
      dealAmount,
    },
  });
}

/**
 * Adds a lead. Where the tenant allows no duplicates, a phone of another live lead refuses it (409 'phone_taken'), or
 * skips it, as `onDuplicate` says.
 * @throws 400, 403, 409
 */
export async function createLead(
  input: LeadFields,
  { onDuplicate = 'refuse', ...origin }: Origin & { onDuplicate?: 'refuse' | 'skip' } = {},
): Promise<{ lead: LeadRecord; outcome: 'created' | 'skipped' }> {
  const settings = await leadSettings();
  await assertOwner(input.ownerId);
  assertSomebody(input);
  const lead = withScore(newLead(input, settings, origin), await currentScorer());
  const { allowDuplicatePhones } = settings;
  if (!allowDuplicatePhones) {
    const other = onDuplicate === 'skip' ? await firstWithPhoneOf(lead) : undefined;
    if (other) return { lead: other, outcome: 'skipped' };
    await assertFree(undefined, lead);
  }
  await withdrawAtGate(noConsent, lead);
  await commit(leadWrites(undefined, lead, { allowDuplicatePhones }), createdEvent(lead));
  return { lead, outcome: 'created' };
}

async function firstWithPhoneOf(lead: LeadRecord): Promise<LeadRecord | undefined> {
  for (const { number } of lead.phones)
    for (const id of await leadsOfNumber(number)) {
      const other = await findLead(id);
      if (other?.state === 'live') return other;
    }
  return undefined;
}

/** The events of a change: what was edited, and a change of owner by its own name. */
function changeEvents(before: LeadRecord, after: LeadRecord, how: string): object[] {
  const depth = chainDepth();
  const edits = differences(before, after).filter(({ field }) => field !== 'ownerId');
  return [
    ...(edits.length > 0
      ? [event('lead.updated', after.id, { changes: edits, ...(depth > 0 ? { depth } : {}) })]
      : []),
    ...(before.ownerId === after.ownerId
      ? []
      : [event('lead.assigned', after.id, { before: before.ownerId, ownerId: after.ownerId, how })]),
  ];
}

interface ChangeOptions {
  /** How it got another owner. */
  how?: string;
  /** An import, named by its id, counts what it changes by itself. */
  importId?: string | null;
  /** Given where something changes that a learned score follows from; without it the score stays. */
  scorer?: Scorer | undefined;
}

/** The writes that bring a live lead to a changed state, its events with them; none when nothing changed. */
export function changingWrites(
  before: LeadRecord,
  wanted: LeadRecord,
  settings: LeadSettings,
  { how = 'edited', importId = null, scorer }: ChangeOptions = {},
): { after: LeadRecord; writes: object[] } {
  const events = changeEvents(before, wanted, how);
  const isScoreEntered = before.enteredScore !== wanted.enteredScore;
  if (events.length === 0 && !isScoreEntered) return { after: before, writes: [] };
  const now = clock.iso();
  const { allowDuplicatePhones } = settings;
  const handedOver = before.ownerId !== wanted.ownerId;
  const isOwnRow = importId !== null && importId === before.importId;
  const changed = {
    ...wanted,
    assignedAt: handedOver ? (wanted.ownerId === null ? null : now) : before.assignedAt,
    version: before.version + 1,
    updatedAt: now,
    reached: [...new Set([...before.reached, wanted.status])],
    heldPhones: heldAfter(before, wanted, allowDuplicatePhones),
    // What a file says was won by somebody is not the deal of whoever reads it in.
    won: dealAfter(before, wanted, settings, now, importId === null ? actingAgent() : null),
    importedVersion:
      isOwnRow && before.version === before.importedVersion ? before.version + 1 : before.importedVersion,
  };
  const after = withScore(changed, scorer);
  const own = leadWrites(before, after, { allowDuplicatePhones, uncounted: importId !== null });
  return { after, writes: [...own, ...events, ...dealEvents(before, after)] };
}

/**
 * What somebody notes on a lead holds for its numbers and addresses as well, so that it outlives the lead: deleted and
 * added again, it is still opted out. Before the lead itself, so that nothing passes the gate in between.
 */
async function withdrawAtGate(before: Consents, after: LeadRecord): Promise<void> {
  if (actor().kind !== 'user') return;
  for (const channel of withdrawnBy(before, after.consent)) {
    const { how } = after.consent[channel];
    const people =
      channel === 'email'
        ? after.emails.map((email) => ({ email }))
        : after.phones.map(({ number }) => ({ phone: number }));
    for (const person of people) await noteWithdrawal(person, channel, how, 'staff');
  }
}

/**
 * Changes parts of a live lead; without a version on top of whatever others change at the same moment.
 * @throws 400, 403, 404, 409 when it is no longer at `version`
 */
export const changeLead = (
  leadId: string,
  changes: Partial<LeadFields>,
  version?: number,
): Promise<LeadRecord> =>
  version === undefined
    ? retryOnConflict(() => changeOnce(leadId, changes), { isOvertaken })
    : changeOnce(leadId, changes, version);

async function changeOnce(
  leadId: string,
  changes: Partial<LeadFields>,
  version?: number,
): Promise<LeadRecord> {
  const before = await usable(leadId);
  if (version !== undefined && version !== before.version) throw new LeadChanged(before.version);
  const settings = await leadSettings();
  if (changes.ownerId !== undefined && changes.ownerId !== before.ownerId) await assertOwner(changes.ownerId);
  const wanted = applyChanges(before, changes, settings, clock.iso());
  if (isSomebody(before)) assertSomebody(wanted);
  if (changes.phones && !settings.allowDuplicatePhones) await assertFree(before, wanted);
  await withdrawAtGate(before.consent, wanted);
  const scorer = await currentScorer();
  const { after, writes } = changingWrites(before, wanted, settings, { scorer });
  if (writes.length > 0) await commit(writes);
  return after;
}

/** A lead's tags when some are added and others removed. @throws 400 for too many */
function tagsAfter(
  { tags }: Pick<LeadRecord, 'tags'>,
  add: readonly string[],
  remove: readonly string[],
): string[] {
  const after = new Set([...tags, ...add].filter((tag) => !remove.includes(tag)));
  if (after.size > leadLimits.tags) throw badRequest(`A lead has at most ${leadLimits.tags} tags.`);
  return [...after];
}

/** Adds and removes tags, with other changes. @throws 400 for too many, 404 */
export const changeTags = (
  leadId: string,
  add: readonly string[],
  remove: readonly string[],
  changes: Partial<LeadFields> = {},
): Promise<LeadRecord> =>
  retryOnConflict(
    async () => {
      const before = await usable(leadId);
      const tags = tagsAfter({ tags: changes.tags ?? before.tags }, add, remove);
      return changeLead(leadId, { ...changes, tags }, before.version);
    },
    { isOvertaken },
  );

const daySeconds = 86_400;

/** Deletes a lead; it can be had back for a while. With `force` it goes for good. @throws 404 */
export const removeLead = (leadId: string, force: boolean, alongside: Alongside = () => []): Promise<void> =>
  retryOnConflict(() => removeOnce(leadId, force, alongside), { isOvertaken });

/** Writes that belong to a lead's removal, such as its entry in the audit log. */
type Alongside = (lead: LeadRecord) => object[];

async function removeOnce(leadId: string, force: boolean, alongside: Alongside): Promise<void> {
  const before = force ? await findLead(leadId) : await usable(leadId);
  if (!before || !mayUse(before)) throw notFound('The lead');
  // Asked before its journeys end, and once more with the deletion: a hold of this instant wins.
  await assertNotOnHold(leadId);
  const told = [unlessOnHold(leadId), event('lead.deleted', leadId, { force }), ...alongside(before)];
  if (force) {
    await leadDeleted.run(leadId);
    await commit(leadWrites(before, undefined, { allowDuplicatePhones: false }), told);
    return;
  }
  const now = clock.iso();
  const after: LeadRecord = {
    ...before,
    state: 'deleted',
    deletedAt: now,
    updatedAt: now,
    version: before.version + 1,
  };
  const expiresAt = clock.seconds() + leadLimits.restoreDays * daySeconds;
  await commit(leadWrites(before, after, { allowDuplicatePhones: false, expiresAt }), told);
}

/** Has a deleted lead back. @throws 404; 409 when another lead has its phone by now */
export async function restoreLead(leadId: string): Promise<LeadRecord> {
  const before = await findLead(leadId);
  if (before?.state !== 'deleted' || !mayUse(before)) throw notFound('The deleted lead');
  const { allowDuplicatePhones, statuses } = await leadSettings();
  const isKnown = statuses.some(({ key }) => key === before.status);
  const { isUndone, ...deleted } = before;
  const restored: LeadRecord = {
    ...deleted,
    state: 'live',
    // Its status may have been taken out of the funnel while no live lead had it.
    status: isKnown ? before.status : statuses[0]!.key,
    deletedAt: null,
    updatedAt: clock.iso(),
    version: before.version + 1,
  };
  const after = withScore(restored, await currentScorer());
  if (!allowDuplicatePhones) await assertFree(before, after);
  after.heldPhones = heldAfter(before, after, allowDuplicatePhones);
  // Who is had back from an undone import is a lead after all.
  const told = event('lead.restored', leadId, isUndone ? { undoneFrom: before.createdAt } : {});
  await commit(leadWrites(before, after, { allowDuplicatePhones }), told);
  return after;
}
