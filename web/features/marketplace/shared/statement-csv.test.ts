import { describe, expect, it } from 'vitest';
import type { StatementLine } from '#shared/model/market.ts';
import { statementCsv, wholeStatement } from './statement-csv.ts';

const line = (amountCents: number, more: Partial<StatementLine> = {}): StatementLine => ({
  entryId: 'men_1',
  kind: 'receipt',
  account: 'balance',
  amountCents,
  orderId: null,
  reference: '',
  at: '2026-11-30T10:00:00.000Z',
  ...more,
});

describe('a statement as a file', () => {
  it('has each line with its entry, in dollars and cents', () => {
    const sold = line(-1_250, { kind: 'purchase', orderId: 'mor_1', entryId: 'men_2' });
    expect(statementCsv([sold, line(50_000, { reference: '=Transfer, 12' })]).split('\r\n')).toEqual([
      'When (UTC),What,Account,Amount (USD),Order,Reference,Entry',
      expect.stringMatching(/^2026-11-30T10:00:00\.000Z,[^,]+,Balance,-12\.5,mor_1,,men_2$/),
      expect.stringMatching(/^2026-11-30T10:00:00\.000Z,[^,]+,Balance,500,,"'=Transfer, 12",men_1$/),
      '',
    ]);
  });

  it('is of all pages, and refused where it is endless', async () => {
    const pages = [1, 2, 3].map((n) => ({ lines: [line(n)], nextCursor: n < 3 ? String(n) : null }));
    const all = await wholeStatement(async (cursor) => pages[Number(cursor ?? 0)]!);
    expect(all.map(({ amountCents }) => amountCents)).toEqual([1, 2, 3]);
    const endless = { lines: Array.from({ length: 10_000 }, () => line(1)), nextCursor: 'again' };
    await expect(wholeStatement(async () => endless)).rejects.toThrow('at most 50,000 lines');
  });
});
