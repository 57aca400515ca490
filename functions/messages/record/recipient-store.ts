import { createHash } from 'node:crypto';
import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { type CampaignLeadStatus, campaignLeadStatuses } from '#shared/model/campaign.ts';
import { hourWrites } from './hour-store.ts';

/*
 * What became of each lead of a campaign, and how many of each there are. Both are written in the transaction that
 * changes the message itself or stores the reply, guarded by their version: whatever dies, the counts are those of the
 * messages. A lead that has its turn still before it has no item.
 */

/**
 * Two transactions cannot write one item at the same instant, so a campaign's counts are several: so many of those whom
 * no variant of a test went to, then so many of each variant.
 */
const shards = 16;

/** Numbers that a campaign has texted, and who was texted last, are kept so long; seconds. */
const keptSeconds = 400 * 86_400;

const Recipients = entity('campaignLead', {
  fields: z.object({
    campaignId: z.string(),
    leadId: z.string(),
    status: z.enum(campaignLeadStatuses),
    sentAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    failedAt: z.string().nullable(),
    skippedAt: z.string().nullable(),
    /** Why it failed or was left out. */
    reason: z.string().nullable(),
    clickedAt: z.string().nullable(),
    /** How often they opened links of their text. */
    clicks: z.number().default(0),
    repliedAt: z.string().nullable(),
    optedOutAt: z.string().nullable(),
    /** Of a test, which of its texts they were sent: its index. */
    variant: z.number().nullable(),
    version: z.number(),
  }),
  key: { partition: ['campaignId'], sort: ['leadId'] },
  indexes: {
    byStatus: { index: 'gsi1', partition: ['campaignId', 'status'], sort: ['leadId'], casing: 'none' },
  },
});
export type CampaignRecipient = Stored<typeof Recipients>;

const counters = [
  'sent',
  'delivered',
  'failed',
  'messaged',
  'skipped',
  'clicked',
  'clicks',
  'replied',
  'optedOut',
] as const;
type Counter = (typeof counters)[number];
export type RecipientCounts = Record<Counter, number>;

const noneOfEach = Object.fromEntries(counters.map((name) => [name, z.number().default(0)]));

const Counts = entity('campaignCounts', {
  fields: z.object({
    campaignId: z.string(),
    shard: z.number(),
    ...(noneOfEach as Record<Counter, z.ZodDefault<z.ZodNumber>>),
  }),
  key: { partition: ['campaignId'], sort: ['shard'] },
});

/** The numbers that a campaign has texted: of several leads with one number the first. */
const Numbers = entity('campaignNumber', {
  fields: z.object({
    campaignId: z.string(),
    address: z.string(),
    leadId: z.string(),
    expiresAt: z.number(),
  }),
  key: { partition: ['campaignId'], sort: ['address'] },
});

/** Which campaign has texted a number last. */
const LastTexts = entity('lastCampaignText', {
  fields: z.object({
    address: z.string(),
    campaignId: z.string(),
    at: z.string(),
    expiresAt: z.number(),
    version: z.number(),
  }),
  key: { partition: ['address'], sort: [] },
});

type Mark = Partial<
  Pick<
    CampaignRecipient,
    | 'sentAt'
    | 'deliveredAt'
    | 'failedAt'
    | 'skippedAt'
    | 'reason'
    | 'clickedAt'
    | 'clicks'
    | 'repliedAt'
    | 'optedOutAt'
    | 'variant'
  >
>;

const blank = {
  sentAt: null,
  deliveredAt: null,
  failedAt: null,
  skippedAt: null,
  reason: null,
  clickedAt: null,
  clicks: 0,
  repliedAt: null,
  optedOutAt: null,
  variant: null,
};

/** What a lead is shown as: the last thing that matters of what has happened to it. */
function statusOf(one: Mark): CampaignLeadStatus {
  if (one.optedOutAt) return 'opted_out';
  if (one.repliedAt) return 'replied';
  if (one.failedAt) return 'failed';
  if (one.clickedAt) return 'clicked';
  if (one.deliveredAt) return 'delivered';
  if (one.sentAt) return 'sent';
  return one.skippedAt ? 'skipped' : 'pending';
}

const countsOfOne = (one: Mark | undefined): RecipientCounts => ({
  sent: Number(Boolean(one?.sentAt)),
  delivered: Number(Boolean(one?.deliveredAt)),
  failed: Number(Boolean(one?.failedAt)),
  messaged: Number(Boolean(one?.sentAt ?? one?.failedAt)),
  // Who was left out and has been texted after all was not left out.
  skipped: Number(Boolean(one?.skippedAt) && !one?.sentAt && !one?.failedAt),
  clicked: Number(Boolean(one?.clickedAt)),
  clicks: one?.clicks ?? 0,
  replied: Number(Boolean(one?.repliedAt)),
  optedOut: Number(Boolean(one?.optedOutAt)),
});

