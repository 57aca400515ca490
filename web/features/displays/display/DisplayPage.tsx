import {
  Anchor,
  Badge,
  Box,
  Button,
  Group,
  MultiSelect,
  Select,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconCopy, IconDeviceTv, IconExternalLink } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { query } from '#web/app/api.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatAgo } from '../../content/panels/format.ts';
import { DisplayFacts, DisplayScreen } from '../DisplayCard.tsx';
import { DisplayStatus } from '../DisplayStatus.tsx';
import { signageChanged, useDisplays, useGroups, usePlaylists } from '../queries.ts';
import { DayTimeline } from './DayTimeline.tsx';
import styles from './DisplayPage.module.css';
import { LastPlays } from './LastPlays.tsx';

/** How often the plan is read again while somebody looks at it; ms. */
const refetchInterval = 30_000;

/** One display: now and next, its day as a picture, what stands on it, and how it is set. */
export default function DisplayPage() {
  const displayId = useParams().displayId!;
  const displays = useDisplays();
  const detail = useQuery(query.signage.displayPlan.queryOptions({ input: { displayId }, refetchInterval }));
  const display = displays.data?.displays.find(({ id }) => id === displayId);
  const error = detail.error ?? (displays.data ? null : displays.error);
  const back = <BackLink to="/displays">All screens</BackLink>;
  if (error)
    return (
      <>
        {back}
        <ErrorState
          title="This display could not be loaded"
          error={error}
          onRetry={() => void Promise.all([detail.refetch(), displays.refetch()])}
        />
      </>
    );
  if (!detail.data || !displays.data)
    return (
      <>
        {back}
        <AutoGrid min={420} align="start" role="status" aria-label="Loading">
          <Skeleton h={320} radius="lg" />
          <Skeleton h={320} radius="lg" />
        </AutoGrid>
      </>
    );
  const { plan, settings, playerUrl, groupIds } = detail.data;
  const now = new Date().toISOString();
  const takeovers = plan.takeovers.filter(({ endsAt }) => !endsAt || endsAt > now);
  return (
    <>
      {back}
      <Group justify="space-between" align="start" mb="md">
        <Title order={2}>{plan.name}</Title>
        {display && <DisplayStatus status={display.status} lastSeen={display.lastSeen} />}
      </Group>
      <AutoGrid min={420} align="start">
        <section className={styles.panel} aria-label="Now">
          {display ? (
            <>
              <DisplayScreen display={display} />
              <Stack gap={12} p={16}>
                <DisplayFacts display={display} />
              </Stack>
            </>
          ) : (
            <EmptyState icon={IconDeviceTv} title="The provider does not list this display any more">
              What was planned for it is kept.
            </EmptyState>
          )}
        </section>
        <Stack gap="md" miw={0}>
          <section className={styles.panel} aria-labelledby="its-day">
            <Stack gap={12} p={16}>
              <Title order={3} id="its-day">
                Its day
              </Title>
              <DayTimeline plan={plan} />
            </Stack>
          </section>
          <section className={styles.panel} aria-labelledby="its-settings">
            <Stack gap={12} p={16}>
              <Title order={3} id="its-settings">
                What it shows by itself
              </Title>
              <Settings displayId={displayId} settings={settings} groupIds={groupIds} />
              <PlayerAddress url={playerUrl} />
            </Stack>
          </section>
        </Stack>
        <section className={styles.panel} aria-labelledby="its-takeovers">
          <Stack gap={12} p={16}>
            <Title order={3} id="its-takeovers">
              Published to it
            </Title>
            {takeovers.length === 0 ? (
              <Text size="sm" c="dimmed">
                Nothing is published over its plan. Publish a sign from the content creator.
              </Text>
            ) : (
              <Stack component="ul" className="db-list" gap={10} fz={14}>
                {[...takeovers].reverse().map(({ layerId, name, priority, startedAt, endsAt }) => (
                  <Group component="li" key={layerId} gap={12} align="start" wrap="nowrap">
                    <Box component="span" className="db-wrap" flex={1} miw={0}>
                      <strong>{name}</strong>{' '}
                      {priority !== 'NORMAL' && (
                        <Badge size="xs" color={priority === 'EMERGENCY' ? 'red' : 'amber'} variant="light">
                          {priority}
                        </Badge>
                      )}
                      <Text size="xs" c="dimmed">
                        since {formatAgo(startedAt)},{' '}
                        {endsAt ? `until ${new Date(endsAt).toLocaleTimeString()}` : 'until it is taken off'}
                      </Text>
                    </Box>
                    <TakeOff displayId={displayId} layerId={layerId} name={name} />
                  </Group>
                ))}
              </Stack>
            )}
          </Stack>
        </section>
        <LastPlays displayId={displayId} zone={plan.timeZone} />
      </AutoGrid>
    </>
  );
}

