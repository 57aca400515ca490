import { Badge, Button, Flex, Group, Menu, Stack, Switch, Text } from '@mantine/core';
import { IconChevronDown, IconLayoutGrid, IconPlus, IconRoute, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { journeyStatuses } from '#shared/model/journey/journey.ts';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { CircleDialog, useCircleQuestion } from '../shared/CircleDialog.tsx';
import { CountsBar } from '../shared/CountsBar.tsx';
import { JourneyStatusPill } from '../shared/StatusPill.tsx';
import type { JourneySummary } from '../shared/types.ts';
import { journeyStatusWords, pageSize, refreshMs, stepsText } from '../shared/words.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { JourneyMenu } from './JourneyMenu.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { TemplateGallery, Templates } from './TemplateGallery.tsx';
import { useJourneyActions } from './useJourneyActions.ts';

const journeyFilters = { search: field.text(), status: field.oneOf(journeyStatuses), page: field.page };

/** Every journey with its live numbers. Search, status and page live in the address. */
export default function JourneysPage() {
  const may = useMay();
  const [mayPublish, mayCreate] = [may('journeys.publish'), may('journeys.create')];
  const navigate = useNavigate();
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(journeyFilters);
  const { search, status, page } = filters;
  const [dialog, setDialog] = useState<'templates' | 'import' | null>(null);
  const [removing, setRemoving] = useState<JourneySummary | null>(null);
  const actions = useJourneyActions();
  const circle = useCircleQuestion();
  const toggle = (journey: JourneySummary) =>
    void circle.attempt('Resume anyway', (confirmCircle) => actions.toggle(journey, confirmCircle));
  const list = useQuery({
    ...query.journeys.list.queryOptions({
      input: { page, limit: pageSize, ...given({ status, search }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
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
          <Stack hiddenFrom="sm" gap={6} mt={4}>
            <Flex>
              <JourneyStatusPill status={journey.status} />
            </Flex>
            <CountsBar counts={journey.counts} />
          </Stack>
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
                  <Button
                    data-changes
                    px={9}
                    aria-label="Other ways to begin"
                    style={{ borderInlineStart: '1px solid var(--mantine-color-amber-outline)' }}
                  >
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
          <SearchField
            aria-label="Search journeys"
            placeholder="Name of a journey"
            value={search}
            onSearch={(text) => setFilters({ search: text })}
          />
          <FilterChips
            label="Status"
            options={journeyStatuses.map((value) => ({ value, label: journeyStatusWords[value].label }))}
            value={status}
            onChange={(value) => setFilters({ status: value })}
          />
        </Toolbar>
      )}
      {isEmpty ? (
        <Stack gap={8}>
          <EmptyState icon={IconRoute} title="No journeys yet">
            A journey works on a lead by itself: it calls in the lead’s own hours, texts when nobody answers,
            mails two days later, and stops the moment they reply.{' '}
            {mayCreate ? 'Begin from one of these, or from nothing.' : 'An admin can make one.'}
          </EmptyState>
          {mayCreate && <Templates />}
        </Stack>
      ) : (
        <ResourceTable
          of={list}
          failed="The journeys could not be loaded"
          label="Journeys"
          columns={columns}
          rows={list.data?.journeys}
          rowKey={({ id }) => id}
          rowLabel={({ name, status: state }) => `${name}, ${journeyStatusWords[state].label}`}
          onOpen={({ id }) => void navigate(`/journeys/${id}`)}
          empty={
            <NoMatch title="No journey matches" onClear={clearFilters} clearLabel="Show all journeys">
              Take the search or the status away to see more.
            </NoMatch>
          }
          pagination={
            pagination && {
              page,
              pages: pagination.pages,
              total: pagination.total,
              onChange: (next) => setFilters({ page: next }),
            }
          }
        />
      )}
      <TemplateGallery opened={dialog === 'templates'} onClose={() => setDialog(null)} />
      <ImportDialog opened={dialog === 'import'} onClose={() => setDialog(null)} />
      <CircleDialog asked={circle.asked} onClose={circle.close} />
      <RemoveDialog journey={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
