import { Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { formatAgo } from '../content/panels/format.ts';
import styles from './Displays.module.css';

interface DisplayStatusProps {
  /** 'online', or whatever the provider says. */
  status: string;
  lastSeen: string | null;
}

/** Online or not, with when it was last seen: a green light alone misleads. */
export function DisplayStatus({ status, lastSeen }: DisplayStatusProps) {
  const online = status === 'online';
  const Icon = online ? IconCircleCheckFilled : IconCircleXFilled;
  return (
    <span className={styles.status} data-online={online || undefined}>
      <Icon size={14} aria-hidden />
      <span>
        {online ? 'Online' : status.charAt(0).toUpperCase() + status.slice(1)}
        <Text span size="xs" c="dimmed" display="block" lh={1.2}>
          {lastSeen ? `seen ${formatAgo(lastSeen)}` : 'never seen'}
        </Text>
      </span>
    </span>
  );
}
