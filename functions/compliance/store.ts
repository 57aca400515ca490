import { z } from 'zod';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { entity, ifThere, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { readOnce } from '#functions/kernel/shared-reads.ts';
import { keptDecision, listedAddress } from '#shared/api/tcpa.ts';
import {
  type ComplianceSettings,
  defaultComplianceSettings,
  type Emergency,
} from '#shared/model/compliance/settings.ts';
import type { Channel, ConsentProof } from '#shared/model/lead.ts';

/** States of emergency that the platform's operator has declared for every tenant: one item of the platform. */
const DeclaredEmergencies = entity('declaredEmergencies', {
  fields: z.object({ emergencies: z.custom<Emergency[]>() }),
  key: { partition: [], sort: [] },
});

const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'compliance', work);

/** Those in force and those to come; a tenant's own stand in its settings. */
export const declaredEmergencies = (): Promise<Emergency[]> =>
  readOnce(
    'declared emergencies',
    async () => (await onPlatform(() => DeclaredEmergencies.find({})))?.emergencies ?? [],
  );

/** The write that replaces them, in the platform's partition. */
export const replaceDeclaredEmergencies = (emergencies: Emergency[]): object =>
  DeclaredEmergencies.put({ emergencies });

/** A tenant's own rules: one item. */
const Settings = entity('complianceSettings', {
  fields: z.object({ settings: z.custom<ComplianceSettings>(), version: z.number() }),
  key: { partition: [], sort: [] },
});

/** The do-not-contact list. The key holds the address, so adding one twice changes nothing. */
const Listed = entity('doNotContact', {
  fields: listedAddress,
  key: { partition: ['address'], sort: [] },
  indexes: { all: { index: 'gsi1', partition: [], sort: ['address'] } },
});
export type ListedRecord = Stored<typeof Listed>;

export interface Attempt {
  id: string;
  /** ms since 1970 */
  at: number;
}
export interface ChannelConsent {
  state: 'given' | 'withdrawn';
  at: string;
  how: string;
  /** 'staff': a user noted it; of those from before this was kept, and of others, it counts as the person's own. */
  by?: 'person' | 'staff';
  proof?: ConsentProof;
  /** The hand-over on the lead market that it came by. */
  purchase?: string;
}

/** What a person, known by phone or e-mail, has said and how often they were contacted: one item an address. */
const Standing = entity('contactStanding', {
  fields: z.object({
    address: z.string(),
    consent: z.custom<Partial<Record<Channel, ChannelConsent>>>(),
    /** By channel: the last attempts, newest first. */
    attempts: z.custom<Partial<Record<Channel, Attempt[]>>>(),
    /** Of whom a lead with the address was bought. */
    boughtFrom: z.string().optional(),
    /** 0 where nothing is stored yet. */
    version: z.number(),
  }),
  key: { partition: ['address'], sort: [] },
});
export type StandingRecord = Stored<typeof Standing>;

