import { Box, Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** An address that leads nowhere. */
export default function NotFoundPage() {
  return (
    <Box className="db-center" mih="60vh">
      <title>Not found · Dealbell</title>
      <EmptyState
        icon={IconCompass}
        title="There is nothing at this address"
        action={
          <Button component={Link} to="/dashboard">
            Go to the dashboard
          </Button>
        }
      >
        The link may be old, or the page may have been removed. The command palette (Ctrl+K) finds every area.
      </EmptyState>
    </Box>
  );
}
