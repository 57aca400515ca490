import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { lengthText } from '../times.ts';
import styles from './DisplayPage.module.css';

const shownPlays = 12;

/** What the display's player has told of today, the last first. */
export function LastPlays({ displayId, zone }: { displayId: string; zone: string }) {
  const { data, error, refetch } = useQuery(
    query.signage.dayOfPlays.queryOptions({ input: { displayId }, refetchInterval: 60_000 }),
  );
  return (
    <section className={styles.panel} aria-labelledby="its-plays">
      <Stack gap={12} p={16}>
        <Title order={3} id="its-plays">
          Shown today
        </Title>
        {error ? (
          <ErrorState title="The plays could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LinesSkeleton lines={4} />
        ) : data.plays.length === 0 ? (
          <Text size="sm" c="dimmed">
            Its player has not told of anything today. It tells within a minute, and later when it has no
            network.
          </Text>
        ) : (
          <Stack component="ul" className="db-list" gap={10} fz={14}>
            {data.plays
              .slice(-shownPlays)
              .reverse()
              .map((play) => (
                <Group component="li" key={`${play.from} ${play.refId}`} gap={12} align="start" wrap="nowrap">
                  <time dateTime={play.from}>
                    {new Date(play.from).toLocaleTimeString(undefined, { timeZone: zone })}
                  </time>
                  <Box component="span" className="db-wrap" flex={1} miw={0}>
                    {play.name}
                  </Box>
                  <Text span size="sm" c="dimmed">
                    {lengthText((Date.parse(play.to) - Date.parse(play.from)) / 1000)}
                  </Text>
                </Group>
              ))}
          </Stack>
        )}
      </Stack>
    </section>
  );
}
