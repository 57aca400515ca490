import { z } from 'zod';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { commit } from '#functions/kernel/table.ts';
import { type EntryKind, type StatementLine, statementLine } from '#shared/model/market.ts';

/*
 * The books of the market: the platform's, in its own partition (docs/decisions/035). An entry is written once, with
 * all its lines, and nothing changes or removes it.
 */

/** `owner` is `buyer:12` (a tenant), `vendor:mpr_…` (a shop) or `platform`. */
export interface Line {
  owner: string;
  account: StatementLine['account'] | 'cash' | 'fees';
  /** US cents; below 0 where it is taken away. */
  amountCents: number;
}

const kind = z.custom<EntryKind | 'declined'>();

const Entries = entity('marketEntry', {
  fields: z.object({
    entryId: z.string(),
    kind,
    lines: z.custom<Line[]>(),
    orderId: z.string().nullable(),
    reference: z.string(),
    /** Leads that a sale or a refund is about. */
    leads: z.number(),
    at: z.string(),
  }),
  key: { partition: ['entryId'], sort: [] },
});
export type Entry = Stored<typeof Entries>;

/** The lines of buyers and shops once more, by whose they are: statements and figures are read from them. */
const Lines = entity('marketLine', {
  fields: z.object({
    owner: z.string(),
    account: statementLine.shape.account,
    amountCents: z.number(),
    entryId: z.string(),
    kind,
    orderId: z.string().nullable(),
    reference: z.string(),
    leads: z.number(),
    at: z.string(),
  }),
  key: { partition: ['owner'], sort: ['at', 'entryId', 'account'] },
});
export type StoredLine = Stored<typeof Lines>;

/** What a buyer or a shop has: kept, because a debit is refused by it. The platform's own accounts are only added up. */
const Accounts = entity('marketAccount', {
  fields: z.object({
    owner: z.string(),
    balance: z.number().default(0),
    reserved: z.number().default(0),
    held: z.number().default(0),
    available: z.number().default(0),
  }),
  key: { partition: ['owner'], sort: [] },
});
export type Account = Stored<typeof Accounts>;

/** Works in the partition where the books lie. */
export const inBooks = <T>(work: () => Promise<T>): Promise<T> =>
  asSystem(platformTenant, 'marketplace', work);

export const findEntry = (entryId: string): Promise<Entry | undefined> =>
  inBooks(() => Entries.find({ entryId }));

export const accountOf = async (owner: string): Promise<Account> =>
  (await inBooks(() => Accounts.find({ owner }))) ?? {
    owner,
    balance: 0,
    reserved: 0,
    held: 0,
    available: 0,
  };

type OwnedLine = Line & { account: StatementLine['account'] };
const isOwned = (line: Line): line is OwnedLine => line.owner !== 'platform';

/**
 * The write that moves what one of them has; refused with `short` where a debit is more than is there. A chargeback and a
 * refund of a card payment take what is gone already: whoever has spent it owes it, and what comes in is set against that by itself.
 */
function accountWrite(
  owner: string,
  lines: readonly OwnedLine[],
  { kind }: Pick<Entry, 'kind'>,
  short: Error,
): object {
  const change = Accounts.upsert({ owner }).add(
    Object.fromEntries(lines.map(({ account, amountCents }) => [account, amountCents])),
  );
  const debits = lines.filter(({ amountCents }) => amountCents < 0);
  if (debits.length === 0 || kind === 'chargeback' || kind === 'card_refund') return change.params();
  return change.params({
    where: (at, { gte }) =>
      debits.map(({ account, amountCents }) => gte(at[account], -amountCents)).join(' AND '),
    error: short,
  });
}

/** Writes an entry with all that follows from it, all or nothing. @throws `short`; ConditionFailed where it is there */
export const writeEntry = (entry: Entry, short: Error): Promise<void> => {
  const owned = entry.lines.filter(isOwned);
  const owners = [...new Set(owned.map(({ owner }) => owner))];
  const { lines: _, ...of } = entry;
  return inBooks(() =>
    commit(
      Entries.insert(entry),
      owned.map((line) => Lines.insert({ ...of, ...line })),
      owners.map((owner) =>
        accountWrite(
          owner,
          owned.filter((line) => line.owner === owner),
          entry,
          short,
        ),
      ),
    ),
  );
};

/** The lines of one of them, newest first. */
export const linePage = (owner: string, limit: number, cursor: string | undefined) =>
  inBooks(() =>
    fromCursor(
      (options) => Lines.query('key', { owner }).go({ ...options, order: 'desc', consistent: true }),
      cursor,
      limit,
    ),
  );

/** Every line of one of them, oldest first. */
export const allLines = (owner: string): Promise<StoredLine[]> => inBooks(() => Lines.all('key', { owner }));
