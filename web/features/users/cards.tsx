import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import type { DashboardCard } from '#web/features/dashboard/card.ts';
import { Figure } from '#web/features/dashboard/Figure.tsx';

function UserCount() {
  const users = useQuery(query.users.list.queryOptions({ input: { limit: 1 } }));
  return (
    <Figure
      label="Users"
      value={users.data?.pagination.total}
      error={users.error}
      note="accounts in this workspace"
      to="/users"
      action="Manage users"
    />
  );
}

export const cards: DashboardCard[] = [
  { id: 'users', order: 40, size: 'small', access: 'users.view', Card: UserCount },
];
