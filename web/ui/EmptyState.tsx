import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';

interface EmptyStateProps {
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  title: string;
  /** What this is, and why it is empty. */
  children?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

/** What stands where there is nothing yet. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light" color="ink" aria-hidden>
        <Icon size={24} stroke={1.6} />
      </ThemeIcon>
      <Title order={3} mt={4}>
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw={420} component="div">
          {children}
        </Text>
      )}
      {action && <div style={{ marginBlockStart: 8 }}>{action}</div>}
    </Stack>
  );
}
