import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { builtInStatuses } from '#shared/model/agent-status.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { toast } from '#web/ui/toast.ts';
import styles from './AgentStatus.module.css';
import { StatusDot, StatusLabel } from './StatusLabel.tsx';

/** How often one's own status is asked for while no hints come: it follows from calls too; ms. */
const pollMs = 5_000;

const { onCall, wrapUp } = builtInStatuses;

/**
 * One's own status with the time in it, and a menu to choose another. During a call or its wrap-up what is chosen is
 * what follows. Nothing while one is not signed in to the phone.
 */
export function StatusPicker() {
  const may = useMay();
  const refetchInterval = usePollInterval('agents', pollMs);
  const enabled = may('agentStatus.set');
  const { data } = useQuery(query.agentStatus.mine.queryOptions({ input: {}, refetchInterval, enabled }));
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: (status: string) => api.agentStatus.setMine({ status }),
    onSuccess: () => client.invalidateQueries({ queryKey: query.agentStatus.mine.key() }),
    onError: toast.error,
  });
  if (!data?.signedIn) return null;
  const current = data.next ?? data.status;
  const inCall = data.status === onCall.key;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          className={styles.picker}
          data-overdue={data.isOverdue || undefined}
          rightSection={<IconChevronDown size={15} />}
        >
          <span className="db-visually-hidden">Your status: </span>
          <StatusLabel status={data} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {inCall ? 'After this call' : data.status === wrapUp.key ? 'End the wrap-up with' : 'Your status'}
        </Menu.Label>
        {data.choices.map(({ key, label, color, maxMinutes }) => (
          <Menu.Item
            key={key}
            data-changes
            leftSection={<StatusDot color={color} />}
            rightSection={
              key === current ? (
                <IconCheck size={15} aria-label="chosen" role="img" />
              ) : (
                maxMinutes && `${maxMinutes} min`
              )
            }
            onClick={() => choose.mutate(key)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
