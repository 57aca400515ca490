import { Flex, Stack, Text, Title } from '@mantine/core';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { StatusBadge } from '#web/features/leads/shared/StatusBadge.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import styles from './assignments.module.css';
import { StatusBar } from './StatusBar.tsx';
import type { Stats } from './useAssignments.ts';

/** How the leads lie on the agents, side by side. */
export function StatsChart({ stats }: { stats: Stats }) {
  const { statuses } = useLeadSettings();
  const most = Math.max(1, ...stats.agents.map(({ total }) => total));
  const rows = [...stats.agents].sort((a, b) => b.total - a.total);
  const used = statuses.filter(({ key }) => rows.some(({ byStatus }) => (byStatus[key] ?? 0) > 0));
  return (
    <Surface component="section" aria-labelledby="load-title">
      <Title order={2} size="h3" id="load-title">
        Leads by agent
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          There are no agents yet.
        </Text>
      ) : (
        <>
          <Stack gap={10} my={14}>
            {rows.map(({ agentId, name, byStatus, total }) => (
              <div key={agentId} className={styles.chartRow}>
                <span className="db-cut">{name}</span>
                <StatusBar byStatus={byStatus} of={most} height={16} />
                <span className="db-figures">{total.toLocaleString()}</span>
              </div>
            ))}
          </Stack>
          <Flex gap="6px 18px" wrap="wrap" fz={13}>
            {used.map((status) => (
              <StatusBadge key={status.key} status={status} />
            ))}
          </Flex>
        </>
      )}
    </Surface>
  );
}
