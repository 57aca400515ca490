import { Box, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AreaLink } from '#web/app/AreaLink.tsx';
import { messageOf } from '#web/app/api-error.ts';
import styles from './Dashboard.module.css';

interface FigureProps {
  label: string;
  /** Undefined while it loads. */
  value: ReactNode | undefined;
  note?: ReactNode;
  error?: unknown;
  to?: string;
  action?: string;
}

/** A small card: one figure, what it means, where it comes from. */
export function Figure({ label, value, note, error, to, action }: FigureProps) {
  return (
    <section className={styles.card} aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {error ? (
        <Text size="sm" mt={8} role="alert">
          {messageOf(error)}
        </Text>
      ) : value === undefined ? (
        <Skeleton h={30} w={64} my={6} />
      ) : (
        <Box className="db-figures" mt={4} mb={2} fz="1.75rem" fw={640} lts="-0.02em" lh={1.25}>
          {value}
        </Box>
      )}
      {!error && note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      {to && (
        <AreaLink to={to} className={styles.link}>
          {action}
        </AreaLink>
      )}
    </section>
  );
}
