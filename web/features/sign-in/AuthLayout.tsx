import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from '#web/ui/Mark.tsx';
import styles from './AuthLayout.module.css';
import { WonDeal } from './WonDeal.tsx';

interface AuthLayoutProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

/** The pages before the sign-in: the form at the start, what Dealbell is for beside it on a wide window. */
export function AuthLayout({ title, description, children, footer }: AuthLayoutProps) {
  return (
    <div className={styles.layout}>
      <title>{`${title} · Dealbell`}</title>
      <main className={styles.side}>
        <Group gap={10} wrap="nowrap" fz="1.1875rem" fw={680} lts="-0.01em">
          <Mark size={30} />
          <span>Dealbell</span>
        </Group>
        <div className={styles.form}>
          <Title order={1} fz="1.75rem">
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" mt={6}>
              {description}
            </Text>
          )}
          <Box mt={28}>{children}</Box>
        </div>
        <Box mih={20} c="dimmed" fz={13} ta="center">
          {footer}
        </Box>
      </main>
      <aside className={styles.show}>
        <WonDeal />
        <div className={styles.words}>
          <p className={styles.claim}>From first call to the bell.</p>
          <Box component="p" m={0} c="var(--db-rail-text)" fz="1rem" lh={1.55}>
            Leads, journeys, calls, and the screens that light up across the floor when a deal closes.
          </Box>
        </div>
      </aside>
    </div>
  );
}