function TakeOff({ displayId, layerId, name }: { displayId: string; layerId: string; name: string }) {
  const takeOff = useMutation(
    query.signage.takeOffLayer.mutationOptions({
      onSuccess: async () => {
        await signageChanged();
        toast.success(`“${name}” was taken off`, 'The display shows what was under it.');
      },
      onError: (reason) => toast.error(reason),
    }),
  );
  return (
    <Button
      data-changes
      size="compact-sm"
      variant="default"
      aria-label={`Take ${name} off this display`}
      loading={takeOff.isPending}
      onClick={() => takeOff.mutate({ displayId, id: layerId })}
    >
      Take off
    </Button>
  );
}

const zones = Intl.supportedValuesOf('timeZone');

interface SettingsProps {
  displayId: string;
  settings: { timeZone: string; defaultPlaylistId: string | null };
  groupIds: string[];
}

function Settings({ displayId, settings, groupIds }: SettingsProps) {
  const playlists = usePlaylists();
  const groups = useGroups();
  const change = useMutation(
    query.signage.setDisplay.mutationOptions({
      onSuccess: async () => {
        await signageChanged();
        toast.success('The display is set');
      },
      onError: (reason) => toast.error(reason),
    }),
  );
  return (
    <Stack gap="sm">
      <Select
        data-changes
        label="Default playlist"
        description="While nothing else is planned"
        placeholder="Its own content, from the provider"
        clearable
        clearButtonProps={{ 'aria-label': 'Show its own content' }}
        data={(playlists.data?.playlists ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={settings.defaultPlaylistId}
        onChange={(defaultPlaylistId) => change.mutate({ displayId, defaultPlaylistId })}
        disabled={change.isPending}
      />
      <MultiSelect
        data-changes
        label="Groups"
        placeholder={groupIds.length === 0 ? 'In no group' : ''}
        data={(groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={groupIds}
        onChange={(next) => change.mutate({ displayId, groupIds: next })}
        disabled={change.isPending}
      />
      <Select
        data-changes
        label="Time zone"
        description="Schedules go by the clock on its wall"
        searchable
        limit={60}
        allowDeselect={false}
        data={zones.includes(settings.timeZone) ? zones : [settings.timeZone, ...zones]}
        value={settings.timeZone}
        onChange={(timeZone) => timeZone && change.mutate({ displayId, timeZone })}
        disabled={change.isPending}
      />
    </Stack>
  );
}

function PlayerAddress({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success('Address copied'),
      () => toast.error('The address could not be copied.'),
    );
  return (
    <div>
      <Text size="sm" fw={500}>
        Player
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        Open this address in any browser and leave it open: it plays this display’s plan, also when the
        network is gone. Whoever has it can see the plan.
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" leftSection={<IconCopy size={14} />} onClick={copy}>
          Copy its address
        </Button>
        <Anchor href={`${url}?preview=1`} target="_blank" rel="noopener" size="sm">
          Preview <IconExternalLink size={13} aria-hidden />
        </Anchor>
      </Group>
    </div>
  );
}
