import type { FixedLife, TermKind } from '#functions/kernel/retention.ts';
import { tracerLimits } from '#shared/model/tracer.ts';
import { searchesBefore } from './store.ts';

const pageSize = 100;

export const tracerTerms: TermKind[] = [
  {
    kind: 'tracerSearches',
    title: 'Whom skip tracing searched for',
    goes: `Whom a search was about, and what it answered; answers go after ${tracerLimits.cacheDays} days in any case. That somebody searched, when and for what purpose stays for five years.`,
    covers: ['tracerSearches'],
    async older(before, cursor) {
      const page = await searchesBefore(before, cursor, pageSize);
      const named = page.searches.filter(({ question }) => question !== '');
      const found = named.map(({ searchId, at, leadId, state }) => ({
        id: searchId,
        at,
        leadId,
        spare: state === 'asked' ? ('inUse' as const) : undefined,
      }));
      return { found, cursor: page.cursor };
    },
  },
];

export const tracerLives: FixedLife[] = [
  {
    title: 'What skip tracing proposed for leads',
    covers: ['tracerProposals'],
    life: `${tracerLimits.cacheDays} days`,
    why: 'As long as the answer of the search that it is from.',
  },
];
