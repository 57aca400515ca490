import { Group } from '@mantine/core';
import type { Campaign } from '#shared/model/campaign.ts';
import styles from './campaigns.module.css';

/** How far a campaign is: sent, left out and failed of all, and the share in figures. */
export function ProgressBar({ campaign }: { campaign: Campaign }) {
  const { counts, progress, name } = campaign;
  const { total, sent, skipped, failed } = counts;
  const of = Math.max(1, total ?? 1);
  const parts = [
    { key: 'sent', value: Math.max(0, sent - failed) },
    { key: 'refused', value: skipped },
    { key: 'failed', value: failed },
  ];
  return (
    <Group gap={10} wrap="nowrap">
      <div
        className={styles.track}
        role="progressbar"
        aria-label={`Progress of ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
        title={`${sent} sent, ${skipped} left out, ${failed} failed`}
      >
        {parts.map(({ key, value }) => (
          <span key={key} data-part={key} style={{ inlineSize: `${(100 * value) / of}%` }} />
        ))}
      </div>
      <span className="db-figures">{progress}%</span>
    </Group>
  );
}
