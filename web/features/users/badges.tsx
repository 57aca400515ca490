import { Badge } from '@mantine/core';
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import type { Role } from '#shared/api/contract.ts';

export function RoleBadge({ role }: { role: Role }) {
  return (
    <Badge variant={role === 'admin' ? 'filled' : 'light'} color="ink" tt="capitalize">
      {role}
    </Badge>
  );
}

export function StatusBadge({ active }: { active: boolean }) {
  const Icon = active ? IconCircleCheck : IconCircleOff;
  return (
    <Badge variant="light" color={active ? 'green' : 'gray'} tt="none" leftSection={<Icon size={12} />}>
      {active ? 'Active' : 'Deactivated'}
    </Badge>
  );
}
