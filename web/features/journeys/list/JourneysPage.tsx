import { Badge, Button, CloseButton, Group, Menu, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconChevronDown,
  IconLayoutGrid,
  IconPlus,
  IconRoute,
  IconSearch,
  IconUpload,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { journeyStatuses } from '#shared/model/journey/journey.ts';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { useAddress } from '#web/app/useAddress.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { CircleDialog, useCircleQuestion } from '../shared/CircleDialog.tsx';
import { CountsBar } from '../shared/CountsBar.tsx';
import { JourneyStatusPill } from '../shared/StatusPill.tsx';
import type { JourneySummary } from '../shared/types.ts';
import { journeyStatusWords, pageSize, refreshMs, stepsText } from '../shared/words.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { JourneyMenu } from './JourneyMenu.tsx';
import styles from './list.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';
import { TemplateGallery, Templates } from './TemplateGallery.tsx';
import { useJourneyActions } from './useJourneyActions.ts';

/** Every journey with its live numbers. Search, status and page live in the address. */
export default function JourneysPage() {
  const may = useMay();
  const [mayPublish, mayCreate] = [may('journeys.publish'), may('journeys.create')];
  const navigate = useNavigate();
  const [address, setAddress, clear] = useAddress();
  const search = address.get('search') ?? '';
  const status = journeyStatuses.find((one) => one === address.get('status'));
  const page = Math.max(1, Number(address.get('page')) || 1);
  const [typed, setTyped] = useState(search);
  const [dialog, setDialog] = useState<'templates' | 'import' | null>(null);
  const [removing, setRemoving] = useState<JourneySummary | null>(null);
  const actions = useJourneyActions();
  const circle = useCircleQuestion();
  const toggle = (journey: JourneySummary) =>
    void circle.attempt('Resume anyway', (confirmCircle) => actions.toggle(journey, confirmCircle));
  /** Other journeys are shown from their first page. */
  const set = (changes: Record<string, string | undefined>) => setAddress({ page: undefined, ...changes });
  const later = useDebouncedCallback((text: string) => set({ search: text.trim() }), 250);
  const type = (text: string) => {
    setTyped(text);
    later(text);
  };
  const list = useQuery({
    ...query.journeys.list.queryOptions({
      input: { page, limit: pageSize, ...(status ? { status } : {}), ...(search ? { search } : {}) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
  const filtered = Boolean(search || status);
  const columns: Column<JourneySummary>[] = [
    {
      key: 'name',
      title: 'Journey',
      render: (journey) => (
        <Stack gap={2} miw={0} maw={420}>
          <Text size="sm" fw={600} truncate title={journey.name} dir="auto">
            {journey.name}
          </Text>
          <Text size="xs" c="dimmed" truncate title={journey.description} dir="auto">
            {journey.description || stepsText(journey.steps)}
          </Text>
          <div className={styles.narrowOnly}>
            <JourneyStatusPill status={journey.status} />
            <CountsBar counts={journey.counts} />
          </div>
        </Stack>
      ),
    },
    {
      key: 'status',
      controls: mayPublish,
      title: 'Status',
      width: 190,
      hideBelow: 'sm',
      render: (journey) => (
        <Group gap="6px 8px">
          {mayPublish && (
            <Switch
              data-changes
              size="sm"
              aria-label={`${journey.name} is live`}
              checked={journey.status === 'live'}
              onChange={() => toggle(journey)}
            />
          )}
          <JourneyStatusPill status={journey.status} />
          {journey.draftDiffers && journey.liveVersion !== null && (
            <Badge variant="outline" color="gray" tt="none" radius="sm" title="Changes that are not live yet">
              Changes
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'counts',
      title: 'Leads',
      width: '34%',
      hideBelow: 'sm',
      render: ({ counts }) => <CountsBar counts={counts} />,
    },
    {
      key: 'updated',
      title: 'Changed',
      width: 120,
      hideBelow: 'md',
      render: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      key: 'more',
      controls: true,
      title: <span className="db-visually-hidden">More</span>,
      width: 68,
      align: 'end',
      render: (journey) => (
        <JourneyMenu
          journey={journey}
          onToggle={() => toggle(journey)}
          onRemove={() => setRemoving(journey)}
        />
      ),
    },
  ];
  const pagination = list.data?.pagination;
  const isEmpty = pagination?.total === 0 && !filtered;

  return (
    <>
      <PageHeader
        title="Journeys"
        description="Calls, texts and mails that follow a lead by themselves, until it answers."
        actions={
          mayCreate && (
            <Button.Group>
              <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => void actions.create()}>
                New journey
              </Button>
              <Menu position="bottom-end" width={220}>
                <Menu.Target>
                  <Button data-changes px={9} aria-label="Other ways to begin" className={styles.split}>
                    <IconChevronDown size={17} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    leftSection={<IconLayoutGrid size={15} />}
                    onClick={() => setDialog('templates')}
                  >
                    From a template
                  </Menu.Item>
                  <Menu.Item leftSection={<IconUpload size={15} />} onClick={() => setDialog('import')}>
                    Import a file
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Button.Group>
          )
        }
      />
      {!isEmpty && (
        <Toolbar>
          <TextInput
            flex="0 1 340px"
            miw="min(100%, 240px)"
            aria-label="Search journeys"
            placeholder="Name of a journey"
            leftSection={<IconSearch size={16} />}
            rightSection={
              typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
            }
            maxLength={100}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <FilterChips
            label="Status"
            options={journeyStatuses.map((value) => ({ value, label: journeyStatusWords[value].label }))}
            value={status}
            onChange={(value) => set({ status: value })}
          />
        </Toolbar>
      )}
      {list.error && !list.data ? (
        <ErrorState
          title="The journeys could not be loaded"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : isEmpty ? (
        <Stack gap={8}>
          <EmptyState icon={IconRoute} title="No journeys yet">
            A journey works on a lead by itself: it calls in the lead’s own hours, texts when nobody answers,
            mails two days later, and stops the moment they reply.{' '}
            {mayCreate ? 'Begin from one of these, or from nothing.' : 'An admin can make one.'}
          </EmptyState>
          {mayCreate && <Templates />}
        </Stack>
      ) : (
        <DataTable
          label="Journeys"
          columns={columns}
          rows={list.data?.journeys}
          rowKey={({ id }) => id}
          rowLabel={({ name, status: state }) => `${name}, ${journeyStatusWords[state].label}`}
          onOpen={({ id }) => void navigate(`/journeys/${id}`)}
          refreshing={list.isPlaceholderData}
          empty={
            <EmptyState
              icon={IconSearch}
              title="No journey matches"
              action={
                <Button
                  variant="default"
                  onClick={() => {
                    setTyped('');
                    clear();
                  }}
                >
                  Show all journeys
                </Button>
              }
            >
              Take the search or the status away to see more.
            </EmptyState>
          }
          {...(pagination
            ? {
                pagination: {
                  page,
                  pages: pagination.pages,
                  total: pagination.total,
                  onChange: (next: number) => set({ page: next > 1 ? String(next) : undefined }),
                },
              }
            : {})}
        />
      )}
      <TemplateGallery opened={dialog === 'templates'} onClose={() => setDialog(null)} />
      <ImportDialog opened={dialog === 'import'} onClose={() => setDialog(null)} />
      <CircleDialog asked={circle.asked} onClose={circle.close} />
      <RemoveDialog journey={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
