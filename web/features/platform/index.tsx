import { Button, Tabs, Text } from '@mantine/core';
import { IconBuildingPlus, IconBuildingSkyscraper, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Customer } from '#shared/api/platform.ts';
import { standings } from '#shared/model/tenant.ts';
import { query } from '#web/app/api.ts';
import { EntryList } from '#web/features/audit/EntryList.tsx';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { byCursor, field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { Emergencies } from './Emergencies.tsx';
import { NewTenant } from './NewTenant.tsx';
import { TenantPanel } from './TenantPanel.tsx';
import { dayText, planWords, StandingBadge, standingWords } from './words.tsx';

const pageSize = 50;

const tenantFilters = {
  search: field.text(),
  standing: field.oneOf(standings),
  tab: field.oneOf(['emergencies', 'activity']),
  tenant: field.panel,
};

const columns: Column<Customer>[] = [
  {
    key: 'name',
    title: 'Workspace',
    render: ({ name, id, plan }) => (
      <>
        <Text size="sm" fw={550} lineClamp={2}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" className="db-figures" component="div">
          Number {id}
          <Narrow>{planWords[plan]}</Narrow>
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
  const { filters, setFilters } = useAddressFilters(tenantFilters);
  const { tab, tenant } = filters;
  return (
    <>
      <PageHeader
        title="Tenants"
        description="The workspaces of this platform. What you do here stands in their audit logs too."
        actions={
          <Button leftSection={<IconBuildingPlus size={17} />} onClick={() => setFilters({ tenant: 'new' })}>
            New workspace
          </Button>
        }
      />
      <Tabs
        value={tab ?? 'tenants'}
        onChange={(value) =>
          setFilters({ tab: value === 'activity' || value === 'emergencies' ? value : undefined })
        }
        color="ink"
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="tenants">Workspaces</Tabs.Tab>
          <Tabs.Tab value="emergencies">Emergencies</Tabs.Tab>
          <Tabs.Tab value="activity">Activity</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tenants">
          <TenantList />
        </Tabs.Panel>
        <Tabs.Panel value="emergencies">
          <Emergencies />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Activity />
        </Tabs.Panel>
      </Tabs>
      <TenantPanel
        tenantId={tenant && /^\d{1,9}$/.test(tenant) ? Number(tenant) : null}
        onClose={() => setFilters({ tenant: null })}
      />
      <NewTenant opened={tenant === 'new'} onClose={() => setFilters({ tenant: null })} />
    </>
  );
}

function TenantList() {
  const { filters, setFilters } = useAddressFilters(tenantFilters);
  const { search, standing, tenant } = filters;
  const list = useInfiniteQuery(
    query.platform.listTenants.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: pageSize,
        cursor,
        ...given({ search, standing }),
      }),
      ...byCursor,
    }),
  );
  return (
    <>
      <Toolbar component="search" aria-label="Workspaces">
        <SearchField
          aria-label="Search workspaces"
          placeholder="Search by name or number"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        <FilterChips
          label="Standing"
          options={standings.map((value) => ({ value, label: standingWords[value] }))}
          value={standing}
          onChange={(value) => setFilters({ standing: value })}
        />
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The workspaces could not be loaded"
        label="Workspaces"
        columns={columns}
        rows={list.data?.pages.flatMap((page) => page.tenants)}
        rowKey={({ id }) => String(id)}
        rowLabel={({ name, standing: stands }) => `${name}, ${standingWords[stands]}`}
        selectedKey={tenant}
        onOpen={({ id }) => setFilters({ tenant: String(id) })}
        empty={
          search || standing ? (
            <NoMatch title="No workspace matches">Take a filter away to see more.</NoMatch>
          ) : (
            <EmptyState icon={IconBuildingSkyscraper} title="No workspaces yet">
              They come by trials, and by those that you make here.
            </EmptyState>
          )
        }
      />
    </>
  );
}

/** What operators did, over all workspaces. */
function Activity() {
  const log = useInfiniteQuery(
    query.platform.activity.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: pageSize, cursor }),
      ...byCursor,
    }),
  );
  return (
    <EntryList
      of={log}
      failed="The activity could not be loaded"
      label="Activity"
      entries={log.data?.pages.flatMap((page) => page.entries)}
      empty={
        <EmptyState icon={IconHistory} title="Nothing yet">
          What operators do with workspaces is kept here.
        </EmptyState>
      }
    />
  );
}
