import { Badge, Box, Group, Text, Title } from '@mantine/core';
import { IconCircleCheckFilled, IconDeviceTv, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AreaLink } from '#web/app/AreaLink.tsx';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import styles from './Dashboard.module.css';
import { Figure } from './Figure.tsx';

/** Displays change while one looks: how often they are asked for while no hints come, ms. */
const pollMs = 15_000;
const shownDisplays = 5;

const useDisplays = () =>
  useQuery(
    query.signage.displays.queryOptions({ input: {}, refetchInterval: usePollInterval('displays', pollMs) }),
  );

/** How many displays are online, of all. */
export function DisplaysOnline() {
  const { data, error } = useDisplays();
  const online = data?.displays.filter((display) => display.status === 'online').length;
  return (
    <Figure
      label="Displays online"
      value={data && `${online} of ${data.displays.length}`}
      error={error}
      note={data?.stale ? 'as last known; the provider does not answer' : 'as reported by the provider'}
      to="/displays"
      action="See displays"
    />
  );
}

/** What hangs on each display, and since when: a green light alone misleads. */
export function DisplaysCard() {
  const { data, error, refetch } = useDisplays();
  return (
    <section className={styles.card} aria-labelledby="on-screen">
      <div className={styles.cardHead}>
        <Title order={2} fz="h3" id="on-screen">
          On screen now
        </Title>
        <AreaLink to="/displays">All displays</AreaLink>
      </div>
      {error ? (
        <ErrorState title="The displays could not be loaded" error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <LinesSkeleton lines={5} />
      ) : data.displays.length === 0 ? (
        <EmptyState icon={IconDeviceTv} title="No displays yet">
          Connect your signage provider under Settings; its displays appear here.
        </EmptyState>
      ) : (
        <Box component="ul" className="db-list db-divided">
          {data.displays.slice(0, shownDisplays).map((display) => {
            const online = display.status === 'online';
            return (
              <Group component="li" key={display.id} gap={12} wrap="nowrap" py={9}>
                <div className="db-grow">
                  <Text size="sm" fw={550} truncate>
                    {display.name}
                  </Text>
                  <Text size="xs" c="dimmed" truncate>
                    {display.nowShowing ?? 'Nothing published from here'}
                    {display.nowShowingSince && (
                      <>
                        , since <RelativeTime at={display.nowShowingSince} />
                      </>
                    )}
                  </Text>
                </div>
                <Badge
                  variant="light"
                  color={online ? 'green' : 'gray'}
                  tt="capitalize"
                  leftSection={
                    online ? <IconCircleCheckFilled size={12} /> : <IconPlugConnectedX size={12} />
                  }
                >
                  {online ? 'Online' : display.status}
                </Badge>
              </Group>
            );
          })}
        </Box>
      )}
    </section>
  );
}
