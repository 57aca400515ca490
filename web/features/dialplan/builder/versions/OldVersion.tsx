import { Box, Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { PlanConfig } from '#shared/model/dialplan/plan.ts';
import type { PlanVersion } from '#shared/model/dialplan/version.ts';
import { query } from '#web/app/api.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { personName } from '#web/features/leads/shared/names.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FlowSkeleton } from '#web/ui/flow/FlowSkeleton.tsx';
import { anyDraft, FlowProvider } from '#web/ui/flow/store/context.ts';
import { VersionLook } from '#web/ui/flow/versions/VersionLook.tsx';
import { lazy } from '#web/ui/lazy.tsx';
import { PlanDraft, usePlan, usePlanState } from '../../draft.ts';
import { graphOf } from '../../graph.ts';
import { builderPath } from '../../path.ts';
import type { AllLists, Capabilities } from '../../resources.ts';
import { DeployDialog } from '../DeployDialog.tsx';
import { Inspector } from '../Inspector.tsx';
import { useRestore, versionQuery } from './useRestore.ts';

const Canvas = lazy(() => import('#web/ui/flow/canvas/Canvas.tsx'));

interface OldVersionProps {
  number: number;
  lists: AllLists;
  capabilities: Capabilities | undefined;
}

/** A look at what was deployed once, beside the draft or another version: to restore it, or deploy it again. */
export function OldVersion({ number, lists, capabilities }: OldVersionProps) {
  const draft = usePlan();
  const { data, error, refetch } = useQuery(versionQuery(draft.id, number));
  if (error)
    return (
      <Box className="db-center" h="100%">
        <ErrorState title={`Version ${number} could not be loaded`} error={error} onRetry={() => refetch()} />
      </Box>
    );
  if (!data) return <FlowSkeleton label="Loading the version" />;
  return <Look key={number} version={data} lists={lists} capabilities={capabilities} />;
}

const none: never[] = [];
const noOne = { title: 'Nothing follows the start', words: '', add: '' };
const showNothing = () => undefined;
const theDraft = 'draft';

interface LookProps extends Omit<OldVersionProps, 'number'> {
  version: PlanVersion & { config: PlanConfig };
}

function Look({ version, lists, capabilities }: LookProps) {
  const draft = usePlan();
  const { graph, kind, document: plan } = usePlanState();
  const people = useAgents();
  const restore = useRestore();
  const [isDeploying, setDeploying] = useState(false);
  const [look] = useState(() => new PlanDraft(kind, { ...plan, config: version.config }, true));
  // Opened by its address, it is there before the names of what its nodes name.
  useEffect(() => look.setKind(kind), [look, kind]);
  const [chosen, setChosen] = useState(theDraft);
  const others = useQuery(query.dialplans.versions.queryOptions({ input: { id: draft.id }, staleTime: 0 }));
  const other = useQuery({ ...versionQuery(draft.id, Number(chosen)), enabled: chosen !== theDraft }).data;
  const otherGraph = useMemo(() => (other ? graphOf(other.config) : graph), [other, graph]);
  const { number, name, deployedAt, deployedBy } = version;
  const isServing = plan.deployedNumber === number;
  const titleOf = (one: { number: number; name: string | null }) =>
    one.name ? `${one.number}: ${one.name}` : `Version ${one.number}`;
  return (
    <>
      <FlowProvider value={anyDraft(look)}>
        <VersionLook
          title={`Version ${number} of ${plan.name} · Dealbell`}
          words={
            <>
              Version {number} {name && <bdi>“{name}” </bdi>}of {plan.name}, deployed{' '}
              {new Date(deployedAt).toLocaleString()} by {personName(people, deployedBy)}
              {isServing && '. It takes calls'}.
            </>
          }
          actions={
            <>
              {!draft.readOnly && (
                <Button data-changes size="compact-sm" variant="default" onClick={() => void restore(number)}>
                  Restore as draft
                </Button>
              )}
              {!draft.readOnly && !isServing && (
                <Button data-changes size="compact-sm" variant="default" onClick={() => setDeploying(true)}>
                  Roll back to it
                </Button>
              )}
              <Button component={Link} to={builderPath(draft.id)} size="compact-sm" variant="default">
                Back to the draft
              </Button>
            </>
          }
          other={otherGraph}
          otherName={other ? `version ${other.number}` : 'the draft'}
          choice={
            <Select
              label="Compare with"
              allowDeselect={false}
              data={[
                { value: theDraft, label: 'The draft' },
                ...(others.data?.versions ?? none)
                  .filter((one) => one.number !== number)
                  .map((one) => ({ value: String(one.number), label: titleOf(one) })),
              ]}
              value={chosen}
              onChange={(value) => setChosen(value ?? theDraft)}
            />
          }
          canvas={({ focus, badges }) => (
            <Canvas problems={none} focus={focus} badges={badges} nothing={noOne} />
          )}
          inspector={
            <Inspector problems={none} capabilities={capabilities} lists={lists} onShow={showNothing} />
          }
        />
      </FlowProvider>
      <DeployDialog deploying={isDeploying ? number : null} onClose={() => setDeploying(false)} />
    </>
  );
}
