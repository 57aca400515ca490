import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { InstallationStatus } from './InstallationStatus.tsx';
import { Changes, Modules } from './Modules.tsx';

/** How each part of the product stands for the workspace, and for operators the whole installation. */
export default function StatusPanel() {
  const may = useMay();
  const { data, error, refetch } = useQuery(
    query.system.moduleStatus.queryOptions({ input: {}, refetchInterval: 60_000 }),
  );
  if (error)
    return <ErrorState title="The status could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <FormSkeleton fields={8} />;
  return (
    <Stack gap="lg">
      <Modules label="Parts of the product" modules={data.modules} />
      <Stack gap="sm">
        <Title order={3} size="h4">
          Last changes
        </Title>
        <Changes label="Last changes" changes={data.changes} />
      </Stack>
      {may('platform.view') && <InstallationStatus />}
    </Stack>
  );
}
