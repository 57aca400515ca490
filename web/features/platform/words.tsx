import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClockOff, IconMailQuestion } from '@tabler/icons-react';
import type { Customer } from '#shared/api/platform.ts';
import type { Standing } from '#shared/model/tenant.ts';

export const standingWords: Record<Standing, string> = {
  active: 'Active',
  unverified: 'Not verified',
  trialOver: 'Trial over',
  suspended: 'Suspended',
};

const looks = {
  active: { color: 'green', icon: IconCircleCheck },
  unverified: { color: 'blue', icon: IconMailQuestion },
  trialOver: { color: 'amber', icon: IconClockOff },
  suspended: { color: 'red', icon: IconAlertTriangle },
} as const;

export function StandingBadge({ standing }: { standing: Standing }) {
  const { color, icon: Icon } = looks[standing];
  return (
    <Badge variant="light" color={color} tt="none" leftSection={<Icon size={12} />}>
      {standingWords[standing]}
    </Badge>
  );
}

export const planWords: Record<Customer['plan'], string> = {
  demo: 'Demo',
  trial: 'Trial',
  standard: 'Standard',
};

export const dayText = (at: string): string =>
  new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });
