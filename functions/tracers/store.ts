import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, notDue } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import {
  type Proposal,
  searchRecord,
  type TracedPerson,
  type TracerProvider,
  tracerLimits,
} from '#shared/model/tracer.ts';

const daySeconds = 86_400;

/** How the tenant reaches its provider: one item. */
const Settings = entity('tracerSettings', {
  fields: z.object({
    provider: z.custom<TracerProvider>().default('tracers'),
    accessProfile: z.string().nullable(),
    /** Sealed. */
    password: z.string().nullable(),
    price: z.number().nullable(),
    /** Why the provider refused the last search. */
    trouble: z.string().nullable(),
    version: z.number(),
  }),
  key: { partition: [], sort: [] },
});
export type TracerSettings = Stored<typeof Settings>;

const unset: TracerSettings = {
  provider: 'tracers',
  accessProfile: null,
  password: null,
  price: null,
  trouble: null,
  version: 0,
};

export const readSettings = async (): Promise<TracerSettings> => (await Settings.find({})) ?? unset;

export const settingsWrite = (before: TracerSettings, after: TracerSettings): object =>
  Settings.put({ ...after, version: before.version + 1 }, ifVersion(before.version));

/** Whether the tenant may search, and how often: one item, which the operator writes. */
const Access = entity('tracerAccess', {
  fields: z.object({ enabled: z.boolean(), monthlyLimit: z.number(), version: z.number() }),
  key: { partition: [], sort: [] },
});
export type StoredAccess = Stored<typeof Access>;

export const readAccess = async (): Promise<StoredAccess> =>
  (await Access.find({})) ?? { enabled: false, monthlyLimit: 0, version: 0 };

export const accessWrite = (before: StoredAccess, after: StoredAccess): object =>
  Access.put({ ...after, version: before.version + 1 }, ifVersion(before.version));

/** How many searches of a month count against its limit. */
const Months = entity('tracerMonth', {
  fields: z.object({ month: z.string(), used: z.number().optional() }),
  key: { partition: [], sort: ['month'] },
});

export const usedIn = async (month: string): Promise<number> => (await Months.find({ month }))?.used ?? 0;

/** The write that counts a search against its month; refused with `error` where none is left. */
export const takeOne = (month: string, limit: number, error: Error): object =>
  Months.upsert({ month })
    .add({ used: 1 })
    .params({
      where: ({ used }, { lt, notExists }) =>
        limit > 0 ? `${notExists(used)} OR ${lt(used, limit)}` : lt(used, 0),
      error,
    });

/** The write that gives a search back which was not billed. */
export const giveBack = (month: string): object => Months.upsert({ month }).add({ used: -1 }).params();

/** What a day's searches came to. */
const Days = entity('tracerDay', {
  fields: z.object({
    month: z.string(),
    day: z.string(),
    billed: z.number().default(0),
    maybeBilled: z.number().default(0),
    cached: z.number().default(0),
    found: z.number().default(0),
    /** Ten thousandths of a dollar, so that sums are exact. */
    cost: z.number().default(0),
  }),
  key: { partition: ['month'], sort: ['day'] },
});
export type DayFigures = Stored<typeof Days>;

export const daysOf = (month: string): Promise<DayFigures[]> => Days.all('key', { month });

export const countOnDay = (day: string, figures: Partial<DayFigures>): object =>
  Days.upsert({ month: day.slice(0, 7), day })
    .add(figures)
    .params();

