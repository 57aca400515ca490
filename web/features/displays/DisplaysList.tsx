import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconDeviceTv, IconFlask, IconFolders, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { query, queryClient } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatAgo } from '../content/panels/format.ts';
import { DisplayCard } from './DisplayCard.tsx';
import { GroupsPanel } from './GroupsPanel.tsx';
import { displaysInput, useDisplays, useGroups } from './queries.ts';

/** Every display with what it shows now, what comes next, and whether it is heard of. */
export function DisplaysList() {
  const { data, error, refetch } = useDisplays();
  const groups = useGroups();
  const [group, setGroup] = useState<string>();
  const [managing, setManaging] = useState(false);
  const sync = useMutation(
    query.signage.sync.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(query.signage.displays.queryKey({ input: displaysInput }), answer);
        const count = answer.displays.length;
        if (answer.stale)
          toast.warning('The signage provider does not answer', 'This is what was last known.');
        else toast.success(count === 1 ? '1 display is up to date' : `${count} displays are up to date`);
      },
      onError: (reason) => toast.error(reason),
    }),
  );
  const shown = data?.displays.filter(({ groupIds }) => !group || groupIds.includes(group));
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <FilterChips
          label="Group"
          options={(groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={group}
          onChange={setGroup}
        />
        <Group gap="sm" ml="auto">
          {data?.syncedAt && (
            <Text size="xs" c="dimmed">
              Synced {formatAgo(data.syncedAt)}
            </Text>
          )}
          <Button variant="default" leftSection={<IconFolders size={16} />} onClick={() => setManaging(true)}>
            Groups
          </Button>
          <Button
            data-changes
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={sync.isPending}
            onClick={() => sync.mutate({})}
          >
            Sync
          </Button>
        </Group>
      </Group>
      {error && !data ? (
        <ErrorState title="The displays could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data || !shown ? (
        <AutoGrid min={300} fill role="status" aria-label="Loading">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} h={300} radius="lg" />
          ))}
        </AutoGrid>
      ) : (
        <>
          {data.provider === 'sandbox' && (
            <Alert icon={<IconFlask size={18} />} color="blue" mb="md" title="Sandbox displays">
              No signage key is set, so these are virtual displays on this machine. They really show what is
              published to them. Set your OptiSigns key under Settings to reach your own.
            </Alert>
          )}
          {data.stale && (
            <Alert
              icon={<IconAlertTriangle size={18} />}
              color="red"
              mb="md"
              title="The signage provider does not answer"
            >
              This is what was last known{data.syncedAt ? `, ${formatAgo(data.syncedAt)}` : ''}. What the
              displays show may have changed since.
            </Alert>
          )}
          {data.displays.length === 0 ? (
            <EmptyState icon={IconDeviceTv} title="No displays yet">
              {data.provider === 'none'
                ? 'No signage provider is connected. An admin can set the OptiSigns key under Settings.'
                : 'The signage provider knows no displays. Pair one there, then sync.'}
            </EmptyState>
          ) : shown.length === 0 ? (
            <EmptyState
              icon={IconDeviceTv}
              title="No display in this group"
              action={
                <Button variant="default" onClick={() => setManaging(true)}>
                  Choose its displays
                </Button>
              }
            />
          ) : (
            <AutoGrid min={300} fill>
              {shown.map((display) => (
                <DisplayCard key={display.id} display={display} />
              ))}
            </AutoGrid>
          )}
        </>
      )}
      <GroupsPanel opened={managing} onClose={() => setManaging(false)} />
    </>
  );
}
