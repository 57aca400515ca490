import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { CampaignCounts } from '#shared/model/campaign.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import { ShareBar } from '#web/ui/ShareBar.tsx';
import styles from './campaigns.module.css';

const colorOf = (key: string) =>
  `var(--mantine-color-chart-${['failed', 'opted-out'].includes(key) ? 5 : ['skipped', 'queued'].includes(key) ? 1 : 2})`;

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
      <Stack component="dl" className={styles.funnel} gap={8} m={0}>
        {rows.map(([key, label, value]) => (
          <div key={key} data-figure={key}>
            <dt>{label}</dt>
            <Group component="dd" gap={12} wrap="nowrap" m={0}>
              <ShareBar
                parts={[{ key, value: value ?? 0, color: colorOf(key) }]}
                of={of}
                height={14}
                flex={1}
              />
              <Box component="strong" className="db-figures" miw="4ch" ta="end">
                {value === null ? '–' : value.toLocaleString()}
              </Box>
            </Group>
          </div>
        ))}
      </Stack>
      {Boolean(counts.clicks) && (
        <Text size="sm" c="dimmed" mt={10}>
          Links were opened {counts.clicks!.toLocaleString()} {counts.clicks === 1 ? 'time' : 'times'} in all,
          not counting robots that draw previews.
        </Text>
      )}
    </Surface>
  );
}
