import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { connection, keys, model, ofTenant, orElse } from '#functions/kernel/table.ts';
import { type ComplianceSettings, defaultComplianceSettings } from '#shared/model/compliance/settings.ts';
import { type Channel, type ConsentProof, channels } from '#shared/model/lead.ts';

const { primary, gsi1, gsi2 } = keys;

/** A tenant's own rules: one item. */
const Settings = new Entity(
  {
    model: model('complianceSettings'),
    attributes: {
      tenantId: { type: 'number', required: true },
      settings: { type: 'any', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      own: { pk: { ...primary.pk, composite: ['tenantId'] }, sk: { ...primary.sk, composite: [] } },
    },
  },
  connection,
);

/** The do-not-contact list. The key holds the address, so adding one twice changes nothing. */
const Listed = new Entity(
  {
    model: model('doNotContact'),
    attributes: {
      tenantId: { type: 'number', required: true },
      address: { type: 'string', required: true },
      reason: { type: 'string', required: true },
      addedAt: { type: 'string', required: true },
      addedBy: { type: 'string', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'address'] },
        sk: { ...primary.sk, composite: [] },
      },
      all: {
        index: gsi1.index,
        pk: { ...gsi1.pk, composite: ['tenantId'] },
        sk: { ...gsi1.sk, composite: ['address'] },
      },
    },
  },
  connection,
);

