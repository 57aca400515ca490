import { clock } from '#functions/kernel/clock.ts';
import type { TriggerCriteria } from '#shared/model/journey/journey.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';

const dayMs = 86_400_000;
const before = (days: number) => new Date(clock.now() - days * dayMs).toISOString();

/** Each criterion as a filter; one that lets all pass has none. */
export function filtersOf(
  criteria: TriggerCriteria,
): Record<'leadStatus' | 'leadTags' | 'leadAgeDays' | 'brands' | 'sources', LeadFilter | undefined> {
  const among = (field: 'status' | 'tags' | 'brand' | 'source', values: readonly string[]) =>
    values.length > 0 ? ({ field, op: 'in', value: [...values] } as LeadFilter) : undefined;
  const { min, max } = criteria.leadAgeDays;
  const ages: LeadFilter[] = [
    ...(min === null ? [] : [{ field: 'createdAt', op: 'atMost', value: before(min) } as const]),
    ...(max === null ? [] : [{ field: 'createdAt', op: 'atLeast', value: before(max) } as const]),
  ];
  return {
    leadStatus: among('status', criteria.leadStatus),
    leadTags: among('tags', criteria.leadTags),
    leadAgeDays: ages.length > 0 ? { all: ages } : undefined,
    brands: among('brand', criteria.brands),
    sources: among('source', criteria.sources),
  };
}

/** All criteria together. */
export const filterOf = (criteria: TriggerCriteria): LeadFilter => ({
  all: Object.values(filtersOf(criteria)).filter((one) => one !== undefined),
});
