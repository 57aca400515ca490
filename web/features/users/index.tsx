import { Button, Group } from '@mantine/core';
import { IconMail, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type User, tenantRole as userRole } from '#shared/model/user.ts';
import { query } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { menuColumn } from '#web/ui/resource/RowMenu.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { columns } from './columns.tsx';
import { Invitations } from './Invitations.tsx';
import { InvitePanel } from './InvitePanel.tsx';
import { UserMenu } from './UserMenu.tsx';
import { UserPanel } from './UserPanel.tsx';
import { useUserMenu } from './useUserMenu.tsx';

const pageSize = 50;

const userFilters = {
  search: field.text(),
  role: field.oneOf(userRole.options),
  page: field.page,
  user: field.panel,
};

/** Users of the tenant: find, add, change, deactivate, remove. For admins. */
export default function UsersPage() {
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(userFilters);
  const { search, role, page, user } = filters;
  const [inviting, setInviting] = useState(false);
  const list = useQuery(
    query.users.list.queryOptions({
      input: { page, limit: pageSize, ...given({ search, role }) },
      placeholderData: keepPreviousData,
    }),
  );
  const { act, dialogs } = useUserMenu();

  return (
    <>
      <PageHeader
        title="Users"
        description="Who may sign in to this workspace, and what they may do."
        actions={
          <Group gap="xs">
            <Button
              data-changes
              variant="default"
              leftSection={<IconMail size={17} />}
              onClick={() => setInviting(true)}
            >
              Invite by mail
            </Button>
            <Button
              data-changes
              leftSection={<IconUserPlus size={17} />}
              onClick={() => setFilters({ user: 'new' })}
            >
              Add user
            </Button>
          </Group>
        }
      />
      <Invitations />
      <Toolbar>
        <SearchField
          aria-label="Search users"
          placeholder="Search by name, username or e-mail"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        <FilterChips
          label="Role"
          options={userRole.options.map((value) => ({ value, label: value }))}
          value={role}
          onChange={(next) => setFilters({ role: next })}
        />
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The users could not be loaded"
        label="Users"
        columns={[...columns, menuColumn((one: User) => <UserMenu user={one} onAction={act} />)]}
        rows={list.data?.users}
        rowKey={({ id }) => id}
        rowLabel={(one) => `${one.fullName || one.username}, ${one.role}`}
        selectedKey={user}
        onOpen={({ id }) => setFilters({ user: id })}
        pagination={
          list.data && {
            page,
            pages: list.data.pagination.pages,
            total: list.data.pagination.total,
            onChange: (next) => setFilters({ page: next }),
          }
        }
        empty={
          filtered ? (
            <NoMatch title="Nobody matches" onClear={clearFilters}>
              No user of this workspace has this name and role.
            </NoMatch>
          ) : (
            <EmptyState
              icon={IconUsers}
              title="No users yet"
              action={
                <Button data-changes onClick={() => setFilters({ user: 'new' })}>
                  Add user
                </Button>
              }
            >
              Everybody who works here gets an account of their own.
            </EmptyState>
          )
        }
      />
      {dialogs}
      <InvitePanel opened={inviting} onClose={() => setInviting(false)} />
      <UserPanel userId={user} onClose={() => setFilters({ user: null })} />
    </>
  );
}
