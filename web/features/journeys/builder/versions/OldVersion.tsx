import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FlowSkeleton } from '#web/ui/flow/FlowSkeleton.tsx';
import { anyDraft, FlowProvider } from '#web/ui/flow/store/context.ts';
import { VersionLook } from '#web/ui/flow/versions/VersionLook.tsx';
import { lazy } from '#web/ui/lazy.tsx';
import type { JourneyDetail } from '../../shared/types.ts';
import { JourneyDraft } from '../draft.ts';
import { useDryRun } from '../dry-run/useDryRun.ts';
import { Inspector } from '../Inspector.tsx';

const Canvas = lazy(() => import('../JourneyCanvas.tsx'));

/** A look at a version that was published once; nothing can be changed in it. */
export function OldVersion({ journey, number }: { journey: JourneyDetail; number: number }) {
  const { data, error, refetch } = useQuery(
    query.journeys.version.queryOptions({
      input: { id: journey.id, number },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  if (error)
    return (
      <Box className="db-center" h="100%">
        <ErrorState title={`Version ${number} could not be loaded`} error={error} onRetry={() => refetch()} />
      </Box>
    );
  if (!data) return <FlowSkeleton label="Loading the journey" />;
  return <Look journey={journey} version={data} number={number} />;
}

interface LookProps {
  journey: JourneyDetail;
  version: Pick<JourneyDetail, 'steps' | 'entry'>;
  number: number;
}

function Look({ journey, version: { steps, entry }, number }: LookProps) {
  const [draft] = useState(() => new JourneyDraft({ ...journey, steps, entry }, true));
  return (
    <FlowProvider value={anyDraft(draft)}>
      <LookInside journey={journey} number={number} />
    </FlowProvider>
  );
}

const none: never[] = [];
const showNothing = () => undefined;

function LookInside({ journey, number }: { journey: JourneyDetail; number: number }) {
  const dryRun = useDryRun();
  const version = journey.versions.find((one) => one.number === number);
  const published = version ? `, published ${new Date(version.publishedAt).toLocaleString()}` : '';
  return (
    <VersionLook
      title={`Version ${number} of ${journey.name} · Dealbell`}
      words={
        <>
          Version {number} of {journey.name}
          {published}
          {journey.liveVersion === number && '. It is live'}.
        </>
      }
      actions={
        <Button component={Link} to={`/journeys/${journey.id}`} size="compact-sm" variant="default">
          Back to the draft
        </Button>
      }
      other={journey}
      otherName="the draft"
      canvas={({ focus }) => <Canvas problems={none} focus={focus} dryRun={dryRun} />}
      inspector={<Inspector problems={none} onShow={showNothing} />}
    />
  );
}
