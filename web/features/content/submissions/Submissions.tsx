import { Anchor, Badge, Button, Group, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconForms, IconSearch, IconSearchOff, IconTableExport } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { deliveryStates, submissionKinds } from '#shared/api/content-forms.ts';
import { api, query } from '#web/app/api.ts';
import { useAddress } from '#web/app/useAddress.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { downloadFrom } from '../data/download.ts';
import { deliveryLooks, summaryOf } from './delivery.ts';
import { Results } from './Results.tsx';
import { SubmissionPanel } from './SubmissionPanel.tsx';

/** A state that changes by itself is looked at again, in ms. */
const pollMs = 4_000;
const kindLabels = { contact: 'Contact', survey: 'Survey' } as const;

/** What visitors sent by the forms of a project's sign. Filter, page, tab and the open one live in the address. */
export default function Submissions({ projectId }: { projectId: string }) {
  const [address, setAddress] = useAddress();
  const page = Math.max(1, Number(address.get('page')) || 1);
  const kind = submissionKinds.find((value) => value === address.get('kind'));
  const status = deliveryStates.find((value) => value === address.get('delivery'));
  const [typed, setTyped] = useState(address.get('search') ?? '');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const tab = address.get('tab') === 'results' ? 'results' : 'list';
  const set = (changes: Record<string, string | undefined>) => setAddress({ page: undefined, ...changes });
  const filter = { ...(kind ? { kind } : {}), ...(status ? { status } : {}), ...(search ? { search } : {}) };
  const isFiltered = Object.keys(filter).length > 0;
  const project = useQuery(query.content.get.queryOptions({ input: { id: projectId } }));
  const list = useQuery({
    ...query.content.listSubmissions.queryOptions({ input: { id: projectId, page, limit: 20, ...filter } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.submissions.some(({ delivery }) => ['pending', 'retrying'].includes(delivery.status))
        ? pollMs
        : false,
  });
  const { data } = list;
  const name = project.data?.name;
  return (
    <>
      <PageHeader
        title="Form submissions"
        documentTitle={name ? `Submissions of ${name}` : 'Form submissions'}
        description={
          <>
            What visitors sent by the forms of{' '}
            <Anchor component={Link} to={`/content-creator/${projectId}`} size="sm">
              {name ?? 'the project'}
            </Anchor>
            . Back to the{' '}
            <Anchor component={Link} to="/content-creator" size="sm">
              content creator
            </Anchor>
            .
          </>
        }
        actions={
          <Button
            data-changes
            variant="default"
            leftSection={<IconTableExport size={16} />}
            disabled={!data || data.pagination.total === 0}
            onClick={() =>
              void downloadFrom(() => api.content.exportSubmissions({ id: projectId, ...filter }))
            }
          >
            Export as CSV
          </Button>
        }
      />
      <Tabs
        value={tab}
        onChange={(value) => set({ tab: value === 'results' ? 'results' : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="list">Submissions</Tabs.Tab>
          <Tabs.Tab value="results">Results</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list">
          <Stack gap="md">
            <Group gap="md">
              <TextInput
                aria-label="Search the answers"
                placeholder="Search the answers"
                leftSection={<IconSearch size={16} />}
                maxLength={100}
                value={typed}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  set({ search: event.currentTarget.value.trim() });
                }}
              />
              <FilterChips
                label="Form"
                value={kind}
                onChange={(value) => set({ kind: value })}
                options={submissionKinds.map((value) => ({ value, label: kindLabels[value] }))}
              />
              <FilterChips
                label="Delivery"
                value={status}
                onChange={(value) => set({ delivery: value })}
                options={deliveryStates.map((value) => ({ value, label: deliveryLooks[value].label }))}
              />
            </Group>
            <ResourceTable
              of={list}
              failed="The submissions could not be loaded"
              label="Submissions"
              rows={data?.submissions}
              rowKey={({ id }) => id}
              rowLabel={summaryOf}
              onOpen={({ id }) => set({ submission: id, page: String(page) })}
              empty={
                isFiltered ? (
                  <EmptyState
                    icon={IconSearchOff}
                    title="Nothing fits"
                    action={
                      <Button
                        variant="default"
                        onClick={() => {
                          setTyped('');
                          set({ kind: undefined, delivery: undefined, search: undefined });
                        }}
                      >
                        Clear the filters
                      </Button>
                    }
                  >
                    No submission has what you look for.
                  </EmptyState>
                ) : (
                  <EmptyState icon={IconForms} title="Nobody has sent a form yet">
                    Put a contact form or a survey on the canvas and publish the sign: what visitors send
                    appears here and goes on by e-mail or webhook.
                  </EmptyState>
                )
              }
              columns={[
                {
                  key: 'answers',
                  title: 'Answers',
                  render: (item) => (
                    <Text size="sm" truncate title={summaryOf(item)}>
                      {summaryOf(item)}
                    </Text>
                  ),
                },
                {
                  key: 'form',
                  title: 'Form',
                  width: 110,
                  hideBelow: 'sm',
                  render: (item) => kindLabels[item.kind],
                },
                {
                  key: 'delivery',
                  title: 'Delivery',
                  width: 140,
                  render: ({ delivery }) => (
                    <Badge color={deliveryLooks[delivery.status].color} variant="light" tt="none" radius="sm">
                      {deliveryLooks[delivery.status].label}
                    </Badge>
                  ),
                },
                {
                  key: 'at',
                  title: 'Received',
                  width: 130,
                  hideBelow: 'sm',
                  render: ({ at }) => <RelativeTime at={at} />,
                },
              ]}
              {...(data
                ? {
                    pagination: {
                      ...data.pagination,
                      onChange: (next: number) => set({ page: String(next) }),
                    },
                  }
                : {})}
            />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="results">
          <Results projectId={projectId} />
        </Tabs.Panel>
      </Tabs>
      <SubmissionPanel
        id={address.get('submission')}
        onClose={() => set({ submission: undefined, page: String(page) })}
      />
    </>
  );
}
