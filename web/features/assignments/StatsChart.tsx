import { Text, Title } from '@mantine/core';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { StatusBadge } from '#web/features/leads/shared/StatusBadge.tsx';
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
    <section className={styles.chart} aria-labelledby="load-title">
      <Title order={2} size="h3" id="load-title">
        Leads by agent
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          There are no agents yet.
        </Text>
      ) : (
        <>
          <div className={styles.rows}>
            {rows.map(({ agentId, name, byStatus, total }) => (
              <div key={agentId} className={styles.chartRow}>
                <span className={styles.chartName}>{name}</span>
                <StatusBar byStatus={byStatus} of={most} />
                <span className="db-figures">{total.toLocaleString()}</span>
              </div>
            ))}
          </div>
          <div className={styles.legend}>
            {used.map((status) => (
              <StatusBadge key={status.key} status={status} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}
