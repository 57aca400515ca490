import { entryKinds, type StatementLine } from '#shared/model/market.ts';
import { csv } from '#web/ui/csv.ts';

export const accountWords: Record<StatementLine['account'], string> = {
  balance: 'Balance',
  reserved: 'Reserved',
  held: 'Held',
  available: 'Available',
};

/** Lines that one file has at most: more than a spreadsheet is read with. */
const mostLines = 50_000;

type Page = (cursor: string | undefined) => Promise<{ lines: StatementLine[]; nextCursor: string | null }>;

/** Every line of a statement, page by page. @throws Error where there are more than a file has */
export async function wholeStatement(page: Page): Promise<StatementLine[]> {
  const all: StatementLine[] = [];
  let cursor: string | undefined;
  do {
    const { lines, nextCursor } = await page(cursor);
    all.push(...lines);
    if (all.length > mostLines)
      throw new Error(`A file has at most ${mostLines.toLocaleString('en-US')} lines.`);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** A statement as a table, in dollars: one line for each account that an entry touches, with the entry's own id. */
export const statementCsv = (lines: readonly StatementLine[]): string =>
  csv([
    ['When (UTC)', 'What', 'Account', 'Amount (USD)', 'Order', 'Reference', 'Entry'],
    ...lines.map(({ at, kind, account, amountCents, orderId, reference, entryId }) => [
      at,
      entryKinds[kind],
      accountWords[account],
      amountCents / 100,
      orderId ?? '',
      reference,
      entryId,
    ]),
  ]);
