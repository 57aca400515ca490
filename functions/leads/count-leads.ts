import { seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { readLeadCounts } from './counts.ts';
import { queryLeads } from './query/page.ts';

const pageLeads = 500;

export interface LeadCount {
  count: number;
  /** False where the time was over: there are more. */
  isExact: boolean;
}

/**
 * How many live leads pass a filter that the actor may see.
 * @param budget stops counting after so many ms
 */
export async function countLeads(filter: LeadFilter, budget: number): Promise<LeadCount> {
  const isAll = 'all' in filter && filter.all.length === 0;
  if (isAll && !seesOwnLeadsOnly())
    return { count: (await readLeadCounts()).get('all:live') ?? 0, isExact: true };
  const end = performance.now() + budget;
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await queryLeads(
      filter,
      { field: 'createdAt', direction: 'desc' },
      { limit: pageLeads, cursor },
    );
    count += page.leads.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor && performance.now() < end);
  return { count, isExact: !cursor };
}
