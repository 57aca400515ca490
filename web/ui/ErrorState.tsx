import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '#web/app/api-error.ts';
import { EmptyState } from './EmptyState.tsx';

interface ErrorStateProps {
  /** What was being done: 'The users could not be loaded'. */
  title: string;
  error: unknown;
  onRetry?: () => void;
  /** The retry changes the workspace (`HeldControls`). */
  changes?: boolean;
  /** What was kept, where that is in doubt. */
  children?: ReactNode;
}

/** What happened, what was kept and what to do. Announced when it appears. */
export function ErrorState({ title, error, onRetry, changes, children }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={IconAlertTriangle}
        tone="danger"
        title={title}
        action={
          onRetry && (
            <Button
              data-changes={changes || undefined}
              variant="default"
              leftSection={<IconRefresh size={16} />}
              onClick={onRetry}
            >
              Try again
            </Button>
          )
        }
      >
        {messageOf(error)}
        {children}
      </EmptyState>
    </div>
  );
}
