import { Anchor, Badge, Button, Group, Menu, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconDownload,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, query, queryClient } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { downloadFrom } from '../data/download.ts';
import { refreshLists } from '../data/refresh.ts';
import { BatchItems } from './BatchItems.tsx';
import { count, keptUntil, pollMs, stateOf } from './batch-state.ts';

const listAddress = '/content-creator?personalised=all';

/** One batch: how far it is, its videos and what failed. */
export function BatchPage({ batchId }: { batchId: string }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'cancel' | 'remove'>();
  const [view, setView] = useState<'all' | 'failed'>('all');
  const interval = usePollInterval('jobs', pollMs);
  const options = query.content.getPersonalised.queryOptions({ input: { id: batchId } });
  const {
    data: batch,
    error,
    refetch,
  } = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? interval : false),
  });
  if (error && !batch)
    return <ErrorState title="The batch could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!batch) return <PageSkeleton />;

  const refresh = () =>
    refreshLists(options.queryKey, query.content.listBatches.key(), query.content.listPersonalised.key());
  const retry = async () => {
    try {
      queryClient.setQueryData(options.queryKey, await api.content.retryPersonalised({ id: batchId }));
      setView('all');
      toast.success('The missing videos are made now');
      await refresh();
    } catch (reason) {
      toast.error(reason);
    }
  };
  const download = (as?: 'zip' | 'links' | 'failures') =>
    void downloadFrom(() => api.content.downloadPersonalised({ id: batchId, ...(as ? { as } : {}) }));

  const { label, color } = stateOf(batch);
  const { status, total, done, failed, progress } = batch;
  const isOver = status !== 'processing';
  const missing = total - done;
  return (
    <>
      <PageHeader
        title={batch.name}
        documentTitle={`Videos of ${batch.name}`}
        description={
          <>
            <Anchor component={Link} to={listAddress} size="sm">
              Personalised videos
            </Anchor>
            , kept until {keptUntil(batch)}
          </>
        }
        actions={
          <Group gap="xs">
            {!isOver && (
              <Button
                variant="default"
                leftSection={<IconPlayerStop size={16} />}
                onClick={() => setAsking('cancel')}
              >
                Cancel
              </Button>
            )}
            {isOver && missing > 0 && (
              <Button
                data-changes
                variant="default"
                leftSection={<IconRefresh size={16} />}
                onClick={() => void retry()}
              >
                {status === 'cancelled' ? 'Go on' : `Retry ${count(failed)} failed`}
              </Button>
            )}
            <Button
              data-changes
              variant="default"
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => setAsking('remove')}
            >
              Delete
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button
                  leftSection={<IconDownload size={16} />}
                  rightSection={<IconChevronDown size={14} />}
                  disabled={done + failed === 0}
                >
                  Download
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item disabled={batch.download !== 'zip'} onClick={() => download('zip')}>
                  {batch.download === 'links' ? 'Zip (too large, use the links)' : 'All videos as a zip'}
                </Menu.Item>
                <Menu.Item onClick={() => download('links')}>Links as a CSV, which work a week</Menu.Item>
                <Menu.Item disabled={failed === 0} onClick={() => download('failures')}>
                  Failed records as a CSV
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        }
      />
      <Stack gap="lg">
        <Surface component="section" aria-label="Progress">
          <Group justify="space-between" mb="xs">
            <Badge color={color} variant="light" tt="none" radius="sm">
              {label}
            </Badge>
            <Text size="sm" c="dimmed" className="db-figures" role="status">
              {progress} %
            </Text>
          </Group>
          <Progress.Root size="md" mb="md">
            <Progress.Section
              value={(100 * done) / total}
              color="green"
              aria-label={`${count(done)} of ${count(total)} made`}
            />
            {failed > 0 && (
              <Progress.Section
                value={(100 * failed) / total}
                color="red"
                aria-label={`${count(failed)} of ${count(total)} failed`}
              />
            )}
          </Progress.Root>
          <FigureList>
            <Definition term="Records">{count(total)}</Definition>
            <Definition term="Made">{count(done)}</Definition>
            <Definition term="Failed">{count(failed)}</Definition>
            <Definition term={isOver ? 'Not made' : 'Waiting'}>{count(total - done - failed)}</Definition>
          </FigureList>
        </Surface>
        {failed > 0 && (
          <SegmentedControl
            aria-label="Which videos"
            style={{ alignSelf: 'flex-start' }}
            value={view}
            onChange={(value) => setView(value as typeof view)}
            data={[
              { value: 'all', label: 'All videos' },
              { value: 'failed', label: `Failed (${count(failed)})` },
            ]}
          />
        )}
        <BatchItems
          key={view}
          batch={batch}
          only={view === 'failed' && failed > 0 ? 'failed' : undefined}
          empty={<EmptyState icon={IconVideo} title="Nothing here" />}
        />
      </Stack>
      <ConfirmDialog
        opened={asking === 'cancel'}
        onClose={() => setAsking(undefined)}
        title="Cancel this batch?"
        confirmLabel="Cancel batch"
        onConfirm={async () => {
          queryClient.setQueryData(options.queryKey, await api.content.cancelPersonalised({ id: batchId }));
          await refresh();
        }}
      >
        What is made is kept and can be downloaded one by one or as links. You can let it go on later.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'remove'}
        onClose={() => setAsking(undefined)}
        title="Delete this batch?"
        confirmLabel="Delete batch"
        danger
        onConfirm={async () => {
          await api.content.removePersonalised({ id: batchId });
          toast.success('Batch deleted');
          void refreshLists(query.content.listBatches.key());
          void navigate(listAddress);
        }}
      >
        Its {count(done)} {done === 1 ? 'video goes' : 'videos go'} with it, and links that you have given
        away stop working. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
