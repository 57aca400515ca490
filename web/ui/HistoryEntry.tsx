import { Box, ThemeIcon } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './HistoryEntry.module.css';

interface HistoryEntryProps {
  icon: TablerIcon;
  color?: string;
  children: ReactNode;
}

/** What happened at one time, in a list of such: an icon, a line to the next, and the words beside it. */
export const HistoryEntry = ({ icon: Icon, color = 'ink', children }: HistoryEntryProps) => (
  <li className={styles.entry}>
    <ThemeIcon variant="light" color={color} size={28} radius="xl" aria-hidden="true">
      <Icon size={15} stroke={1.8} />
    </ThemeIcon>
    <Box flex={1} miw={0} pt={4}>
      {children}
    </Box>
  </li>
);