/** What a person, known by phone or e-mail, has said and how often they were contacted: one item an address. */
const Standing = new Entity(
  {
    model: model('contactStanding'),
    attributes: {
      tenantId: { type: 'number', required: true },
      address: { type: 'string', required: true },
      /** By channel: `{state, at, how}`. */
      consent: { type: 'any', required: true },
      /** By channel: the last attempts, `{id, at}`, newest first. */
      attempts: { type: 'any', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'address'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

const Decisions = new Entity(
  {
    model: model('contactDecision'),
    attributes: {
      tenantId: { type: 'number', required: true },
      decisionId: { type: 'string', required: true },
      address: { type: 'string', required: true },
      channel: { type: channels, required: true },
      at: { type: 'string', required: true },
      allowed: { type: 'boolean', required: true },
      purpose: { type: ['check', 'contact', 'consent'] as const, required: true },
      reasons: { type: 'any', required: true },
      timeZones: { type: 'any', required: true },
      states: { type: 'any', required: true },
      actor: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...primary.pk, composite: ['tenantId', 'decisionId'] },
        sk: { ...primary.sk, composite: [] },
      },
      byTime: {
        index: gsi1.index,
        pk: { ...gsi1.pk, composite: ['tenantId'] },
        sk: { ...gsi1.sk, composite: ['at', 'decisionId'] },
      },
      byAddress: {
        index: gsi2.index,
        pk: { ...gsi2.pk, composite: ['tenantId', 'address'] },
        sk: { ...gsi2.sk, composite: ['at', 'decisionId'] },
      },
    },
  },
  connection,
);

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
}
export interface StandingRecord {
  address: string;
  consent: Partial<Record<Channel, ChannelConsent>>;
  attempts: Partial<Record<Channel, Attempt[]>>;
  /** 0 where nothing is stored yet. */
  version: number;
}
export type ListedRecord = Omit<EntityItem<typeof Listed>, 'tenantId'>;
export type DecisionRecord = Omit<EntityItem<typeof Decisions>, 'tenantId'>;

const tenant = () => ({ tenantId: tenantOf() });
const own = (address: string) => ({ ...tenant(), address });

export async function readSettings(): Promise<ComplianceSettings> {
  const { data } = await Settings.get(tenant()).go({ consistent: true });
  return data
    ? { ...(data.settings as ComplianceSettings), version: data.version }
    : defaultComplianceSettings;
}

/** The write that replaces the settings. It is refused when they are no longer at `settings.version`. */
export const replacingSettings = (settings: ComplianceSettings): object =>
  orElse(
    Settings.put({ ...tenant(), settings, version: settings.version + 1 })
      .where(({ version }, { eq, notExists }) =>
        settings.version === 0 ? notExists(version) : eq(version, settings.version),
      )
      .params(),
    conflict('Somebody has changed these settings since you opened them. Reload them and try again.'),
  );

/**
 * A batch may leave keys out when the table is pressed. Taken for addresses of which nothing is known, they would
 * let through whom they hold back.
 */
function assertWhole(unprocessed: readonly unknown[]): void {
  if (unprocessed.length > 0) throw new Error('The table did not answer for all addresses.');
}

/** Which of the addresses are on the list, as it is now. */
export async function listedAmong(addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const { data, unprocessed } = await Listed.get(addresses.map(own)).go({ concurrency: 4, consistent: true });
  assertWhole(unprocessed);
  return new Set(data.map(({ address }) => address));
}

export async function listed(
  search: string | undefined,
  limit: number,
  cursor: string | null,
): Promise<{ entries: ListedRecord[]; cursor: string | null }> {
  const all = Listed.query.all(tenant());
  const found = search ? all.begins({ address: search }) : all;
  const page = await fromCursor((options) => found.go(options), cursor, limit);
  return { entries: page.data.map(ofTenant<ListedRecord>), cursor: page.cursor };
}

export async function putListed(entries: readonly ListedRecord[]): Promise<void> {
  if (entries.length > 0)
    await Listed.put(entries.map((entry) => ({ ...entry, ...tenant() }))).go({ concurrency: 4 });
}

export async function findListed(address: string): Promise<ListedRecord | undefined> {
  const { data } = await Listed.get(own(address)).go({ consistent: true });
  return data ? ofTenant<ListedRecord>(data) : undefined;
}

/** The write that takes an address off the list; refused where it is not on it. */
export const removingListed = (address: string): object => Listed.remove(own(address)).params();

const empty = (address: string): StandingRecord => ({ address, consent: {}, attempts: {}, version: 0 });

/** What is known of each address. */
export async function standingsOf(addresses: readonly string[]): Promise<Map<string, StandingRecord>> {
  const found = new Map(addresses.map((address) => [address, empty(address)]));
  if (addresses.length === 0) return found;
  const asked = [...found.keys()].map(own);
  const { data, unprocessed } = await Standing.get(asked).go({ concurrency: 4, consistent: true });
  assertWhole(unprocessed);
  for (const item of data) found.set(item.address, ofTenant<StandingRecord>(item));
  return found;
}

/** The write that replaces what is known of an address, refused when it has changed since it was read. */
export const replacingStanding = (before: StandingRecord, after: StandingRecord): object =>
  Standing.put({ ...after, ...tenant(), version: before.version + 1 })
    .where(({ version }, { eq, notExists }) =>
      before.version === 0 ? notExists(version) : eq(version, before.version),
    )
    .params();

export const decisionWrite = (decision: DecisionRecord): object =>
  Decisions.put({ ...decision, ...tenant() }).params();

export async function keepDecisions(decisions: readonly DecisionRecord[]): Promise<void> {
  await Decisions.put(decisions.map((decision) => ({ ...decision, ...tenant() }))).go({ concurrency: 4 });
}

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
  const query = address
    ? Decisions.query.byAddress({ ...tenant(), address }).between(...range)
    : Decisions.query.byTime(tenant()).between(...range);
  const found: DecisionRecord[] = [];
  let next: string | null = cursor ?? null;
  // A filter is applied after reading, so a page may need several reads.
  do {
    const page: { data: unknown[]; cursor: string | null } = await fromCursor(
      (options) => query.go({ ...options, order: 'desc' }),
      next,
      limit - found.length,
    );
    found.push(
      ...page.data
        .map(ofTenant<DecisionRecord>)
        .filter((decision) => allowed === undefined || decision.allowed === allowed),
    );
    next = page.cursor;
  } while (next && found.length < limit);
  return { decisions: found, cursor: next };
}
