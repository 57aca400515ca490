import { Group } from '@mantine/core';
import type { Blast } from '#shared/model/message.ts';
import styles from './blasts.module.css';

/** How far a blast is: sent, refused and failed of all, and the share in figures. */
export function ProgressBar({ blast }: { blast: Blast }) {
  const { total, sent, refused, failed, progress, name } = blast;
  const of = Math.max(1, total ?? 1);
  const parts = [
    { key: 'sent', value: sent },
    { key: 'refused', value: refused },
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
        title={`${sent} sent, ${refused} refused, ${failed} failed`}
      >
        {parts.map(({ key, value }) => (
          <span key={key} data-part={key} style={{ inlineSize: `${(100 * value) / of}%` }} />
        ))}
      </div>
      <span className="db-figures">{progress}%</span>
    </Group>
  );
}
