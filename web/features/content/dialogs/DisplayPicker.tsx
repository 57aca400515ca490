import { Anchor, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { DisplayStatus } from '../../displays/DisplayStatus.tsx';
import { formatAgo } from '../panels/format.ts';
import styles from './dialogs.module.css';

interface DisplayPickerProps {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Every display with its status, when it was last seen and what it shows now. */
export function DisplayPicker({ chosen, onChange }: DisplayPickerProps) {
  const { data, error, refetch } = useQuery(
    query.signage.displays.queryOptions({ input: {}, staleTime: 5_000 }),
  );
  if (error)
    return (
      <ErrorState title="The displays could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!data) {
    return (
      <Stack gap={8}>
        <Skeleton h={56} />
        <Skeleton h={56} />
      </Stack>
    );
  }
  if (data.displays.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        There are no displays yet.{' '}
        <Anchor component={Link} to="/displays">
          Connect your signage provider
        </Anchor>{' '}
        to see them here.
      </Text>
    );
  }
  const all = data.displays.map(({ id }) => id);
  const everyOne = chosen.length === all.length;
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          Displays
        </Text>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(everyOne ? [] : all)}>
          {everyOne ? 'Choose none' : 'Choose all'}
        </Button>
      </Group>
      <Stack className="db-scroll" gap={8} mah={260}>
        {data.displays.map((display) => (
          <label key={display.id} htmlFor={`display-${display.id}`} className={styles.display}>
            <Checkbox
              id={`display-${display.id}`}
              aria-label={display.name}
              checked={chosen.includes(display.id)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, display.id]
                    : chosen.filter((id) => id !== display.id),
                )
              }
            />
            <span style={{ flex: 1, minWidth: 0 }}>
              <Text size="sm" fw={550} truncate>
                {display.name}
                <Text span size="xs" c="dimmed" fw={400}>
                  {display.location ? `  ${display.location}` : ''}
                </Text>
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {display.nowShowing ? `Shows ${display.nowShowing}` : 'Shows nothing of ours'}
                {display.nowShowingSince ? `, since ${formatAgo(display.nowShowingSince)}` : ''}
              </Text>
            </span>
            <DisplayStatus status={display.status} lastSeen={display.lastSeen} />
          </label>
        ))}
      </Stack>
      {data.stale && (
        <Text size="xs" c="red" role="status">
          The provider does not answer: this is what was last known
          {data.syncedAt ? `, ${formatAgo(data.syncedAt)}` : ''}.
        </Text>
      )}
    </Stack>
  );
}
