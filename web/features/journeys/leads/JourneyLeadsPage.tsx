import { Box, Button, Stack, Text } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type EnrolmentView, enrolmentStatuses } from '#shared/model/journey/journey.ts';
import { query } from '#web/app/api.ts';
import { useAddress } from '#web/app/useAddress.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { JourneyPage } from '../shared/JourneyPage.tsx';
import { EnrolmentStatusPill } from '../shared/StatusPill.tsx';
import type { JourneyDetail } from '../shared/types.ts';
import { enrolmentStatusWords, pageSize, refreshMs } from '../shared/words.ts';
import { EnrolDialog } from './EnrolDialog.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';

/** /journeys/:journeyId/leads: who is or was on it, where they stand, and what happened to each. */
export default function JourneyLeadsPage() {
  const { journeyId = '' } = useParams();
  const [enrolling, setEnrolling] = useState(false);
  return (
    <JourneyPage
      journeyId={journeyId}
      current="leads"
      actions={() => (
        <Button data-changes leftSection={<IconUserPlus size={17} />} onClick={() => setEnrolling(true)}>
          Enrol leads
        </Button>
      )}
    >
      {(journey) => (
        <>
          <JourneyLeads journey={journey} onEnrol={() => setEnrolling(true)} />
          <EnrolDialog journey={journey} opened={enrolling} onClose={() => setEnrolling(false)} />
        </>
      )}
    </JourneyPage>
  );
}

/** 'in 3 hr.' or, of what has ended, nothing. */
const nextOf = ({ status, stepName, dueAt, waiting }: EnrolmentView) => {
  if (status === 'completed' || status === 'exited') return null;
  return { stepName, dueAt, waiting };
};

function JourneyLeads({ journey, onEnrol }: { journey: JourneyDetail; onEnrol: () => void }) {
  const [address, set] = useAddress();
  const status = enrolmentStatuses.find((one) => one === address.get('status'));
  const page = Math.max(1, Number(address.get('page')) || 1);
  const opened = address.get('lead');
  const list = useQuery({
    ...query.journeys.leads.queryOptions({
      input: { id: journey.id, page, limit: pageSize, ...(status ? { status } : {}) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
  const pagination = list.data?.pagination;
  const columns: Column<EnrolmentView>[] = [
    {
      key: 'lead',
      title: 'Lead',
      render: ({ leadName, note, status: state }) => (
        <Stack gap={0} miw={0} maw={380}>
          <Text size="sm" fw={600} truncate dir="auto">
            {leadName || 'Without a name'}
          </Text>
          {note && (
            <Text size="xs" c={state === 'parked' ? 'red' : 'dimmed'} truncate title={note}>
              {note}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      width: 140,
      render: (one) => <EnrolmentStatusPill status={one.status} />,
    },
    {
      key: 'next',
      title: 'Next',
      hideBelow: 'sm',
      render: (one) => {
        const next = nextOf(one);
        if (!next) return '–';
        return (
          <>
            <Text size="sm" truncate dir="auto">
              {next.stepName || '–'}
            </Text>
            {next.dueAt && (
              <Text size="xs" c="dimmed">
                <RelativeTime at={next.dueAt} />
              </Text>
            )}
          </>
        );
      },
    },
    {
      key: 'version',
      title: 'Version',
      width: 90,
      align: 'end',
      hideBelow: 'md',
      render: ({ journeyVersion }) => <span className="db-figures">{journeyVersion}</span>,
    },
    {
      key: 'entered',
      title: 'Came in',
      width: 130,
      hideBelow: 'sm',
      render: ({ enteredAt }) => <RelativeTime at={enteredAt} />,
    },
  ];
  return (
    <>
      <Box mb={16}>
        <FilterChips
          label="Status"
          options={enrolmentStatuses.map((value) => ({ value, label: enrolmentStatusWords[value].label }))}
          value={status}
          onChange={(value) => set({ status: value, page: undefined })}
        />
      </Box>
      <ResourceTable
        of={list}
        failed="The leads could not be loaded"
        label="Leads of the journey"
        columns={columns}
        rows={list.data?.leads}
        rowKey={({ id }) => id}
        rowLabel={({ leadName, status: state }) => `${leadName}, ${enrolmentStatusWords[state].label}`}
        selectedKey={opened}
        onOpen={({ id }) => set({ lead: id })}
        empty={
          <EmptyState
            icon={IconUsers}
            title={status ? 'Nobody stands so' : 'Nobody has come in yet'}
            action={
              status ? (
                <Button variant="default" onClick={() => set({ status: undefined })}>
                  Show all
                </Button>
              ) : (
                <Button data-changes onClick={onEnrol}>
                  Enrol leads
                </Button>
              )
            }
          >
            {status
              ? 'Take the filter away to see everybody.'
              : journey.status === 'live'
                ? 'Choose leads by hand, by a filter or by criteria.'
                : 'Leads can come in once the journey is live.'}
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
      <HistoryPanel enrolmentId={opened} onClose={() => set({ lead: undefined })} />
    </>
  );
}
