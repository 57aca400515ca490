import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconMail, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tenantRole as userRole } from '#shared/model/user.ts';
import { query } from '#web/app/api.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { columns } from './columns.tsx';
import { Invitations } from './Invitations.tsx';
import { InvitePanel } from './InvitePanel.tsx';
import { UserMenu } from './UserMenu.tsx';
import { UserPanel } from './UserPanel.tsx';
import styles from './Users.module.css';
import { useUserFilters } from './useUserFilters.ts';
import { useUserMenu } from './useUserMenu.tsx';

const pageSize = 50;

/** Users of the tenant: find, add, change, deactivate, remove. For admins. */
export default function UsersPage() {
  const [filters, setFilters] = useUserFilters();
  const [inviting, setInviting] = useState(false);
  const [typed, setTyped] = useState(filters.search);
  const search = useDebouncedCallback((text: string) => setFilters({ search: text }), 250);
  const list = useQuery(
    query.users.list.queryOptions({
      input: {
        page: filters.page,
        limit: pageSize,
        ...(filters.search && { search: filters.search }),
        ...(filters.role && { role: filters.role }),
      },
      placeholderData: keepPreviousData,
    }),
  );
  const { act, dialogs } = useUserMenu();
  const filtered = Boolean(filters.search || filters.role);
  const clear = () => {
    setTyped('');
    setFilters({ search: '', role: undefined });
  };
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };

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
        <TextInput
          className={styles.search}
          aria-label="Search users"
          placeholder="Search by name, username or e-mail"
          leftSection={<IconSearch size={16} />}
          rightSection={
            typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
          }
          maxLength={100}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <FilterChips
          label="Role"
          options={userRole.options.map((role) => ({ value: role, label: role }))}
          value={filters.role}
          onChange={(role) => setFilters({ role })}
        />
      </Toolbar>
      {list.error ? (
        <ErrorState title="The users could not be loaded" error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DataTable
          label="Users"
          columns={[
            ...columns,
            {
              key: 'menu',
              title: <span className="db-visually-hidden">Actions</span>,
              width: 56,
              controls: true,
              render: (user) => <UserMenu user={user} onAction={act} />,
            },
          ]}
          rows={list.data?.users}
          rowKey={(user) => user.id}
          rowLabel={(user) => `${user.fullName || user.username}, ${user.role}`}
          selectedKey={filters.user}
          onOpen={(user) => setFilters({ user: user.id })}
          refreshing={list.isPlaceholderData}
          pagination={
            list.data && {
              page: filters.page,
              pages: list.data.pagination.pages,
              total: list.data.pagination.total,
              onChange: (page) => setFilters({ page }),
            }
          }
          empty={
            filtered ? (
              <EmptyState
                icon={IconSearch}
                title="Nobody matches"
                action={
                  <Button variant="default" onClick={clear}>
                    Clear the filters
                  </Button>
                }
              >
                No user of this workspace has this name and role.
              </EmptyState>
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
      )}
      {dialogs}
      <InvitePanel opened={inviting} onClose={() => setInviting(false)} />
      <UserPanel userId={filters.user} onClose={() => setFilters({ user: null })} />
    </>
  );
}
