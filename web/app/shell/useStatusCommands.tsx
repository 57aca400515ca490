import type { SpotlightActionData } from '@mantine/spotlight';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { StatusDot } from '#web/features/agent-status/StatusLabel.tsx';
import { toast } from '#web/ui/toast.ts';
import { api, query } from '../api.ts';
import { useMay } from '../use-may.ts';

/** The statuses that an agent who is signed in to the phone can choose, in the command palette. */
export function useStatusCommands(): SpotlightActionData[] {
  const enabled = useMay()('agentStatus.set');
  const client = useQueryClient();
  const { data } = useQuery(query.agentStatus.mine.queryOptions({ input: {}, enabled }));
  if (!data?.signedIn) return [];
  const current = data.next ?? data.status;
  const choose = async (status: string, label: string) => {
    try {
      await api.agentStatus.setMine({ status });
      toast.success(`Your status: ${label}`);
    } catch (error) {
      toast.error(error);
    }
    await client.invalidateQueries({ queryKey: query.agentStatus.mine.key() });
  };
  return data.choices
    .filter(({ key }) => key !== current)
    .map(({ key, label, color }) => ({
      id: `status-${key}`,
      label: `Status: ${label}`,
      keywords: ['pause', 'break', 'available', 'ready', 'away'],
      leftSection: <StatusDot color={color} />,
      onClick: () => void choose(key, label),
    }));
}
