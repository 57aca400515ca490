import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface VersionCardProps {
  title: string;
  /** At its corner: what it is at present. */
  mark?: ReactNode;
  children: ReactNode;
}

/** One version in a list of them, or the draft. */
export const VersionCard = ({ title, mark, children }: VersionCardProps) => (
  <Box component="section" p="12px 14px" bd="1px solid var(--db-line)" bdrs="md" aria-label={title}>
    <Group justify="space-between" wrap="nowrap">
      <Text fw={600} size="sm" dir="auto">
        {title}
      </Text>
      {mark}
    </Group>
    {children}
  </Box>
);
