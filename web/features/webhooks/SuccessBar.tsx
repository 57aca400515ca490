import { Group } from '@mantine/core';
import type { WebhookSummary } from '#shared/model/webhook.ts';
import styles from './webhooks.module.css';

/** The share of leads that went well in the last seven days; a tooltip tells the days. */
export function SuccessBar({ days }: Pick<WebhookSummary, 'days'>) {
  const sum = (of: 'succeeded' | 'failed' | 'rejected') => days.reduce((all, day) => all + day[of], 0);
  const [succeeded, failed, rejected] = [sum('succeeded'), sum('failed'), sum('rejected')];
  const all = succeeded + failed;
  if (all + rejected === 0) return <span className={styles.dim}>Nothing yet</span>;
  const share = all === 0 ? 0 : Math.floor((succeeded / all) * 100);
  const words = `${succeeded.toLocaleString()} of ${all.toLocaleString()} leads went well in the last seven days`;
  const refused = rejected ? `; ${rejected.toLocaleString()} requests were rejected` : '';
  return (
    <Group gap={8} wrap="nowrap" title={`${words}${refused}`}>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ inlineSize: `${share}%` }} data-low={share < 90 || undefined} />
      </span>
      <span className="db-figures" aria-hidden="true">
        {share}%
      </span>
      <span className="db-visually-hidden">{`${words}${refused}`}</span>
    </Group>
  );
}
