import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconBookmark, IconCloudUpload, IconEye, IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { dialPlanLimits } from '#shared/model/dialplan/plan.ts';
import type { PlanVersion } from '#shared/model/dialplan/version.ts';
import { api, query } from '#web/app/api.ts';
import { useAgents } from '#web/features/leads/shared/lookups.ts';
import { personName } from '#web/features/leads/shared/names.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { VersionCard } from '#web/ui/flow/versions/VersionCard.tsx';
import { NameForm } from '#web/ui/NameForm.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { usePlan } from '../../draft.ts';
import { builderPath } from '../../path.ts';
import { DeployDialog } from '../DeployDialog.tsx';
import { useRestore } from './useRestore.ts';

interface VersionsPanelProps {
  opened: boolean;
  onClose: () => void;
}

/** What was deployed of the plan: to look at, name, restore, and deploy again. */
export function VersionsPanel({ opened, onClose }: VersionsPanelProps) {
  const draft = usePlan();
  const refresh = useRefresh(query.dialplans.versions);
  const [deploying, setDeploying] = useState<number | null>(null);
  const input = { id: draft.id };
  const { data, error, refetch } = useQuery(
    query.dialplans.versions.queryOptions({ input, enabled: opened && !draft.isNew, staleTime: 0 }),
  );
  return (
    <SidePanel opened={opened} onClose={onClose} title="Versions">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Each time the plan is deployed, what was drawn is kept. The last 100 stay, and those with a name.
        </Text>
        {error && !data ? (
          <ErrorState title="The versions could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : draft.isNew || data?.versions.length === 0 ? (
          <Text size="sm">None yet: the first comes with the first deploy.</Text>
        ) : data ? (
          data.versions.map((version) => (
            <OneVersion
              key={version.number}
              version={version}
              onDeploy={() => setDeploying(version.number)}
              onRestored={onClose}
            />
          ))
        ) : (
          <FormSkeleton fields={3} />
        )}
      </Stack>
      <DeployDialog deploying={deploying} onClose={() => setDeploying(null)} onDeployed={refresh} />
    </SidePanel>
  );
}

interface OneVersionProps {
  version: PlanVersion;
  onDeploy: () => void;
  onRestored: () => void;
}

function OneVersion({ version, onDeploy, onRestored }: OneVersionProps) {
  const { number, name, deployedAt, deployedBy, nodeCount, isServing } = version;
  const draft = usePlan();
  const people = useAgents();
  const restore = useRestore();
  const refresh = useRefresh(query.dialplans.versions);
  const [naming, setNaming] = useState(false);
  const rename = async (next: string | null) => {
    try {
      await api.dialplans.nameVersion({ id: draft.id, number, name: next });
      await refresh();
      setNaming(false);
    } catch (error) {
      toast.error(error);
    }
  };
  const button = { variant: 'default', size: 'compact-sm' } as const;
  return (
    <VersionCard
      title={name ? `${number}: ${name}` : `Version ${number}`}
      mark={
        isServing && (
          <Badge color="green" variant="light" tt="none" radius="sm" flex="none">
            Takes calls
          </Badge>
        )
      }
    >
      <Text size="xs" c="dimmed" className="db-figures">
        {personName(people, deployedBy)}, <RelativeTime at={deployedAt} />,{' '}
        {nodeCount === 1 ? '1 node' : `${nodeCount} nodes`}
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          component={Link}
          to={`${builderPath(draft.id)}?version=${number}`}
          variant="default"
          size="compact-sm"
          leftSection={<IconEye size={15} />}
        >
          Compare
        </Button>
        {!draft.readOnly && (
          <>
            {!isServing && (
              <Button data-changes {...button} leftSection={<IconCloudUpload size={15} />} onClick={onDeploy}>
                Roll back to it
              </Button>
            )}
            <Button
              data-changes
              {...button}
              leftSection={<IconRestore size={15} />}
              onClick={() => void restore(number).then((isRestored) => isRestored && onRestored())}
            >
              Restore as draft
            </Button>
            <Button
              data-changes
              {...button}
              leftSection={<IconBookmark size={15} />}
              onClick={() => setNaming(true)}
            >
              {name ? 'Rename' : 'Name'}
            </Button>
            {name && (
              <Button data-changes {...button} onClick={() => void rename(null)}>
                Take the name away
              </Button>
            )}
          </>
        )}
      </Group>
      {naming && (
        <Group mt="xs" grow>
          <NameForm
            label={`Name of version ${number}`}
            initial={name ?? ''}
            maxLength={dialPlanLimits.name}
            onName={rename}
            onCancel={() => setNaming(false)}
          />
        </Group>
      )}
    </VersionCard>
  );
}
