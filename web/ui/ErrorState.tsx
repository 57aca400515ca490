import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '#web/app/api-error.ts';

interface ErrorStateProps {
  /** What was being done: 'The users could not be loaded'. */
  title: string;
  error: unknown;
  onRetry?: () => void;
  /** What was kept, where that is in doubt. */
  children?: ReactNode;
}

/** What happened, what was kept and what to do. Announced when it appears. */
export function ErrorState({ title, error, onRetry, children }: ErrorStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
      <ThemeIcon size={48} radius="xl" variant="light" color="red" aria-hidden>
        <IconAlertTriangle size={24} stroke={1.6} />
      </ThemeIcon>
      <Title order={3} mt={4}>
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={460}>
        {messageOf(error)}
      </Text>
      {children}
      {onRetry && (
        <Button variant="default" mt="xs" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  );
}
