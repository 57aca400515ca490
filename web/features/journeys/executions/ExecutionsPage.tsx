import { Anchor, Button, Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCalendarClock, IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor, field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { FilterSelect } from '#web/ui/resource/filters.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { refreshMs, stepsText } from '../shared/words.ts';

type Pending = Awaited<ReturnType<typeof api.journeys.pending>>['executions'][number];

const executionFilters = { show: field.oneOf(['parked']), journey: field.id };

/** /journeys/executions: steps that are to come, and those that need a look. */
export default function ExecutionsPage() {
  const may = useMay();
  const mayRun = may('journeys.run');
  const client = useQueryClient();
  const { filters, setFilters } = useAddressFilters(executionFilters);
  const parked = filters.show === 'parked';
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [cancelling, setCancelling] = useState<Pending | null>(null);
  const [busy, run] = useBusy();
  const set = (change: Parameters<typeof setFilters>[0]) => {
    setChosen(new Set());
    setFilters(change);
  };
  const journeys = useQuery(query.journeys.list.queryOptions({ input: { limit: 200 } }));
  const list = useInfiniteQuery(
    query.journeys.pending.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 50,
        parked: String(parked),
        ...given({ journeyId: filters.journey }),
        cursor,
      }),
      ...byCursor,
      refetchInterval: refreshMs,
    }),
  );
  const rows = list.data?.pages.flatMap(({ executions }) => executions);
  const refresh = () => client.invalidateQueries({ queryKey: query.journeys.key() });

  async function process(ids: readonly string[]) {
    await run(async () => {
      const { results } = await api.journeys.process({ executionIds: [...ids] });
      const failed = results.filter(({ ok }) => !ok);
      if (failed.length === 0) toast.success(`${stepsText(results.length)} run`);
      else
        toast.warning(
          `${results.length - failed.length} of ${stepsText(results.length)} run`,
          failed[0]?.note,
        );
      setChosen(new Set());
      await refresh();
    });
  }
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const buttons = (one: Pending) => (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {mayRun && (
        <Button
          data-changes
          size="compact-sm"
          variant="default"
          disabled={busy}
          aria-label={`Run now: ${one.enrolment.stepName} of ${one.enrolment.leadName}`}
          onClick={() => void process([one.id])}
        >
          Run now
        </Button>
      )}
      {may('journeys.control') && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`Cancel ${one.enrolment.stepName} of ${one.enrolment.leadName}`}
          onClick={() => setCancelling(one)}
        >
          Cancel
        </Button>
      )}
    </Group>
  );

  const columns: Column<Pending>[] = [
    ...(mayRun
      ? [
          {
            key: 'choose',
            title: (
              <Checkbox
                aria-label="Choose all that are shown"
                checked={Boolean(rows?.length) && rows!.every(({ id }) => chosen.has(id))}
                indeterminate={chosen.size > 0 && !rows?.every(({ id }) => chosen.has(id))}
                onChange={(event) =>
                  setChosen(
                    new Set(event.currentTarget.checked ? rows?.slice(0, 100).map(({ id }) => id) : []),
                  )
                }
              />
            ),
            width: 52,
            render: ({ id, enrolment }: Pending) => (
              <Checkbox
                aria-label={`Choose ${enrolment.stepName} of ${enrolment.leadName}`}
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
              />
            ),
          },
        ]
      : []),
    {
      key: 'step',
      title: 'Step',
      render: (one) => {
        const { enrolment, dueAt } = one;
        return (
          <Stack gap={0} align="flex-start" miw={0} maw={420}>
            <Text size="sm" fw={600} truncate dir="auto">
              {enrolment.stepName || '–'}
            </Text>
            <Anchor component={Link} to={`/journeys/${enrolment.journeyId}`} size="xs">
              {enrolment.journeyName}
            </Anchor>
            {enrolment.note && (
              <Text size="xs" c={parked ? 'red' : 'dimmed'} className="db-wrap">
                {enrolment.note}
              </Text>
            )}
            <Stack hiddenFrom="sm" gap={6} mt={4} align="flex-start">
              <Text size="xs" c="dimmed">
                {enrolment.leadName} {dueAt && !parked && <RelativeTime at={dueAt} />}
              </Text>
              {buttons(one)}
            </Stack>
          </Stack>
        );
      },
    },
    {
      key: 'lead',
      title: 'Lead',
      hideBelow: 'sm',
      render: ({ enrolment }) => (
        <Anchor
          component={Link}
          to={`/journeys/${enrolment.journeyId}/leads?lead=${enrolment.id}`}
          size="sm"
          dir="auto"
        >
          {enrolment.leadName || 'Without a name'}
        </Anchor>
      ),
    },
    {
      key: 'due',
      title: parked ? 'Attempts' : 'Due',
      width: 150,
      hideBelow: 'sm',
      render: ({ dueAt, enrolment }) =>
        parked ? (
          <span className="db-figures">{enrolment.attempts}</span>
        ) : dueAt ? (
          <RelativeTime at={dueAt} />
        ) : (
          'When it happens'
        ),
    },
    {
      key: 'work',
      title: <span className="db-visually-hidden">What can be done</span>,
      width: mayRun ? 210 : 120,
      align: 'end',
      hideBelow: 'sm',
      render: (one) => buttons(one),
    },
  ];

  return (
    <>
      <PageHeader
        title="Executions"
        description={
          <>
            Steps of{' '}
            <Anchor component={Link} to="/journeys" size="sm">
              journeys
            </Anchor>{' '}
            that are to come, and those that need a look.
          </>
        }
        actions={
          chosen.size > 0 && (
            <Button
              data-changes
              loading={busy}
              leftSection={<IconPlayerPlay size={16} />}
              onClick={() => void process([...chosen])}
            >
              Run {stepsText(chosen.size)} now
            </Button>
          )
        }
      />
      <Group gap="md" mb="md">
        <SegmentedControl
          aria-label="Which steps"
          data={[
            { value: 'pending', label: 'To come' },
            { value: 'parked', label: 'Need a look' },
          ]}
          value={parked ? 'parked' : 'pending'}
          onChange={(value) => set({ show: value === 'parked' ? value : undefined })}
        />
        <FilterSelect
          aria-label="Journey"
          placeholder="All journeys"
          searchable
          clearLabel="All journeys"
          data={(journeys.data?.journeys ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={filters.journey}
          onChange={(journey) => set({ journey })}
        />
      </Group>
      <ResourceTable
        of={list}
        failed="The steps could not be loaded"
        label={parked ? 'Steps that need a look' : 'Steps that are to come'}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          parked ? (
            <EmptyState icon={IconCircleCheck} title="Nothing needs a look">
              A step is parked here when it has failed again and again, such as while a provider was down.
            </EmptyState>
          ) : (
            <EmptyState icon={IconCalendarClock} title="Nothing is to come">
              What journeys will do next stands here, the soonest first.
            </EmptyState>
          )
        }
      />
      <ConfirmDialog
        opened={cancelling !== null}
        onClose={() => setCancelling(null)}
        title={`Cancel “${cancelling?.enrolment.stepName ?? ''}” for ${cancelling?.enrolment.leadName ?? ''}?`}
        confirmLabel="Cancel the step"
        danger
        onConfirm={async () => {
          await api.journeys.cancel({ id: cancelling!.id });
          toast.success('Step cancelled');
          await refresh();
        }}
      >
        The step is left out for this lead, and the journey goes on after it.
      </ConfirmDialog>
    </>
  );
}