const Decisions = entity('contactDecision', {
  fields: keptDecision.omit({ id: true }).extend({ decisionId: z.string(), expiresAt: z.number() }),
  key: { partition: ['decisionId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['at', 'decisionId'] },
    byAddress: { index: 'gsi2', partition: ['address'], sort: ['at', 'decisionId'] },
  },
});
export type DecisionRecord = Stored<typeof Decisions>;

export const readSettings = (): Promise<ComplianceSettings> =>
  readOnce('compliance settings', async () => {
    const stored = await Settings.find({});
    return stored
      ? { ...defaultComplianceSettings, ...stored.settings, version: stored.version }
      : defaultComplianceSettings;
  });

/** The write that replaces the settings. It is refused when they are no longer at `settings.version`. */
export const replaceSettings = (settings: ComplianceSettings): object => {
  const changed = conflict(
    'Somebody has changed these settings since you opened them. Reload them and try again.',
  );
  return Settings.put({ settings, version: settings.version + 1 }, ifVersion(settings.version, changed));
};

/** Which of the addresses are on the list, as it is now. */
export async function listedAmong(addresses: readonly string[]): Promise<Set<string>> {
  const found = await Listed.findMany(addresses.map((address) => ({ address })));
  return new Set(found.map(({ address }) => address));
}

export async function listed(
  search: string | undefined,
  limit: number,
  cursor: string | null,
): Promise<{ entries: ListedRecord[]; cursor: string | null }> {
  const all = Listed.query('all');
  const found = search ? all.begins({ address: search }) : all;
  const page = await fromCursor((options) => found.go(options), cursor, limit);
  return { entries: page.data, cursor: page.cursor };
}

export const putListed = (entries: readonly ListedRecord[]): Promise<void> => Listed.putEvery(entries);

export const findListed = (address: string) => Listed.find({ address });

/** The write that takes an address off the list. @throws 404, by `commit`, where it is not on it */
export const removeListed = (address: string): object =>
  Listed.remove({ address }, ifThere(notFound('The address')));

const empty = (address: string): StandingRecord => ({ address, consent: {}, attempts: {}, version: 0 });

/** What is known of each address. */
export async function standingsOf(addresses: readonly string[]): Promise<Map<string, StandingRecord>> {
  const found = new Map(addresses.map((address) => [address, empty(address)]));
  const asked = [...found.keys()].map((address) => ({ address }));
  for (const item of await Standing.findMany(asked)) found.set(item.address, item);
  return found;
}

/**
 * Reads what the gate asks of each of these addresses, for a step that is going to pass it. A withdrawal of consent in
 * between is seen all the same, by the version of what was read; an address that is put on the do-not-contact list counts
 * from the next step on, 3 s later at most.
 */
export async function readPeopleAhead(addresses: readonly string[]) {
  const asked = [...new Set(addresses)].map((address) => ({ address }));
  const [known, listed] = await Promise.all([Standing.readAhead(asked), Listed.readAhead(asked)]);
  const standings = new Map(asked.map(({ address }) => [address, empty(address)]));
  for (const item of known) standings.set(item.address, item);
  return { standings, listed: new Set(listed.map(({ address }) => address)) };
}

/** The write that replaces what is known of an address, refused when it has changed since it was read. */
export const replaceStanding = (before: StandingRecord, after: StandingRecord): object =>
  Standing.put({ ...after, version: before.version + 1 }, ifVersion(before.version));

export const insertDecision = (decision: DecisionRecord): object => Decisions.put(decision);

export const keepDecisions = (decisions: readonly DecisionRecord[]): Promise<void> =>
  Decisions.putEvery(decisions);

export interface LogQuery {
  address?: string | undefined;
  allowed?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Decisions, newest first, of everybody or of one address. */
export async function decisions({ address, allowed, from = '', to = '9', limit, cursor }: LogQuery) {
  const range = [{ at: from }, { at: to }] as const;
  const all = address ? Decisions.query('byAddress', { address }) : Decisions.query('byTime');
  const query = all.between(...range);
  const found: DecisionRecord[] = [];
  let next: string | null = cursor ?? null;
  // A filter is applied after reading, so a page may need several reads.
  do {
    const page: Awaited<ReturnType<typeof query.go>> = await fromCursor(
      (options) => query.go({ ...options, order: 'desc' }),
      next,
      limit - found.length,
    );
    found.push(...page.data.filter((decision) => allowed === undefined || decision.allowed === allowed));
    next = page.cursor;
  } while (next && found.length < limit);
  return { decisions: found, cursor: next };
}

/**
 * The consents of a lead that was erased. A claim can be brought for years, so they are kept as evidence; nothing that
 * decides on a contact reads them, for who asked to be erased is not to be written to by an old consent.
 */
const KeptConsents = entity('keptConsent', {
  fields: z.object({
    address: z.string(),
    leadId: z.string(),
    channel: z.string(),
    state: z.enum(['given', 'withdrawn']),
    at: z.string().nullable(),
    how: z.string(),
    proof: z.custom<ConsentProof>().optional(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: ['address'], sort: ['leadId', 'channel'], casing: 'none' },
});
export type KeptConsent = Stored<typeof KeptConsents>;

export const putKeptConsents = (kept: readonly KeptConsent[]): Promise<void> => KeptConsents.putEvery(kept);
export const keptConsentsOf = (address: string): Promise<KeptConsent[]> =>
  KeptConsents.all('key', { address });

/** A page of what was decided about an address, the oldest first. */
export const decisionsAbout = (address: string, cursor: string | null, limit: number) =>
  Decisions.query('byAddress', { address }).go({ cursor, limit });
