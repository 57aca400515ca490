import { Button, CloseButton, Tabs, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBuildingPlus, IconBuildingSkyscraper, IconHistory, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Customer } from '#shared/api/platform.ts';
import { standings } from '#shared/model/tenant.ts';
import { query } from '#web/app/api.ts';
import { EntryList } from '#web/features/audit/EntryList.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { More } from '#web/ui/More.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { NewTenant } from './NewTenant.tsx';
import styles from './platform.module.css';
import { TenantPanel } from './TenantPanel.tsx';
import { dayText, planWords, StandingBadge, standingWords } from './words.tsx';

const pageSize = 50;

const columns: Column<Customer>[] = [
  {
    key: 'name',
    title: 'Workspace',
    render: ({ name, id, plan }) => (
      <>
        <Text size="sm" fw={550} lineClamp={2}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" className="db-figures">
          Number {id}
          <span className={styles.narrowOnly}>{planWords[plan]}</span>
        </Text>
      </>
    ),
  },
  {
    key: 'standing',
    title: 'Standing',
    width: 150,
    render: (one) => <StandingBadge standing={one.standing} />,
  },
  {
    key: 'plan',
    title: 'Plan',
    width: 190,
    hideBelow: 'sm',
    render: ({ plan, trialEndsAt }) =>
      plan === 'trial' && trialEndsAt ? `Trial until ${dayText(trialEndsAt)}` : planWords[plan],
  },
  {
    key: 'users',
    title: 'Users',
    align: 'end',
    width: 80,
    hideBelow: 'sm',
    render: ({ users }) => <span className="db-figures">{users.toLocaleString()}</span>,
  },
  { key: 'made', title: 'Made', width: 140, hideBelow: 'md', render: ({ createdAt }) => dayText(createdAt) },
];

/** The platform's console: every workspace, how it stands, and what operators did. */
export default function PlatformPage() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'activity' ? 'activity' : 'tenants';
  const set = (name: string, value: string | undefined, replace = true) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace },
    );
  const opened = params.get('tenant');
  return (
    <>
      <PageHeader
        title="Tenants"
        description="The workspaces of this platform. What you do here stands in their audit logs too."
        actions={
          <Button leftSection={<IconBuildingPlus size={17} />} onClick={() => set('tenant', 'new', false)}>
            New workspace
          </Button>
        }
      />
      <Tabs
        value={tab}
        onChange={(value) => set('tab', value === 'activity' ? value : undefined)}
        color="ink"
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="tenants">Workspaces</Tabs.Tab>
          <Tabs.Tab value="activity">Activity</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tenants">
          <TenantList params={params} set={set} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Activity />
        </Tabs.Panel>
      </Tabs>
      <TenantPanel
        tenantId={opened && /^\d{1,9}$/.test(opened) ? Number(opened) : null}
        onClose={() => set('tenant', undefined)}
      />
      <NewTenant opened={opened === 'new'} onClose={() => set('tenant', undefined)} />
    </>
  );
}

interface TenantListProps {
  params: URLSearchParams;
  set: (name: string, value: string | undefined, replace?: boolean) => void;
}

function TenantList({ params, set }: TenantListProps) {
  const search = (params.get('search') ?? '').slice(0, 100);
  const standing = standings.find((one) => one === params.get('standing'));
  const [typed, setTyped] = useState(search);
  const find = useDebouncedCallback((text: string) => set('search', text.trim()), 250);
  const type = (text: string) => {
    setTyped(text);
    find(text);
  };
  const list = useInfiniteQuery(
    query.platform.listTenants.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: pageSize,
        cursor,
        ...(search && { search }),
        ...(standing && { standing }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  );
  return (
    <>
      <search className={styles.filters} aria-label="Workspaces">
        <TextInput
          className={styles.search}
          aria-label="Search workspaces"
          placeholder="Search by name or number"
          leftSection={<IconSearch size={16} />}
          rightSection={
            typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
          }
          maxLength={100}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <FilterChips
          label="Standing"
          options={standings.map((value) => ({ value, label: standingWords[value] }))}
          value={standing}
          onChange={(value) => set('standing', value)}
        />
      </search>
      {list.error ? (
        <ErrorState
          title="The workspaces could not be loaded"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : (
        <DataTable
          label="Workspaces"
          columns={columns}
          rows={list.data?.pages.flatMap((page) => page.tenants)}
          rowKey={({ id }) => String(id)}
          rowLabel={({ name, standing: stands }) => `${name}, ${standingWords[stands]}`}
          selectedKey={params.get('tenant')}
          onOpen={({ id }) => set('tenant', String(id), false)}
          empty={
            search || standing ? (
              <EmptyState icon={IconSearch} title="No workspace matches">
                Take a filter away to see more.
              </EmptyState>
            ) : (
              <EmptyState icon={IconBuildingSkyscraper} title="No workspaces yet">
                They come by trials, and by those that you make here.
              </EmptyState>
            )
          }
        />
      )}
      <More of={list} />
    </>
  );
}

/** What operators did, over all workspaces. */
function Activity() {
  const log = useInfiniteQuery(
    query.platform.activity.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: pageSize, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  );
  if (log.error)
    return (
      <ErrorState title="The activity could not be loaded" error={log.error} onRetry={() => log.refetch()} />
    );
  return (
    <>
      <EntryList
        label="Activity"
        entries={log.data?.pages.flatMap((page) => page.entries)}
        empty={
          <EmptyState icon={IconHistory} title="Nothing yet">
            What operators do with workspaces is kept here.
          </EmptyState>
        }
      />
      <More of={log} />
    </>
  );
}
