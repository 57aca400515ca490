import { Box, Button, type ButtonProps, CloseButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface BulkBarProps {
  /** What is chosen: 'Leads that are selected'. */
  label: string;
  /** '3 leads selected', or how far the work on them is. */
  status: ReactNode;
  busy: boolean;
  onClear: () => void;
  /** `BulkAction`s. */
  children: ReactNode;
}

/** What can be done to the rows that are chosen; it stands in the toolbar's place while there are some. */
export const BulkBar = ({ label, status, busy, onClear, children }: BulkBarProps) => (
  <Group
    role="toolbar"
    aria-label={label}
    aria-busy={busy}
    gap={6}
    mih={36}
    mb={12}
    p="4px 6px 4px 14px"
    bd="1px solid var(--db-line)"
    bdrs="md"
    bg="var(--mantine-color-ink-light)"
    c="var(--mantine-color-ink-light-color)"
  >
    <Box component="span" me={8} fw={600} role="status">
      {status}
    </Box>
    {children}
    <CloseButton ms="auto" aria-label="Clear selection" onClick={onClear} />
  </Group>
);

/** A button of the bar. */
export const BulkAction = Button.withProps({ size: 'compact-sm', variant: 'default' } satisfies ButtonProps);
