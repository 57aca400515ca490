import { z } from 'zod';
import { placeCursor } from '#functions/kernel/paging.ts';
import { findLeads, leadSettings, readBucket, valueBucket } from '#functions/leads/api.ts';
import { ownOnly } from './own.ts';
import type { Reader } from './reader.ts';
import type { Fact } from './tally.ts';

/** Which of the won statuses, and the lead in it that is read next. */
const { cursorOf, placeOf } = placeCursor(
  z.strictObject({ status: z.number().int().min(0).max(100), after: z.string().max(100) }),
);

/**
 * Deals that were won in the period and still are, of leads that are there, by the statuses that mean won: what is read
 * are all leads that are won, whenever. A deal is of whoever won it, also when its lead was handed over.
 */
export const deals: Reader = async ({ begins, ends }, cursor, limit) => {
  const me = ownOnly();
  const won = (await leadSettings()).statuses.filter(({ kind }) => kind === 'won').map(({ key }) => key);
  const { status, after } = cursor ? placeOf(cursor) : { status: 0, after: '' };
  const key = won[status];
  if (key === undefined) return { facts: [], read: 0, cursor: null };
  const bucket = valueBucket('status', key);
  const { entries, more } = await readBucket(bucket, { from: after, descending: false }, limit);
  const leads = await findLeads(entries.map(({ leadId }) => leadId));
  const facts = leads.flatMap((lead): Fact[] => {
    const deal = lead.state === 'live' ? lead.won : null;
    if (!deal || deal.at < begins || deal.at >= ends || (me && deal.by !== me)) return [];
    return [
      {
        at: Date.parse(deal.at),
        of: { agent: deal.by ?? '' },
        adds: { dealsWon: 1, dealAmount: deal.amount },
        record: { kind: 'deals', lead, amount: deal.amount },
      },
    ];
  });
  const last = entries.at(-1);
  const next =
    more && last
      ? { status, after: `${last.entry}\u0000` }
      : status + 1 < won.length
        ? { status: status + 1, after: '' }
        : null;
  return { facts, read: entries.length, cursor: next && cursorOf(next) };
};
