import { Group, Stack, Text } from '@mantine/core';
import type { User } from '#shared/model/user.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { Initials } from '#web/ui/Initials.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { RoleBadge, StatusBadge } from './badges.tsx';
import styles from './Users.module.css';

/** What the list says of a user. */
export const columns: Column<User>[] = [
  {
    key: 'name',
    title: 'Name',
    render: (user) => (
      <Group className={styles.person} gap={12} wrap="nowrap" miw={0}>
        <Initials name={user.fullName || user.username} />
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550} lineClamp={2}>
            {user.fullName || user.username}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.username}
          </Text>
        </Stack>
      </Group>
    ),
  },
  {
    key: 'email',
    title: 'E-mail',
    hideBelow: 'md',
    render: (user) => <span className="db-wrap">{user.email}</span>,
  },
  { key: 'role', title: 'Role', width: 110, render: (user) => <RoleBadge role={user.role} /> },
  {
    key: 'extension',
    title: 'Extension',
    width: 100,
    hideBelow: 'md',
    render: (user) => user.extension ?? '–',
  },
  {
    key: 'status',
    title: 'Status',
    width: 150,
    hideBelow: 'sm',
    render: (user) => <StatusBadge active={user.isActive} />,
  },
  {
    key: 'seen',
    title: 'Last sign-in',
    width: 140,
    hideBelow: 'sm',
    render: (user) => (user.lastLoginAt ? <RelativeTime at={user.lastLoginAt} /> : 'Never'),
  },
];
