import { Box, Button } from '@mantine/core';
import { IconRouteOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useReadOnlyReason } from '#web/app/standing/use-standing.ts';
import { useMay } from '#web/app/use-may.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FlowSkeleton } from '#web/ui/flow/FlowSkeleton.tsx';
import { anyDraft, FlowProvider } from '#web/ui/flow/store/context.ts';
import { useDraftOfPage } from '#web/ui/flow/store/useDraftOfPage.ts';
import type { JourneyDetail } from '../shared/types.ts';
import { Builder } from './Builder.tsx';
import { JourneyDraft } from './draft.ts';
import { OldVersion } from './versions/OldVersion.tsx';

/** /journeys/:journeyId is the builder; with ?version=3 a look at that version. */
export default function BuilderPage() {
  const { journeyId = '' } = useParams();
  const [address] = useSearchParams();
  const may = useMay();
  const reason = useReadOnlyReason();
  const readOnly = !may('journeys.edit') || reason !== undefined;
  const version = Number(address.get('version')) || null;
  const { data, error, refetch } = useQuery({
    ...query.journeys.get.queryOptions({ input: { id: journeyId } }),
    // The draft itself keeps it up to date; what it works on does not change below it.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Box className="db-center" h="100%">
        <EmptyState
          icon={IconRouteOff}
          title="There is no such journey"
          action={
            <Button component={Link} to="/journeys" variant="default">
              All journeys
            </Button>
          }
        >
          <title>No such journey · Dealbell</title>
          Somebody has deleted it, or the address is wrong.
        </EmptyState>
      </Box>
    );
  if (error && !data)
    return (
      <Box className="db-center" h="100%">
        <ErrorState title="The journey could not be loaded" error={error} onRetry={() => refetch()} />
      </Box>
    );
  if (!data) return <FlowSkeleton label="Loading the journey" />;
  return version ? (
    <OldVersion key={`${journeyId} ${version}`} journey={data} number={version} />
  ) : (
    <Editing key={journeyId} journey={data} readOnly={readOnly} />
  );
}

/** The draft lives as long as the page; what is not saved yet is saved when it goes. */
function Editing({ journey, readOnly }: { journey: JourneyDetail; readOnly: boolean }) {
  const [draft] = useState(() => new JourneyDraft(journey, readOnly));
  useDraftOfPage(draft, journey, readOnly);
  return (
    <FlowProvider value={anyDraft(draft)}>
      {/* Drawn again as what it is now; the draft stays. */}
      <Builder key={readOnly ? 'read' : 'edit'} />
    </FlowProvider>
  );
}
