import { Group } from '@mantine/core';
import type { Campaign } from '#shared/model/campaign.ts';
import { ShareBar } from '#web/ui/ShareBar.tsx';

/** How far a campaign is: sent, left out and failed of all, and the share in figures. */
export function ProgressBar({ campaign }: { campaign: Campaign }) {
  const { counts, progress, name } = campaign;
  const { total, sent, skipped, failed } = counts;
  const of = Math.max(1, total ?? 1);
  const parts = [
    { key: 'sent', value: Math.max(0, sent - failed), color: 'var(--mantine-color-chart-2)' },
    { key: 'refused', value: skipped, color: 'var(--mantine-color-chart-1)' },
    { key: 'failed', value: failed, color: 'var(--mantine-color-chart-5)' },
  ];
  return (
    <Group gap={10} wrap="nowrap">
      <ShareBar
        flex={1}
        role="progressbar"
        aria-label={`Progress of ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
        title={`${sent} sent, ${skipped} left out, ${failed} failed`}
        parts={parts}
        of={of}
      />
      <span className="db-figures">{progress}%</span>
    </Group>
  );
}
