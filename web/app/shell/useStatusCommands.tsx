import type { SpotlightActionData } from '@mantine/spotlight';
import { StatusDot } from '#web/features/agent-status/StatusLabel.tsx';
import { useOwnStatus } from '#web/features/agent-status/useOwnStatus.ts';
import { toast } from '#web/ui/toast.ts';

/** The statuses that an agent who is signed in to the phone can choose, in the command palette. */
export function useStatusCommands(): SpotlightActionData[] {
  const { status, choose } = useOwnStatus();
  if (!status) return [];
  return status.choices
    .filter(({ key }) => key !== status.chosen)
    .map(({ key, label, color }) => ({
      id: `status-${key}`,
      label: `Status: ${label}`,
      keywords: ['pause', 'break', 'available', 'ready', 'away'],
      leftSection: <StatusDot color={color} />,
      onClick: () => choose.mutate(key, { onSuccess: () => toast.success(`Your status: ${label}`) }),
    }));
}
