import { Group } from '@mantine/core';
import type { WebhookSummary } from '#shared/model/webhook.ts';
import { ShareBar } from '#web/ui/ShareBar.tsx';

/** The share of leads that went well in the last seven days; a tooltip tells the days. */
export function SuccessBar({ days }: Pick<WebhookSummary, 'days'>) {
  const sum = (of: 'succeeded' | 'failed' | 'rejected') => days.reduce((all, day) => all + day[of], 0);
  const [succeeded, failed, rejected] = [sum('succeeded'), sum('failed'), sum('rejected')];
  const all = succeeded + failed;
  if (all + rejected === 0) return <span className="db-dim">Nothing yet</span>;
  const share = all === 0 ? 0 : Math.floor((succeeded / all) * 100);
  const words = `${succeeded.toLocaleString()} of ${all.toLocaleString()} leads went well in the last seven days`;
  const refused = rejected ? `; ${rejected.toLocaleString()} requests were rejected` : '';
  return (
    <Group gap={8} wrap="nowrap" title={`${words}${refused}`}>
      <ShareBar
        parts={[
          { key: 'well', value: share, color: `var(--mantine-color-${share < 90 ? 'red' : 'green'}-filled)` },
        ]}
        of={100}
        height={6}
        flex={1}
        maw={80}
      />
      <span className="db-figures" aria-hidden="true">
        {share}%
      </span>
      <span className="db-visually-hidden">{`${words}${refused}`}</span>
    </Group>
  );
}
