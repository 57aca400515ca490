import { Box, Button } from '@mantine/core';
import { IconRouteOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
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
import { toast } from '#web/ui/toast.ts';
import { newId, type PlanDocument, PlanDraft, unsavedPlan } from '../draft.ts';
import { planKind } from '../kind.ts';
import { useCapabilities, useLists } from '../resources.ts';
import { Builder } from './Builder.tsx';
import { OldVersion } from './versions/OldVersion.tsx';

/** /dialplan/builder/enhanced/:planId; 'new' is a plan that has no name yet, and with ?version=3 that version is shown. */
export default function BuilderPage() {
  const { planId = newId } = useParams();
  const may = useMay();
  const reason = useReadOnlyReason();
  const readOnly = !may('dialplans.edit') || reason !== undefined;
  const isNew = planId === newId;
  const [unsaved] = useState(unsavedPlan);
  const { data, error, refetch } = useQuery({
    ...query.dialplans.get.queryOptions({ input: { id: planId }, enabled: !isNew }),
    // The draft itself keeps it up to date; what it works on does not change below it.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (error) toast.error('Failed to load dial plan');
  }, [error]);
  if (isNew) return <Editing key={newId} plan={unsaved} readOnly={readOnly} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Box className="db-center" h="100%">
        <EmptyState
          icon={IconRouteOff}
          title="There is no such dial plan"
          action={
            <Button component={Link} to="/dialplan" variant="default">
              All dial plans
            </Button>
          }
        >
          <title>No such dial plan · Dealbell</title>
          Somebody has removed it, or the address is wrong.
        </EmptyState>
      </Box>
    );
  if (error && !data)
    return (
      <Box className="db-center" h="100%">
        <ErrorState title="Failed to load dial plan" error={error} onRetry={() => refetch()} />
      </Box>
    );
  if (!data) return <FlowSkeleton label="Loading the dial plan" />;
  return <Editing key={planId} plan={data} readOnly={readOnly} />;
}

/** The draft lives as long as the page; what is not saved yet is saved when it goes. */
function Editing({ plan, readOnly }: { plan: PlanDocument; readOnly: boolean }) {
  const [address] = useSearchParams();
  const version = Number(address.get('version')) || null;
  const lists = useLists(plan.id === newId ? undefined : plan.id);
  const capabilities = useCapabilities();
  const { resources } = lists;
  const kind = useMemo(() => planKind({ resources }, capabilities), [resources, capabilities]);
  const [draft] = useState(() => new PlanDraft(kind, plan, readOnly));
  useEffect(() => draft.setKind(kind), [draft, kind]);
  useDraftOfPage(draft, plan, readOnly);
  return (
    <FlowProvider value={anyDraft(draft)}>
      {version ? (
        <OldVersion number={version} lists={lists} capabilities={capabilities} />
      ) : (
        // Drawn again as what it is now; the draft stays.
        <Builder key={readOnly ? 'read' : 'edit'} lists={lists} capabilities={capabilities} />
      )}
    </FlowProvider>
  );
}
