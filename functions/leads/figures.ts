import { countsOf, readLeadCounts } from './counts.ts';
import { leadSettings } from './settings.ts';

const byCount = ([, a]: [string, number], [, b]: [string, number]) => b - a;

/** Every tag in use, the commonest first. */
export async function tagsInUse() {
  const tags = Object.entries(countsOf(await readLeadCounts(), 'tag')).sort(byCount);
  return { tags: tags.map(([tag, count]) => ({ tag, count })) };
}

const cents = (amount: number) => Math.round(amount * 100) / 100 || 0;

/** How many leads there are, by status, source and brand, and what the deals are worth. */
export async function statistics() {
  const [counts, { statuses }] = await Promise.all([readLeadCounts(), leadSettings()]);
  const dealAmount = { open: 0, won: 0, lost: 0 };
  for (const [status, amount] of Object.entries(countsOf(counts, 'amount')))
    dealAmount[statuses.find(({ key }) => key === status)?.kind ?? 'open'] += amount;
  return {
    total: counts.get('all:live') ?? 0,
    byStatus: countsOf(counts, 'status'),
    bySource: countsOf(counts, 'source'),
    byBrand: countsOf(counts, 'brand'),
    dealAmount: { open: cents(dealAmount.open), won: cents(dealAmount.won), lost: cents(dealAmount.lost) },
  };
}

/** Each status in the order of the funnel, with how many leads stand there and how many ever did. */
export async function funnel() {
  const [counts, { statuses }] = await Promise.all([readLeadCounts(), leadSettings()]);
  const total = counts.get('all:live') ?? 0;
  return {
    stages: statuses.map(({ key, label, color }) => {
      const reached = counts.get(`reached:${key}`) ?? 0;
      return {
        key,
        label,
        color,
        count: counts.get(`status:${key}`) ?? 0,
        reached,
        share: total === 0 ? 0 : reached / total,
      };
    }),
  };
}
