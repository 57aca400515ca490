import { z } from 'zod';
import { entity, ifVersion } from '#functions/kernel/entity.ts';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import { maxTransactionItems } from '#functions/kernel/table.ts';
import type { Lead } from '#shared/model/lead.ts';
import { countChanges } from './counts.ts';
import { entryWrites } from './entries.ts';
import { heldAfter, phoneWrites } from './phones.ts';
import type { Deal } from './sale.ts';

/**
 * A lead as it is stored: what the contract answers, but for what is worked out from it, and what only the store
 * knows. Lists and searches read the entries of entries.ts, which are written in the same transaction.
 */
const Leads = entity('lead', {
  fields: z.object({
    leadId: z.string(),
    /** All fields of a lead; only whole leads are read and written. */
    lead: z.custom<LeadRecord>(),
    version: z.number(),
    /** Seconds since 1970; a deleted lead goes for good then. */
    expiresAt: z.number().optional(),
  }),
  key: { partition: ['leadId'], sort: [] },
});

/** A lead without what is worked out from its other fields. */
export type LeadRecord = Omit<Lead, 'fullName' | 'phone' | 'email' | 'isScoreLearned'> & {
  /** Numbers that no other live lead can have; phones.ts keeps it. */
  heldPhones: string[];
  /** Every status that the lead has ever had, for the funnel. */
  reached: string[];
  /** The deal while it is won; deal.ts keeps it. */
  won: Deal | null;
  /** As the import that made it left it; another version than this has been touched by somebody. */
  importedVersion: number | null;
  /** Of a deleted one: it went with its import that was undone, and no figure counts it. */
  isUndone?: boolean | undefined;
  /** What was entered as its score, while that is learned; it is put back afterwards. */
  enteredScore?: number | undefined;
};

/** The record of a lead in whatever state. */
export async function findLead(leadId: string): Promise<LeadRecord | undefined> {
  return (await Leads.find({ leadId }))?.lead;
}

/** Records of many leads, in the order of their ids as given; those that are not there are left out. */
export async function findLeads(leadIds: readonly string[]): Promise<LeadRecord[]> {
  const items = await Leads.findMany(leadIds.map((leadId) => ({ leadId })));
  const found = new Map(items.map(({ leadId, lead }) => [leadId, lead]));
  return leadIds.flatMap((leadId) => found.get(leadId) ?? []);
}

/** Reads leads for a step that is going to ask for each of them; answers those that are there, in any order. */
export const readLeadsAhead = async (leadIds: readonly string[]): Promise<LeadRecord[]> =>
  (await Leads.readAhead(leadIds.map((leadId) => ({ leadId })))).map(({ lead }) => lead);

/** Somebody else was quicker with this lead. */
export class LeadChanged extends AppError {
  constructor(version: number) {
    super(409, 'conflict', 'Somebody has changed this lead since you opened it. Reload it and try again.', {
      details: { version },
    });
  }
}
export const isOvertaken = (error: unknown) => error instanceof LeadChanged;

export interface WriteOptions {
  /** The tenant lets several live leads have one phone. */
  allowDuplicatePhones: boolean;
  /** Leave the counters alone: whoever writes many leads at once adds them up and writes them once. */
  uncounted?: boolean;
  /** When a deleted lead goes for good, seconds since 1970. */
  expiresAt?: number;
}

/** Room in a lead's transaction for what its callers add: events, an entry in the audit log, a record of contact. */
const callersWrites = 8;

/**
 * The writes that bring a lead from one state to another, its entries, phones and counters with it. `before` is
 * undefined for a new one, `after` for one that goes for good. Refused when the lead has changed since `before`
 * was read, or when a phone is another live lead's.
 */
export function leadWrites(
  before: LeadRecord | undefined,
  after: LeadRecord | undefined,
  options: WriteOptions,
): object[] {
  const held = after && { ...after, heldPhones: heldAfter(before, after, options.allowDuplicatePhones) };
  const writes = [
    itemWrite(before, held, options.expiresAt),
    ...phoneWrites(before, held),
    ...entryWrites(before, after, options.expiresAt),
  ];
  const room = maxTransactionItems - writes.length - callersWrites;
  return options.uncounted ? writes : [...writes, ...countChanges(before, after, room)];
}

/** Lets a transaction through only while the lead is as it was read. */
export const ifUnchanged = ({ id, version }: LeadRecord): object =>
  Leads.check({ leadId: id }, ifVersion(version, new LeadChanged(version)));

function itemWrite(
  before: LeadRecord | undefined,
  after: LeadRecord | undefined,
  expiresAt: number | undefined,
): object {
  const isCurrent = before && ifVersion(before.version, new LeadChanged(before.version));
  if (!after) {
    if (!before) throw new Error('A lead that never was cannot go.');
    return Leads.remove({ leadId: before.id }, isCurrent);
  }
  const item = { leadId: after.id, lead: after, version: after.version, expiresAt };
  return isCurrent
    ? Leads.put(item, isCurrent)
    : Leads.insert(item, conflict('This lead is there already.', undefined, 'lead_exists'));
}
