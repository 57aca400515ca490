import { Flex, Stack, Title } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  title: string;
  /** What this is, and why it is empty. */
  children?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
  /** Red, for what went wrong. */
  tone?: 'neutral' | 'danger';
}

/** What stands where there is nothing to show: what it is, why, and the one next step. */
export function EmptyState({ icon: Icon, title, children, action, tone = 'neutral' }: EmptyStateProps) {
  return (
    <Stack gap={10} align="center" p="48px 16px" ta="center">
      <span className={styles.icon} data-tone={tone} aria-hidden="true">
        <Icon size={24} stroke={1.6} />
      </span>
      <Title order={3} mt={4} textWrap="balance">
        {title}
      </Title>
      {children && <div className={styles.words}>{children}</div>}
      {action && (
        <Flex gap={8} justify="center" wrap="wrap" mt={8}>
          {action}
        </Flex>
      )}
    </Stack>
  );
}