/** Who searched for whom, and for what purpose: kept for years, changed once, when the search ends. */
const Searches = entity('tracerSearch', {
  fields: searchRecord.omit({ id: true }).extend({
    searchId: z.string(),
    /** The question, by which its answer is found. */
    question: z.string(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
    version: z.number(),
  }),
  key: { partition: ['searchId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['at', 'searchId'] },
    byUser: { index: 'gsi2', partition: ['userId'], sort: ['at', 'searchId'] },
  },
  due: true,
});
export type SearchItem = Stored<typeof Searches>;

export const historyEnd = (): number => clock.seconds() + tracerLimits.historyYears * 366 * daySeconds;

/** What is on its way so long has lost whoever asked; ms. */
export const abandonedMs = 60_000;

/** The write of a search that is about to be sent; the sweeper looks at it where its end is never written. */
export const searchInsertion = (search: SearchItem): object =>
  Searches.insert({
    ...search,
    ...(search.state === 'asked' ? dueAt('tracerSearch', search.searchId, clock.now() + abandonedMs) : {}),
  });

/** The write of how a search ended; refused where it has ended already. */
export const searchEnd = ({ searchId, version }: SearchItem, end: Partial<SearchItem>): object =>
  Searches.patch({ searchId })
    .set({ ...end, version: version + 1 })
    .remove(notDue)
    .params(ifVersion(version));

export const findSearch = (searchId: string): Promise<SearchItem | undefined> => Searches.find({ searchId });

export function searchPage(userId: string | undefined, cursor: string | undefined, limit: number) {
  const query = userId === undefined ? Searches.query('byTime') : Searches.query('byUser', { userId });
  return fromCursor((options) => query.go({ ...options, order: 'desc' }), cursor, limit);
}

/** A page of the searches from before an instant (ISO 8601), the oldest first. */
export async function searchesBefore(before: string, cursor: string | null, limit: number) {
  const page = await Searches.query('byTime').between({ at: '' }, { at: before }).go({ cursor, limit });
  return { searches: page.data, cursor: page.cursor };
}

/**
 * The answer to a question, or that it is being asked. It is written before anything is sent, so that a question is on
 * its way once however often somebody clicks; an answer serves for 30 days.
 */
const Answers = entity('tracerAnswer', {
  fields: z.object({
    question: z.string(),
    searchId: z.string(),
    state: z.enum(['asking', 'answered', 'lost', 'free']),
    /** ms since 1970. */
    at: z.number(),
    error: z.string().nullable(),
    matches: z.custom<TracedPerson[]>(),
    sandbox: z.boolean(),
    expiresAt: z.number(),
    version: z.number(),
  }),
  key: { partition: ['question'], sort: [], casing: 'none' },
});
export type Answer = Stored<typeof Answers>;

export const findAnswer = (question: string): Promise<Answer | undefined> => Answers.find({ question });

/** The write of an answer: refused where somebody else has written it since it was read. */
export const answerWrite = (
  before: Answer | undefined,
  after: Omit<Answer, 'version' | 'expiresAt'>,
): object => {
  const version = before?.version ?? 0;
  const expiresAt = clock.seconds() + tracerLimits.cacheDays * daySeconds;
  return Answers.put({ ...after, expiresAt, version: version + 1 }, ifVersion(version));
};

/** Values that a lead's empty fields may be given, until somebody accepts them. */
const Proposals = entity('tracerProposals', {
  fields: z.object({
    leadId: z.string(),
    searchId: z.string(),
    proposals: z.custom<Proposal[]>(),
    /** By the id of a proposal: what is written. */
    values: z.custom<Record<string, unknown>>(),
    source: z.string(),
    expiresAt: z.number(),
    version: z.number(),
  }),
  key: { partition: ['leadId'], sort: [] },
});
export type StoredProposals = Stored<typeof Proposals>;

export const findProposals = (leadId: string): Promise<StoredProposals | undefined> =>
  Proposals.find({ leadId });

export const proposalsWrite = (
  before: StoredProposals | undefined,
  after: Omit<StoredProposals, 'version' | 'expiresAt'>,
): object => {
  const version = before?.version ?? 0;
  const expiresAt = clock.seconds() + tracerLimits.cacheDays * daySeconds;
  return Proposals.put({ ...after, expiresAt, version: version + 1 }, ifVersion(version));
};

export const removeAnswer = (question: string): Promise<void> => Answers.removeEvery([{ question }]);
export const removeProposals = (leadId: string): Promise<void> => Proposals.removeEvery([{ leadId }]);

/** The write that takes whom a search was about out of it; that it was made, by whom and what for, stays. */
export const eraseQuery = ({ searchId }: SearchItem): object =>
  Searches.patch({ searchId }).set({ query: {}, question: '', leadId: null }).add({ version: 1 }).params();
