import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '#shared/model/campaign.ts';
import { query } from '#web/app/api.ts';
import { type CampaignDraft, filterOf, followUpOf } from './draft.ts';

/** Whom a draft is for: how many would be texted, who is left out and why, and one to show the text on. */
export function useAudience(draft: CampaignDraft, kept?: Campaign) {
  const choice =
    draft.audience === 'followUp'
      ? { followUp: followUpOf(draft) }
      : draft.audience === 'chosen'
        ? { leadIds: [...draft.chosen] }
        : { filter: filterOf(draft) };
  const counted = useQuery(
    query.campaigns.audience.queryOptions({
      input: choice,
      enabled: ['chosen', 'filter', 'followUp'].includes(draft.audience),
    }),
  );
  if (draft.audience === 'kept')
    return { people: kept?.audience.leads ?? null, more: false, sample: null, error: null, leftOut: [] };
  if (draft.audience === 'file')
    return {
      people: draft.contacts?.reachable ?? null,
      more: draft.contacts?.more ?? false,
      sample: null,
      error: null,
      leftOut: draft.contacts?.leftOut ?? [],
    };
  const { reachable = null, more = false, sample = null, leftOut = [] } = counted.data ?? {};
  return { people: reachable, more, sample, error: counted.error, leftOut };
}

export type Audience = ReturnType<typeof useAudience>;

/** '1,240 people', 'more than 2,000 people'. */
export function peopleText({ people, more }: Pick<Audience, 'people' | 'more'>): string {
  if (people === null) return 'counting…';
  return `${more ? 'more than ' : ''}${people.toLocaleString()} ${people === 1 && !more ? 'person' : 'people'}`;
}

/** ', and 3 are left out'; empty where nobody is. The review says why. */
export function leftOutText({ leftOut }: Pick<Audience, 'leftOut'>): string {
  const many = leftOut.reduce((sum, { count }) => sum + count, 0);
  if (many === 0) return '';
  return `, and ${many.toLocaleString()} ${many === 1 ? 'is' : 'are'} left out`;
}