const findRecipient = (campaignId: string, leadId: string): Promise<CampaignRecipient | undefined> =>
  Recipients.find({ campaignId, leadId });

export async function recipientsOf(
  campaignId: string,
  leadIds: readonly string[],
): Promise<Map<string, CampaignRecipient>> {
  const found = await Recipients.findMany([...new Set(leadIds)].map((leadId) => ({ campaignId, leadId })));
  return new Map(found.map((one) => [one.leadId, one]));
}

/** What was noted first stays; the newest reason and the sum of clicks are kept. */
const withMark = (before: Mark, { reason, clicks = 0, ...mark }: Mark): Mark => ({
  ...Object.fromEntries(
    Object.entries(mark).map(([name, value]) => [name, before[name as keyof Mark] ?? value]),
  ),
  reason: reason ?? before.reason ?? null,
  clicks: (before.clicks ?? 0) + clicks,
});

/**
 * The writes that note what has happened to leads of a campaign, with their counts; what is noted already stays as it
 * is. Refused when one of them has changed since it was read here. `spread` chooses which of the counts, by any id.
 * @param onlyKnown leads that the campaign never reached are not noted
 * @param read how a lead is read, where it has been read already
 */
export async function recipientWrites(
  campaignId: string,
  marks: readonly { leadId: string; mark: Mark }[],
  spread: string,
  { onlyKnown = false, read = findRecipient }: { onlyKnown?: boolean; read?: typeof findRecipient } = {},
): Promise<object[]> {
  const spreadBy = createHash('sha1').update(spread).digest()[0]! % shards;
  const sums = new Map<number, RecipientCounts>();
  const add = (variant: number | null, one: RecipientCounts, sign: 1 | -1) => {
    const shard = firstShardOf(variant) + spreadBy;
    const sum = sums.get(shard) ?? countsOfOne(undefined);
    for (const name of counters) sum[name] += sign * one[name];
    sums.set(shard, sum);
  };
  const writes: object[] = [];
  const sentAt: string[] = [];
  for (const { leadId, mark } of marks) {
    const before = await read(campaignId, leadId);
    if (!before && onlyKnown) continue;
    // Who was texted is never one who was left out.
    if (before && mark.skippedAt && (before.sentAt || before.failedAt)) continue;
    const after = { ...blank, ...before };
    Object.assign(after, withMark(after, mark));
    const [was, is] = [countsOfOne(before), countsOfOne(after)];
    if (before && counters.every((name) => was[name] === is[name])) continue;
    if (after.sentAt && !before?.sentAt) sentAt.push(after.sentAt);
    add(before?.variant ?? null, was, -1);
    add(after.variant, is, 1);
    const version = (before?.version ?? 0) + 1;
    const item = { ...after, campaignId, leadId, status: statusOf(after), version };
    writes.push(Recipients.put(item, ifVersion(before?.version ?? 0)));
  }
  if (writes.length === 0) return [];
  const changed = [...sums].filter(([, sum]) => counters.some((name) => sum[name] !== 0));
  return [
    ...writes,
    ...changed.map(([shard, sum]) => Counts.upsert({ campaignId, shard }).add(sum).params()),
    ...hourWrites(campaignId, sentAt, spreadBy),
  ];
}

/** The writes that note a click of a lead, and whether it is the first. */
export async function clickWrites(
  campaignId: string,
  leadId: string,
  clickedAt: string,
  spread: string,
): Promise<{ writes: object[]; isFirst: boolean }> {
  const before = await findRecipient(campaignId, leadId);
  const marks = [{ leadId, mark: { clickedAt, clicks: 1 } }];
  const writes = await recipientWrites(campaignId, marks, spread, { read: async () => before });
  return { writes, isFirst: !before?.clickedAt };
}

/** The first of the counts of those whom a variant went to, or none. */
const firstShardOf = (variant: number | null): number => (variant === null ? 0 : (variant + 1) * shards);

/** How many of each there are, of all and of each variant of a test. */
export async function recipientCounts(
  campaignId: string,
): Promise<{ all: RecipientCounts; ofVariant: (variant: number) => RecipientCounts }> {
  const all = countsOfOne(undefined);
  const variants = new Map<number, RecipientCounts>();
  for (const one of await Counts.all('key', { campaignId })) {
    const variant = Math.floor(one.shard / shards) - 1;
    const sum = variants.get(variant) ?? countsOfOne(undefined);
    for (const name of counters) {
      all[name] += one[name];
      sum[name] += one[name];
    }
    variants.set(variant, sum);
  }
  return { all, ofVariant: (variant) => variants.get(variant) ?? countsOfOne(undefined) };
}

/** Whether a lead had a campaign's text and has neither answered nor opted out of texts since. */
export const isSilent = (one: CampaignRecipient | undefined): one is CampaignRecipient =>
  Boolean(one?.sentAt) && !one?.failedAt && !one?.repliedAt && !one?.optedOutAt;

/** A page of whom a campaign has reached or left out, from a cursor on, by the ids of the leads. */
export async function recipientsPage(campaignId: string, cursor: string | null, limit: number) {
  const query = Recipients.query('key', { campaignId });
  const page = await fromCursor((options) => query.go({ ...options, consistent: true }), cursor, limit);
  return { recipients: page.data, cursor: page.cursor };
}

/** Leads of a campaign in one status, a page of them; the index tells of a change a moment late. */
export async function recipientsIn(
  campaignId: string,
  status: CampaignLeadStatus,
  from: number,
  limit: number,
): Promise<{ recipients: CampaignRecipient[]; total: number }> {
  const query = Recipients.query('byStatus', { campaignId, status });
  const recipients: CampaignRecipient[] = [];
  let total = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof query.go>> = await fromCursor(
      (options) => query.go(options),
      cursor,
      500,
    );
    for (const one of page.data) {
      if (total >= from && recipients.length < limit) recipients.push(one);
      total++;
    }
    cursor = page.cursor;
  } while (cursor);
  return { recipients, total };
}

export const sameNumber = 'Another lead with this number has had this campaign already.';
export const textedLately = (hours: number): string =>
  `Another campaign has texted this number in the last ${hours === 1 ? 'hour' : `${hours} hours`}.`;

/** Reads what `numberClaim` asks for, for a step that is going to text these numbers. */
export async function readClaimsAhead(campaignId: string, addresses: readonly string[]): Promise<void> {
  await Promise.all([
    Numbers.readAhead(addresses.map((address) => ({ campaignId, address }))),
    LastTexts.readAhead(addresses.map((address) => ({ address }))),
  ]);
}

/**
 * The writes that take a number for a lead of a campaign, so that nobody is texted by it twice; or why it is not to be
 * texted. Refused when another has taken it at the same instant.
 * @param onceWithinHours nor by two campaigns within so many hours; 0 looks at no other
 */
export async function numberClaim({
  campaignId,
  leadId,
  address,
  onceWithinHours,
}: {
  campaignId: string;
  leadId: string;
  address: string;
  onceWithinHours: number;
}): Promise<{ writes: object[] } | { refusal: string }> {
  const [taken, last] = await Promise.all([
    Numbers.find({ campaignId, address }),
    LastTexts.find({ address }),
  ]);
  if (taken && taken.leadId !== leadId) return { refusal: sameNumber };
  const since = clock.now() - onceWithinHours * 3_600_000;
  if (last && last.campaignId !== campaignId && onceWithinHours > 0 && Date.parse(last.at) > since)
    return { refusal: textedLately(onceWithinHours) };
  const expiresAt = clock.seconds() + keptSeconds;
  return {
    writes: [
      ...(taken ? [] : [Numbers.insert({ campaignId, address, leadId, expiresAt })]),
      LastTexts.put(
        { address, campaignId, at: clock.iso(), expiresAt, version: (last?.version ?? 0) + 1 },
        ifVersion(last?.version ?? 0),
      ),
    ],
  };
}

/** Where a campaign remembers a person: as its recipient by a lead, or by a number that it has texted. */
export interface Remembered {
  campaignId: string;
  recipients: CampaignRecipient[];
  numbers: string[];
}

/** What a campaign remembers of some leads and numbers. */
export async function rememberedBy(
  campaignId: string,
  leadIds: readonly string[],
  addresses: readonly string[],
): Promise<Remembered> {
  const recipients = await recipientsOf(campaignId, leadIds);
  const numbers = await Numbers.findMany(addresses.map((address) => ({ campaignId, address })));
  return {
    campaignId,
    recipients: [...recipients.values()],
    numbers: numbers.map(({ address }) => address),
  };
}

/** Has a campaign forget a person; how many it reached stays counted. */
export async function forgetRemembered({ campaignId, recipients, numbers }: Remembered): Promise<void> {
  await Recipients.removeEvery(recipients.map(({ leadId }) => ({ campaignId, leadId })));
  await Numbers.removeEvery(numbers.map((address) => ({ campaignId, address })));
}

/** Numbers of which is known which campaign texted them last. */
export const lastTextsOf = async (addresses: readonly string[]): Promise<string[]> =>
  (await LastTexts.findMany(addresses.map((address) => ({ address })))).map(({ address }) => address);
export const forgetLastTexts = (addresses: readonly string[]): Promise<void> =>
  LastTexts.removeEvery(addresses.map((address) => ({ address })));
