import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconFlask,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { ModuleState } from '#shared/model/module-status.ts';

export const stateWords: Record<ModuleState, string> = {
  ok: 'Works',
  degraded: 'In part',
  down: 'Down',
  sandbox: 'Sandbox',
  not_connected: 'Not connected',
};

const looks = {
  ok: { color: 'green', icon: IconCircleCheck },
  degraded: { color: 'amber', icon: IconAlertTriangle },
  down: { color: 'red', icon: IconCircleX },
  sandbox: { color: 'blue', icon: IconFlask },
  not_connected: { color: 'gray', icon: IconPlugConnectedX },
} as const;

/** @param words in the place of those of the state */
export function StateBadge({ state, words = stateWords[state] }: { state: ModuleState; words?: string }) {
  const { color, icon: Icon } = looks[state];
  return (
    <Badge variant="light" color={color} tt="none" flex="none" leftSection={<Icon size={12} aria-hidden />}>
      {words}
    </Badge>
  );
}
