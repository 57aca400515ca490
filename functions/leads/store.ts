import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import {
  connection,
  decisive,
  keys,
  maxTransactionItems,
  model,
  ofTenant,
  orElse,
  readEvery,
} from '#functions/kernel/table.ts';
import type { Lead } from '#shared/model/lead.ts';
import { countChanges } from './counts.ts';
import { entryWrites } from './entries.ts';
import { heldAfter, phoneWrites } from './phones.ts';
import type { Deal } from './sale.ts';

/**
 * A lead as it is stored: what the contract answers, but for what is worked out from it, and what only the store
 * knows. Lists and searches read the entries of entries.ts, which are written in the same transaction.
 */
const Leads = new Entity(
  {
    model: model('lead'),
    attributes: {
      tenantId: { type: 'number', required: true },
      leadId: { type: 'string', required: true },
      /** All fields of a lead; only whole leads are read and written. */
      lead: { type: 'any', required: true },
      version: { type: 'number', required: true },
      /** Seconds since 1970; a deleted lead goes for good then. */
      expiresAt: { type: 'number' },
    },
    indexes: {
      byId: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'leadId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

/** A lead without what is worked out from its other fields. */
export type LeadRecord = Omit<Lead, 'fullName' | 'phone' | 'email'> & {
  /** Numbers that no other live lead can have; phones.ts keeps it. */
  heldPhones: string[];
  /** Every status that the lead has ever had, for the funnel. */
  reached: string[];
  /** The deal while it is won; deal.ts keeps it. */
  won: Deal | null;
  /** As the import that made it left it; another version than this has been touched by somebody. */
  importedVersion: number | null;
};

const own = (leadId: string) => ({ tenantId: tenantOf(), leadId });

/** The record of a lead in whatever state. */
export async function findLead(leadId: string): Promise<LeadRecord | undefined> {
  const { data } = await Leads.get(own(leadId)).go({ consistent: true });
  return data ? (data.lead as LeadRecord) : undefined;
}

/** Records of many leads, in the order of their ids as given; those that are not there are left out. */
export async function findLeads(leadIds: readonly string[]): Promise<LeadRecord[]> {
  if (leadIds.length === 0) return [];
  const data = await readEvery(leadIds.map(own), (some) => Leads.get(some).go(decisive));
  const found = new Map(data.map((item) => [item.leadId, ofTenant<{ lead: LeadRecord }>(item).lead]));
  return leadIds.flatMap((leadId) => found.get(leadId) ?? []);
}

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

function itemWrite(
  before: LeadRecord | undefined,
  after: LeadRecord | undefined,
  expiresAt: number | undefined,
): object {
  if (!after) {
    if (!before) throw new Error('A lead that never was cannot go.');
    return orElse(
      Leads.delete(own(before.id))
        .where(({ version }, { eq }) => eq(version, before.version))
        .params(),
      new LeadChanged(before.version),
    );
  }
  const item = { ...own(after.id), lead: after, version: after.version, expiresAt };
  if (!before)
    return orElse(
      Leads.create(item).params(),
      conflict('This lead is there already.', undefined, 'lead_exists'),
    );
  return orElse(
    Leads.put(item)
      .where(({ version }, { eq }) => eq(version, before.version))
      .params(),
    new LeadChanged(before.version),
  );
}
