import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { builtInStatuses } from '#shared/model/agent-status.ts';
import styles from './AgentStatus.module.css';
import { StatusDot, StatusLabel } from './StatusLabel.tsx';
import { useOwnStatus } from './useOwnStatus.ts';

const { onCall, wrapUp } = builtInStatuses;

/**
 * One's own status with the time in it, and a menu to choose another. During a call or its wrap-up what is chosen is
 * what follows. Nothing while one is not signed in to the phone.
 */
export function StatusPicker() {
  const { status: data, choose } = useOwnStatus();
  if (!data) return null;
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
              key === data.chosen ? (
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
