import { Alert, Anchor, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconDownload,
  IconPlayerPlay,
  IconPlayerStop,
  IconUpload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LeadImport } from '#shared/model/lead-import.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { durationLeft } from '#web/ui/resource/job-words.ts';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { downloadFrom } from '../content/data/download.ts';
import { Reasons } from './Reasons.tsx';
import { useSecondsLeft } from './time-left.ts';
import { bytes, count, isAtWork, leads, pollMs, rows, stateOf } from './words.ts';

/** The rows left out are still being written out. */
const awaitsRows = ({ status, skipped, failed, hasRejected }: LeadImport) =>
  status === 'cancelled' && skipped + failed > 0 && !hasRejected;

/** One import: how far it is, what came of its rows, and the way back. */
export function ImportPage({ importId }: { importId: string }) {
  const [asking, setAsking] = useState<'cancel' | 'undo'>();
  const interval = usePollInterval('jobs', pollMs);
  const options = query.leads.getImport.queryOptions({ input: { id: importId } });
  const {
    data: item,
    dataUpdatedAt,
    error,
    refetch,
  } = useQuery({
    ...options,
    refetchInterval: ({ state: { data: now } }) =>
      now && (isAtWork(now.status) || awaitsRows(now)) ? interval : false,
  });
  if (error && !item)
    return <ErrorState title="The import could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!item) return <PageSkeleton />;

  const ask = async (work: (input: { id: string }) => Promise<LeadImport>) => {
    queryClient.setQueryData(options.queryKey, await work({ id: importId }));
    void queryClient.invalidateQueries({ queryKey: query.leads.listImports.key() });
  };
  const { status } = item;
  const isRunning = status === 'checking' || status === 'running';
  const canUndo = (status === 'completed' || status === 'cancelled') && item.created > 0;
  return (
    <>
      <PageHeader
        title={item.filename}
        documentTitle={`Import of ${item.filename}`}
        description={
          <>
            <Anchor component={Link} to="/leads/imports" size="sm">
              Imports
            </Anchor>
            , {bytes(item.fileSize)}, started <RelativeTime at={item.createdAt} />
          </>
        }
        actions={
          <Group gap="xs">
            {isRunning && (
              <Button
                variant="default"
                leftSection={<IconPlayerStop size={16} />}
                onClick={() => setAsking('cancel')}
              >
                Cancel
              </Button>
            )}
            {canUndo && (
              <Button
                data-changes
                variant="default"
                leftSection={<IconArrowBackUp size={16} />}
                onClick={() => setAsking('undo')}
              >
                Undo the import
              </Button>
            )}
            {status === 'cancelled' && (
              <Button
                data-changes
                leftSection={<IconPlayerPlay size={16} />}
                onClick={() => void ask(api.leads.resumeImport).catch((reason) => toast.error(reason))}
              >
                Go on
              </Button>
            )}
            {item.hasRejected && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                onClick={() => void downloadFrom(() => api.leads.rejectedRows({ id: importId }))}
              >
                Rows left out
              </Button>
            )}
            {!isRunning && status !== 'cancelled' && (
              <Button
                data-changes
                component={Link}
                to="/leads/imports/new"
                leftSection={<IconUpload size={16} />}
              >
                Another list
              </Button>
            )}
          </Group>
        }
      />
      <Stack gap="lg">
        <Counts item={item} at={dataUpdatedAt} />
        <Outcome item={item} />
        <Reasons item={item} />
      </Stack>
      <ConfirmDialog
        opened={asking === 'cancel'}
        onClose={() => setAsking(undefined)}
        title="Cancel the import?"
        confirmLabel="Stop here"
        onConfirm={() => ask(api.leads.cancelImport)}
      >
        What is in stays. You can go on later where it stopped, or undo it.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'undo'}
        onClose={() => setAsking(undefined)}
        title={`Undo the import of ${leads(item.created)}?`}
        confirmLabel="Undo the import"
        danger
        onConfirm={() => ask(api.leads.undoImport)}
      >
        The leads that it made are deleted; they can be restored for 30 days. Leads that somebody has changed,
        assigned or contacted since stay
        {item.updated > 0 ? ', and so do those that were there before and that it updated' : ''}.
      </ConfirmDialog>
    </>
  );
}

function Counts({ item, at }: { item: LeadImport; at: number }) {
  const left = useSecondsLeft(item, at);
  const { label, color } = stateOf(item);
  const figures = [
    { name: 'Rows', value: item.totalRows === null ? '…' : count(item.totalRows) },
    { name: 'New leads', value: count(item.created) },
    { name: 'Updated', value: count(item.updated) },
    { name: 'Skipped', value: count(item.skipped) },
    { name: 'Refused', value: count(item.failed) },
  ];
  return (
    <Surface component="section" aria-label="Progress">
      <Group justify="space-between" mb="xs">
        <Badge color={color} variant="light" tt="none" radius="sm">
          {label}
        </Badge>
        <Text size="sm" c="dimmed" className="db-figures" role="status">
          {item.progress} %{left !== undefined && ` · ${durationLeft(left)}`}
        </Text>
      </Group>
      <Progress
        size="md"
        mb="md"
        value={item.progress}
        color={color === 'amber' ? 'green' : color}
        animated={isAtWork(item.status)}
        aria-label={`${label}, ${item.progress} %`}
      />
      <FigureList>
        {figures.map(({ name, value }) => (
          <Definition key={name} term={name}>
            {value}
          </Definition>
        ))}
      </FigureList>
    </Surface>
  );
}

/** What came of it, in words. */
function Outcome({ item }: { item: LeadImport }) {
  const { status, undo, error, skipped, failed } = item;
  if (status === 'failed')
    return (
      <Alert color="red" icon={<IconAlertCircle size={18} />} title="The import stopped" role="alert">
        {error}
      </Alert>
    );
  if (status === 'undone' && undo)
    return (
      <Text size="sm" role="status">
        {leads(undo.removed)} {undo.removed === 1 ? 'was' : 'were'} deleted.{' '}
        {undo.kept > 0 &&
          `${leads(undo.kept)} stayed, because somebody has changed ${undo.kept === 1 ? 'it' : 'them'} since. `}
        {item.updated > 0 && 'Leads that were there before keep what it wrote on them.'}
      </Text>
    );
  if (status === 'cancelled') {
    const worked = item.created + item.updated + skipped + failed;
    const waiting = item.totalRows === null ? null : item.totalRows - worked;
    return (
      <Text size="sm" role="status">
        {waiting === null ? 'The rest has' : `${rows(waiting)} ${waiting === 1 ? 'has' : 'have'}`} not been
        worked yet. Go on where it stopped, or undo what is in.
      </Text>
    );
  }
  if (status !== 'completed') return null;
  const out = skipped + failed;
  return (
    <Text size="sm" role="status">
      {out === 0
        ? 'Every row came in. '
        : `${rows(out)} did not come in; download them with the reasons, mend them and import that file. `}
      <Anchor component={Link} to="/leads" size="sm">
        To the leads
      </Anchor>
    </Text>
  );
}
