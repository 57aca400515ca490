import { Anchor, Button, Group, Tabs } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChartBar, IconRouteOff, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { JourneyStatusPill } from './StatusPill.tsx';
import type { JourneyDetail } from './types.ts';

const tabs = [
  { value: 'steps', label: 'Steps', path: '', icon: IconAdjustmentsHorizontal },
  { value: 'statistics', label: 'Statistics', path: '/statistics', icon: IconChartBar },
  { value: 'leads', label: 'Leads', path: '/leads', icon: IconUsers },
] as const;

interface JourneyPageProps {
  journeyId: string;
  current: 'statistics' | 'leads';
  actions?: (journey: JourneyDetail) => ReactNode;
  children: (journey: JourneyDetail) => ReactNode;
}

/** A page about one journey, with the ways to the others. */
export function JourneyPage({ journeyId, current, actions, children }: JourneyPageProps) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(query.journeys.get.queryOptions({ input: { id: journeyId } }));
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
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
    );
  if (error && !data)
    return <ErrorState title="The journey could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <PageSkeleton />;
  const label = tabs.find(({ value }) => value === current)!.label;
  return (
    <>
      <PageHeader
        title={data.name}
        documentTitle={`${label} · ${data.name}`}
        description={
          <Group component="span" gap={10} wrap="nowrap" display="inline-flex">
            <Anchor component={Link} to="/journeys" size="sm">
              Journeys
            </Anchor>
            <JourneyStatusPill status={data.status} />
          </Group>
        }
        {...(actions ? { actions: actions(data) } : {})}
      />
      <Tabs
        value={current}
        color="ink"
        mb="lg"
        activateTabWithKeyboard={false}
        onChange={(value) =>
          void navigate(`/journeys/${journeyId}${tabs.find((tab) => tab.value === value)?.path ?? ''}`)
        }
      >
        <Tabs.List aria-label="Parts of the journey">
          {tabs.map(({ value, label: text, icon: Icon }) => (
            <Tabs.Tab key={value} value={value} leftSection={<Icon size={16} aria-hidden />}>
              {text}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={current} pt="lg">
          {children(data)}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
