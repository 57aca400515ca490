import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

/** How drafts of replies are written; undefined while that is not known. */
export const useDrafting = () => useQuery(query.sms.drafting.queryOptions({ input: {}, staleTime: 60_000 }));
