import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '#shared/model/campaign.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { BarChart } from '#web/ui/BarChart.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { barsOfHours } from './hours.ts';

const series = [{ key: 'sent', label: 'Texts sent', color: 'var(--mantine-color-chart-0)' }];

/** When a campaign's texts left. Nothing before the first of them, and of campaigns of before this was counted. */
export function SentByHour({ campaign: { id, status, counts } }: { campaign: Campaign }) {
  const poll = usePollInterval('jobs', 10_000);
  const found = useQuery(
    query.campaigns.hours.queryOptions({
      input: { id },
      enabled: counts.sent > 0,
      refetchInterval: status === 'active' ? poll : false,
    }),
  );
  if (counts.sent === 0 || found.data?.hours.length === 0) return null;
  const { by, bars } = barsOfHours(found.data?.hours ?? []);
  return (
    <Surface component="section" aria-label="When texts left">
      <Title order={2} size="h3" mb={10}>
        When texts left
      </Title>
      {found.data ? (
        <>
          <BarChart label={`Texts sent, by ${by}`} series={series} bars={bars} />
          <Text size="sm" c="dimmed" mt={10}>
            {by === 'hour' ? 'Hours' : 'Days'} of your clock. Nothing leaves in hours in which the law lets
            nobody of those left be texted, while it is paused, and outside its own hours.
          </Text>
        </>
      ) : found.error ? (
        <ErrorState
          title="The hours could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Skeleton height={220} />
      )}
    </Surface>
  );
}
