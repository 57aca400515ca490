import { useQuery } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { personName } from '#web/features/leads/shared/names.ts';
import { ConflictBanner as Banner } from '#web/ui/flow/ConflictBanner.tsx';
import { relativeTo } from '#web/ui/relative-time.ts';
import { useDraft } from './draft.ts';

/** Somebody else has changed the journey meanwhile: who, when, and whose changes are to count. */
export const ConflictBanner = () => (
  <Banner>
    <Theirs />
  </Banner>
);

function Theirs() {
  const draft = useDraft();
  const people = useAgents();
  const { data: theirs } = useQuery({
    queryKey: ['journey-conflict', draft.id, draft.get().document.version],
    queryFn: () => api.journeys.get({ id: draft.id }),
    staleTime: 0,
  });
  const who = theirs ? personName(people, theirs.updatedBy) : 'Somebody else';
  const when = theirs ? relativeTo(Date.parse(theirs.updatedAt), Date.now()) : 'meanwhile';
  return `${who} changed this journey ${when}.`;
}
