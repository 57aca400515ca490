import { Box, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { talkText } from '#web/features/calls/shared.tsx';
import { useSeconds } from '#web/ui/useSeconds.ts';
import styles from './AgentStatus.module.css';

/** The colour of a status; what it means stands beside it. */
export const StatusDot = ({ color }: { color: string }) => (
  <span className={styles.dot} style={{ background: color }} aria-hidden="true" />
);

/** How long something has lasted, counting up: `12:03`. */
export function TimeSince({ at }: { at: string }) {
  const now = useSeconds();
  return <time dateTime={at}>{talkText(Math.max(0, now - Date.parse(at)) / 1000)}</time>;
}

interface StatusLabelProps {
  status: { label: string; color: string; since: string; isOverdue: boolean };
  /** Without it the time is left out, as of those who are not there. */
  timed?: boolean;
}

/** What an agent is in and for how long; marked where that is longer than the status allows. */
export const StatusLabel = ({ status, timed = true }: StatusLabelProps) => (
  <Box component="span" className="db-inline" miw={0} maw="100%" style={{ gap: 8 }}>
    <StatusDot color={status.color} />
    <span className="db-cut">{status.label}</span>
    {timed && (
      <Text component="span" size="sm" c={status.isOverdue ? 'red' : 'dimmed'} className="db-figures">
        <TimeSince at={status.since} />
      </Text>
    )}
    {status.isOverdue && (
      <IconAlertTriangle
        size={15}
        color="var(--mantine-color-red-text)"
        role="img"
        aria-label="Longer than allowed"
      />
    )}
  </Box>
);
