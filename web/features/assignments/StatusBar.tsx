import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { statusOf } from '#web/features/leads/shared/names.ts';
import styles from './assignments.module.css';

interface StatusBarProps {
  byStatus: Record<string, number>;
  /** The bar's whole length stands for so many; the bar's own sum where left out. */
  of?: number;
}

/** How a number of leads splits by status: the colours in the funnel's order, the figures for those who read them. */
export function StatusBar({ byStatus, of }: StatusBarProps) {
  const { statuses } = useLeadSettings();
  const parts = Object.entries(byStatus)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => ({ status: statusOf(statuses, key), count }))
    .sort((a, b) => a.status.order - b.status.order);
  const sum = of ?? parts.reduce((total, { count }) => total + count, 0);
  const words = parts.map(({ status, count }) => `${status.label} ${count.toLocaleString()}`).join(', ');
  return (
    <div className={styles.bar} role="img" aria-label={words || 'No leads'} title={words}>
      {parts.map(({ status, count }) => (
        <span
          key={status.key}
          style={{ inlineSize: `${(100 * count) / Math.max(1, sum)}%`, background: status.color }}
        />
      ))}
    </div>
  );
}
