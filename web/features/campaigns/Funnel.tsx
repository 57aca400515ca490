import { Text, Title } from '@mantine/core';
import type { CampaignCounts } from '#shared/model/campaign.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import styles from './campaigns.module.css';

/** What has become of everybody, as bars: each is a share of all whom the campaign is for. */
export function Funnel({ counts }: { counts: CampaignCounts }) {
  const { total, pending, sent, delivered, failed, skipped, clicked, replied, optedOut, unresponded } =
    counts;
  const rows: [key: string, label: string, value: number | null][] = [
    ['people', 'People', total],
    ['queued', 'Queued', pending],
    ['sent', 'Sent', sent],
    ['delivered', 'Delivered', delivered],
    ['failed', 'Failed', failed],
    ['skipped', 'Left out', skipped],
    ['clicked', 'Clicked', clicked],
    ['replied', 'Replied', replied],
    ['opted-out', 'Opted out', optedOut],
    ['unresponded', 'Unresponded', unresponded],
  ];
  const of = Math.max(1, total ?? 0, sent);
  return (
    <Surface component="section" aria-label="Funnel">
      <Title order={2} size="h3" mb={10}>
        What became of them
      </Title>
      <dl className={styles.funnel}>
        {rows.map(([key, label, value]) => (
          <div key={key} data-figure={key}>
            <dt>{label}</dt>
            <dd>
              <span className={styles.bar} aria-hidden>
                <span data-part={key} style={{ inlineSize: `${(100 * (value ?? 0)) / of}%` }} />
              </span>
              <strong className="db-figures">{value === null ? '–' : value.toLocaleString()}</strong>
            </dd>
          </div>
        ))}
      </dl>
      {Boolean(counts.clicks) && (
        <Text size="sm" c="dimmed" mt={10}>
          Links were opened {counts.clicks!.toLocaleString()} {counts.clicks === 1 ? 'time' : 'times'} in all,
          not counting robots that draw previews.
        </Text>
      )}
    </Surface>
  );
}
