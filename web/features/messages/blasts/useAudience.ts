import { useQuery } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { type BlastDraft, filterOf } from './draft.ts';

/** Pages that are counted; a longer list is told as "more than". */
const pages = 4;
const pageSize = 500;

/** How many leads with a phone a draft is for, as far as that is quickly counted, and one to show the text on. */
export function useAudience(draft: BlastDraft) {
  const filter = filterOf(draft);
  const counted = useQuery({
    queryKey: ['blast-audience', filter],
    enabled: draft.audience === 'filter',
    queryFn: async () => {
      let people = 0;
      let sample: string | null = null;
      let cursor: string | null = null;
      for (let page = 0; page < pages; page++) {
        const found: Awaited<ReturnType<typeof api.leads.query>> = await api.leads.query({
          filter,
          limit: pageSize,
          ...(cursor ? { cursor } : {}),
        });
        const reached = found.leads.filter(({ phone }) => phone);
        people += reached.length;
        sample ??= reached[0]?.id ?? null;
        cursor = found.nextCursor;
        if (!cursor) break;
      }
      return { people, more: cursor !== null, sample };
    },
  });
  if (draft.audience === 'file')
    return { people: draft.contacts?.count ?? null, more: false, sample: null, error: null };
  if (draft.audience === 'chosen')
    return { people: draft.chosen.length, more: false, sample: draft.chosen[0] ?? null, error: null };
  const { people = null, more = false, sample = null } = counted.data ?? {};
  return { people, more, sample, error: counted.error };
}

export type Audience = ReturnType<typeof useAudience>;

/** '1,240 people', 'more than 2,000 people'. */
export function peopleText({ people, more }: Pick<Audience, 'people' | 'more'>): string {
  if (people === null) return 'counting…';
  return `${more ? 'more than ' : ''}${people.toLocaleString()} ${people === 1 && !more ? 'person' : 'people'}`;
}
