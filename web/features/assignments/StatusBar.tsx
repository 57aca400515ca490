import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { statusOf } from '#web/features/leads/shared/names.ts';
import { ShareBar } from '#web/ui/ShareBar.tsx';

interface StatusBarProps {
  byStatus: Record<string, number>;
  /** The bar's whole length stands for so many; the bar's own sum where left out. */
  of?: number;
  /** px */
  height?: number;
}

/** How a number of leads splits by status: the colours in the funnel's order, the figures for those who read them. */
export function StatusBar({ byStatus, of, height = 8 }: StatusBarProps) {
  const { statuses } = useLeadSettings();
  const parts = Object.entries(byStatus)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => ({ status: statusOf(statuses, key), count }))
    .sort((a, b) => a.status.order - b.status.order);
  const words = parts.map(({ status, count }) => `${status.label} ${count.toLocaleString()}`).join(', ');
  return (
    <ShareBar
      role="img"
      aria-label={words || 'No leads'}
      title={words}
      parts={parts.map(({ status: { key, color }, count }) => ({ key, value: count, color }))}
      of={of}
      height={height}
      bg="var(--mantine-color-gray-light)"
    />
  );
}
